#include "campaign/night/NightHealth.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace assay {
namespace {

/// Shares of fewer checks say nothing.
constexpr int64_t fewestChecks = 20;
/// Of the nights before, so many that were healthy count.
constexpr size_t nightsToCompare = 5;

/// What a night saw of a target.
struct TargetTotals {
  int64_t checks = 0, known = 0, givenOps = 0, acceptedOps = 0;

  std::optional<double> acceptance() const {
    return checks >= fewestChecks && givenOps > 0
               ? std::optional(double(acceptedOps) / double(givenOps))
               : std::nullopt;
  }
};

std::map<std::string, TargetTotals> totalsOf(const NightRecord &night) {
  std::map<std::string, TargetTotals> totals;
  for (const NightCampaign &campaign : night.campaigns) {
    TargetTotals &target = totals[campaign.target];
    target.checks += campaign.checks;
    target.known += campaign.known();
    target.givenOps += campaign.givenOps;
    target.acceptedOps += campaign.acceptedOps;
  }
  return totals;
}

/// The median of the latest healthy nights that tell.
std::optional<double> usualAcceptance(const std::string &target,
                                      std::span<const NightRecord> earlier) {
  std::vector<double> shares;
  for (auto night = earlier.rbegin(); night != earlier.rend() && shares.size() < nightsToCompare;
       ++night) {
    if (!night->unhealthy.empty())
      continue;
    const auto totals = totalsOf(*night);
    if (const auto found = totals.find(target); found != totals.end())
      if (const auto share = found->second.acceptance())
        shares.push_back(*share);
  }
  if (shares.empty())
    return std::nullopt;
  std::ranges::nth_element(shares, shares.begin() + static_cast<ptrdiff_t>(shares.size() / 2));
  return shares[shares.size() / 2];
}

} // namespace

std::vector<std::string> unhealthyReasons(const NightRecord &night,
                                          std::span<const NightRecord> earlier) {
  std::vector<std::string> reasons;
  for (const auto &[target, why] : night.gone)
    reasons.push_back(fmt::format("{} is gone: {}", target, why));
  bool isAnythingChecked = false;
  for (const auto &[target, totals] : totalsOf(night)) {
    isAnythingChecked |= totals.checks > 0;
    if (totals.givenOps > 0 && totals.acceptedOps == 0)
      reasons.push_back(fmt::format("nothing compiled on {}, of {} checks", target, totals.checks));
    else if (const auto share = totals.acceptance(), usual = usualAcceptance(target, earlier);
             share && usual && *share < *usual / 2)
      reasons.push_back(fmt::format("acceptance on {} halved: {:.0f} % of all ops are in programs "
                                    "that it took, {:.0f} % in the nights before",
                                    target, 100 * *share, 100 * *usual));
    if (totals.checks >= fewestChecks && 2 * totals.known >= totals.checks)
      reasons.push_back(
          fmt::format("{} of {} checks on {} end as known", totals.known, totals.checks, target));
  }
  if (!isAnythingChecked && night.gone.empty())
    reasons.emplace_back("nothing was checked");
  return reasons;
}

} // namespace assay
