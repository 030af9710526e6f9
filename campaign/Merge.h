#pragma once

#include "campaign/store/Store.h"
#include "campaign/workers/Services.h"

namespace assay {

/// What was merged.
struct MergedCampaign {
  CampaignParameters parameters;
  /// Whose programs are there, in their order; and of which of them not all, since nobody came to
  /// the end of them.
  std::vector<Shard> shards, unended;

  /// All of the campaign's programs are there.
  bool isWhole() const {
    return unended.empty() && static_cast<int64_t>(shards.size()) == shards.front().count;
  }
};

/// Writes to `out` what these stores, and `out` if it is there, hold of one campaign, with the
/// cases of its findings. The same comes out in any order, again, and from what was merged in part
/// before: what one session that draws all the programs finds, unreduced where that is. An error if
/// the stores do not belong together, or one is not whole or in use; then, and after a kill, `out`
/// is as before.
Expected<MergedCampaign> mergeStores(const Services &services,
                                     std::span<const std::filesystem::path> stores,
                                     const std::filesystem::path &out);

/// A campaign's findings and figures as JSON that is the same whenever its programs, its targets
/// and what is known are, whoever checked them: docs/shards.md describes it. What may be otherwise
/// the next time, as time-outs, is apart.
Expected<std::string> canonicalJson(const Store &store);

} // namespace assay
