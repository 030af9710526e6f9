#include "campaign/night/NightHealth.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>

namespace assay {
namespace {

/// Shares of fewer checks say nothing.
constexpr int64_t fewestChecks = 20;
/// Of the nights before, so many that were healthy count.
constexpr size_t nightsToCompare = 5;
/// One night tells what is usual only with so many checks.
constexpr int64_t checksOfOneNight = 100;

/// What a night saw of a target, or of a profile on it.
struct Totals {
  int64_t checks = 0, known = 0, givenOps = 0, acceptedOps = 0;
  std::map<std::string, int64_t> knownBugs; // of these, by bug

  std::optional<double> acceptance() const {
    return checks >= fewestChecks && givenOps > 0
               ? std::optional(double(acceptedOps) / double(givenOps))
               : std::nullopt;
  }
};

/// By what `keyOf` says of a campaign.
template <class KeyOf> auto totalsBy(const NightRecord &night, KeyOf keyOf) {
  std::map<decltype(keyOf(night.campaigns[0])), Totals> totals;
  for (const NightCampaign &campaign : night.campaigns) {
    Totals &some = totals[keyOf(campaign)];
    some.checks += campaign.checks;
    some.known += campaign.known();
    some.givenOps += campaign.givenOps;
    some.acceptedOps += campaign.acceptedOps;
    for (const auto &[bug, count] : campaign.knownBugs)
      some.knownBugs[bug] += count;
  }
  return totals;
}

std::string targetOf(const NightCampaign &campaign) { return campaign.target; }

/// A target takes much of what one profile draws, and little of another's.
struct Pair {
  std::string target, profile;
  auto operator<=>(const Pair &) const = default;
};
Pair pairOf(const NightCampaign &campaign) { return {campaign.target, campaign.profile}; }

/// The median of the latest healthy nights that tell, if they are two or made many checks.
std::optional<double> usualAcceptance(const Pair &pair, std::span<const NightRecord> earlier) {
  std::vector<double> shares;
  int64_t checks = 0;
  for (auto night = earlier.rbegin(); night != earlier.rend() && shares.size() < nightsToCompare;
       ++night) {
    if (!night->unhealthy.empty())
      continue;
    const auto totals = totalsBy(*night, pairOf);
    if (const auto found = totals.find(pair); found != totals.end())
      if (const auto share = found->second.acceptance()) {
        shares.push_back(*share);
        checks += found->second.checks;
      }
  }
  if (shares.empty() || (shares.size() == 1 && checks < checksOfOneNight))
    return std::nullopt;
  std::ranges::nth_element(shares, shares.begin() + static_cast<ptrdiff_t>(shares.size() / 2));
  return shares[shares.size() / 2];
}

/// A reason for each profile of which the target took less than half of what is usual.
std::vector<std::string> halvedAcceptances(const std::string &target, const NightRecord &night,
                                           std::span<const NightRecord> earlier) {
  std::vector<std::string> reasons;
  for (const auto &[pair, drawn] : totalsBy(night, pairOf)) {
    if (pair.target != target)
      continue;
    const auto share = drawn.acceptance(), usual = usualAcceptance(pair, earlier);
    if (share && usual && *share < *usual / 2)
      reasons.push_back(
          fmt::format("acceptance on {} halved for the profile {}: {:.0f} % of all ops "
                      "are in programs that it took, {:.0f} % in the nights before",
                      target, pair.profile, 100 * *share, 100 * *usual));
  }
  return reasons;
}

/// ": 30 as iree-x, 9 as iree-y, 2 as 2 others": the bugs that most are known as.
std::string bugsText(const Totals &totals) {
  constexpr size_t mostNamed = 3;
  std::vector<std::pair<std::string, int64_t>> bugs(totals.knownBugs.begin(),
                                                    totals.knownBugs.end());
  std::ranges::sort(bugs, {}, [](const auto &bug) { return std::tuple(-bug.second, bug.first); });
  // One more is no longer than saying that there is one more.
  const size_t named = bugs.size() <= mostNamed + 1 ? bugs.size() : mostNamed;
  std::vector<std::string> parts;
  for (const auto &[bug, count] : std::span(bugs).first(named))
    parts.push_back(fmt::format("{} as {}", count, bug));
  int64_t others = 0;
  for (const auto &[bug, count] : std::span(bugs).subspan(named))
    others += count;
  if (others > 0)
    parts.push_back(fmt::format("{} as {} others", others, bugs.size() - named));
  return parts.empty() ? "" : fmt::format(": {}", fmt::join(parts, ", "));
}

} // namespace

std::vector<std::string> unhealthyReasons(const NightRecord &night,
                                          std::span<const NightRecord> earlier) {
  std::vector<std::string> reasons;
  for (const auto &[target, why] : night.gone)
    reasons.push_back(fmt::format("{} is gone: {}", target, why));
  bool isAnythingChecked = false;
  for (const auto &[target, totals] : totalsBy(night, targetOf)) {
    isAnythingChecked |= totals.checks > 0;
    if (totals.givenOps > 0 && totals.acceptedOps == 0)
      reasons.push_back(fmt::format("nothing compiled on {}, of {} checks", target, totals.checks));
    else
      std::ranges::move(halvedAcceptances(target, night, earlier), std::back_inserter(reasons));
    if (totals.checks >= fewestChecks && 2 * totals.known >= totals.checks)
      reasons.push_back(fmt::format("{} of {} checks on {} end as known{}", totals.known,
                                    totals.checks, target, bugsText(totals)));
  }
  if (!isAnythingChecked && night.gone.empty())
    reasons.emplace_back("nothing was checked");
  return reasons;
}

} // namespace assay
