#include "tools/assay/PlanEvidence.h"

#include "campaign/store/Shard.h"
#include "campaign/store/Store.h"
#include "generator/growth/Profile.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {

static_assert(programsPerTurn == batchSize, "shards have whole batches, which plans learn from");

/// What programs were drawn from, for profiles and stored plans alike.
static Expected<GenerationPlan> planOf(const CampaignParameters &campaign) {
  if (!campaign.plan.empty())
    return GenerationPlan::parse(campaign.plan, campaign.profile);
  auto profile = profileFromName(campaign.profile);
  if (!profile)
    return profile.error();
  return GenerationPlan(*profile);
}

ProfileEvidence &PlanEvidence::of(const Profile &profile) {
  const auto found = std::ranges::find(evidence, profile, &ProfileEvidence::profile);
  return found != evidence.end() ? *found : evidence.emplace_back(ProfileEvidence{profile});
}

Expected<bool> PlanEvidence::add(const std::string &path) {
  auto store = Store::open(path, Store::Mode::Read);
  if (!store)
    return store.error();
  auto campaigns = store->campaigns();
  if (!campaigns)
    return campaigns.error();
  auto rows = store->sources();
  if (!rows)
    return rows.error();
  if (std::ranges::none_of(*rows, [](const SourceRow &row) { return !row.points.empty(); }))
    return false;
  for (const CampaignParameters &campaign : *campaigns) {
    auto shards = store->shards(campaign.key());
    if (!shards)
      return shards.error();
    for (const Shard &shard : *shards)
      if (seen.insert({campaign.key(), shard}).second)
        ASSAY_TRY(add(*store, campaign, shard, *rows));
  }
  return true;
}

Expected<void> PlanEvidence::add(const Store &store, const CampaignParameters &campaign,
                                 const Shard &shard, const std::vector<SourceRow> &rows) {
  auto plan = planOf(campaign);
  if (!plan)
    return plan.error();
  auto failures = store.failures(campaign.key());
  if (!failures)
    return failures.error();
  std::set<std::pair<int, int64_t>> counted;
  const auto addTo = [&](ProfileEvidence &one, const SourceRow &row) {
    // Each program is checked on all targets, and is one.
    if (row.target == 0)
      one.programs += static_cast<double>(row.programs);
    one.seconds += row.seconds;
    const std::string target = campaign.targets[static_cast<size_t>(row.target)].text();
    for (const auto &[point, served] : row.points)
      one.served[goal(target, fmt::format("{}", point))] += static_cast<double>(served);
  };
  // A profile that swarms is one to choose, and each of the profiles that it becomes is as well.
  const auto each = [&](int64_t source, const auto &body) {
    const Profile &whole = plan->arms()[static_cast<size_t>(source) % plan->arms().size()].profile;
    const Profile drawn = plan->profileOf(campaign.seed, source);
    body(of(drawn));
    if (drawn != whole)
      body(of(whole));
  };
  for (const SourceRow &row : rows)
    if (row.campaign == campaign.key() && row.shard == shard.index) {
      counted.insert({row.target, row.source});
      each(row.source, [&](ProfileEvidence &one) { addTo(one, row); });
      programs += static_cast<double>(row.target == 0 ? row.programs : 0);
    }
  for (const FailureRow &row : *failures) {
    const int64_t source = plan->sourceOf(campaign.seed, static_cast<uint64_t>(row.index));
    if (!counted.contains({row.target, source}) || shard.firstFrom(row.index) != row.index)
      continue;
    known += row.known;
    // What is known already is nothing to look for.
    if (!row.known)
      each(source, [&](ProfileEvidence &one) {
        one.served[goal(campaign.targets[static_cast<size_t>(row.target)].text(), row.cause)] += 1;
      });
  }
  return {};
}

/// Looking at programs that most likely meet a known bug may take one program in 50.
static int64_t looksAnywayFor(double knownShare) {
  return std::clamp(static_cast<int64_t>(50 * knownShare), GenerationPlan::defaultLooksAnyway,
                    int64_t(64));
}

GenerationPlan PlanEvidence::plan(int64_t length) const {
  PlannerOptions options;
  options.programs = static_cast<double>(length);
  options.looksAnyway = looksAnywayFor(programs > 0 ? known / programs : 0);
  return makePlan(evidence, options);
}

} // namespace assay
