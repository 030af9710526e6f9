#pragma once

#include "campaign/store/Store.h"
#include "planner/Planner.h"

#include <map>
#include <set>

namespace assay {

/// What stores say of the profiles that they drew from.
class PlanEvidence {
public:
  /// False if the store has no coverage to plan from: its targets cannot tell, it was written
  /// before that was counted, or holds no 64 programs of one session.
  Expected<bool> add(const std::string &path);

  /// The plan that it makes for campaigns of so many programs of average cost.
  GenerationPlan plan(int64_t length) const;

  size_t profiles() const { return evidence.size(); }
  size_t goals() const { return numbers.size(); }

private:
  Expected<void> add(const Store &store, const CampaignParameters &campaign, const Shard &shard,
                     const std::vector<SourceRow> &rows);
  /// Those of equal profiles are one.
  ProfileEvidence &of(const Profile &profile);
  size_t goal(const std::string &target, const std::string &what) {
    return numbers.try_emplace({target, what}, numbers.size()).first->second;
  }

  std::vector<ProfileEvidence> evidence;
  std::map<std::pair<std::string, std::string>, size_t> numbers;
  std::set<std::pair<int64_t, Shard>> seen; // shards of campaigns
  /// Of all programs, those that met or were passed over for a known bug.
  double programs = 0, known = 0;
};

} // namespace assay
