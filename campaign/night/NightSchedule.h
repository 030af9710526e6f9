#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace assay {

/// A campaign that a choice of the next one depends on.
struct PastCampaign {
  size_t pair = 0; // of target and profile
  double seconds = 0;
  int64_t newCauses = 0;
};

/// A pair gets up to so many times the time of its weight while it brings what is new: once more
/// for each new cause of its latest campaigns.
inline constexpr int64_t greatestBoost = 4;
inline constexpr size_t boostingCampaigns = 3;

/// The pair whose turn is next, where each has a weight above 0 and the latest campaign is the
/// last: the one that had least time for its weight and boost. While a pair has time at all, its
/// share is at least its weight's share over greatestBoost. A pair without a campaign yet goes
/// first, and has no more to catch up on than the one that had least.
size_t nextPair(std::span<const double> weights, std::span<const PastCampaign> past);

} // namespace assay
