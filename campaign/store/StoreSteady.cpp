#include "campaign/store/StoreState.h"
#include "support/Hash.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

/// What is kept of one check, with what it fails as if that is known.
struct StoredCheck {
  int64_t index;
  size_t target;
  std::string verdict, signature;
  int64_t ops, exact, bounded, inconclusive;
  int found, tries;
  std::string rest;
  std::optional<std::string> bug;
  std::string knownVerdict, knownSignature; // if there is one
  std::set<std::string> others;             // known bugs

  explicit StoredCheck(SQLite::Statement &row)
      : index(row.getColumn(0).getInt64()), target(row.getColumn(1).getUInt()),
        verdict(row.getColumn(2).getString()), signature(row.getColumn(3).getString()),
        ops(row.getColumn(4).getInt64()), exact(row.getColumn(5).getInt64()),
        bounded(row.getColumn(6).getInt64()), inconclusive(row.getColumn(7).getInt64()),
        found(row.getColumn(8).getInt()), tries(row.getColumn(9).getInt()),
        rest(row.getColumn(10).getString()),
        others(nlohmann::json::parse(row.getColumn(14).getString())) {
    if (row.getColumn(11).isNull())
      return;
    bug = row.getColumn(11).getString();
    knownVerdict = row.getColumn(12).getString();
    knownSignature = row.getColumn(13).getString();
  }

  static constexpr const char *columns =
      "idx, target, checks.verdict, checks.signature, ops, exact, bounded, inconclusive, found, "
      "tries, rest, known.bug, known.verdict, known.signature, "
      "(SELECT json_group_array(bug) FROM others WHERE (others.campaign, others.idx, "
      "others.target) = (checks.campaign, checks.idx, checks.target))";

  bool isKnown() const { return verdict == "known"; }
  /// A program that was not compiled, for a known bug that was to be expected.
  bool isPassedOver() const { return isKnown() && !bug; }

  /// Why it may end otherwise the next time; empty if it does not.
  std::string unsteadiness() const {
    const std::string_view prefix = "nondeterministic-";
    if (verdict == "timeout" || knownVerdict == "timeout")
      return "timeout";
    if (verdict == "flaky")
      return verdict;
    if (signature.starts_with(prefix) || knownSignature.starts_with(prefix))
      return "nondeterministic";
    return found == tries ? "" : "now_and_then";
  }

  std::string text() const {
    return fmt::format("{} {} {} {} {} {} {} {} {} {} {} {} {}\n", index, target, verdict,
                       signature, ops, exact, bounded, inconclusive, rest, bug.value_or(""),
                       knownVerdict, knownSignature, fmt::join(others, " "));
  }
};

void count(const StoredCheck &check, const std::string &target,
           std::map<std::string, KnownTally> &known) {
  for (const std::string &other : check.others) {
    known[other].bug = other;
    ++known[other].besideOthers;
  }
  if (!check.isKnown() && !check.bug)
    return;
  const std::string bug =
      check.bug.value_or(check.signature.substr(std::string_view("known:").size()));
  KnownTally &tally = known[bug];
  tally.bug = bug;
  ++(check.isPassedOver() ? tally.passedOver : tally.failures);
  tally.restRight += check.rest == "agree";
  ++tally.targets[target];
  tally.endedKnown += check.isKnown();
}

} // namespace

Expected<SteadyChecks> Store::steadyChecks() const {
  auto all = campaigns();
  if (!all)
    return all.error();
  return state->guard([&] {
    SteadyChecks out;
    Totals &totals = out.totals;
    for (std::string_view verdict : verdictNames())
      totals.verdicts.emplace(verdict, 0);
    if (all->empty())
      return out;
    const CampaignParameters &campaign = all->front();
    AcceptanceCount acceptance;
    std::map<std::string, KnownTally> known;
    // A hash of hashes, so that no more than one check is in memory.
    std::string digest;
    int64_t last = -1;
    SQLite::Statement query(
        *state->database,
        fmt::format("SELECT {} FROM checks LEFT JOIN known USING(campaign, idx, target) WHERE "
                    "campaign = ? ORDER BY idx, target",
                    StoredCheck::columns));
    query.bind(1, campaign.key());
    while (query.executeStep()) {
      const StoredCheck check(query);
      if (check.index != last) {
        ++totals.programs;
        out.missing += check.index - last - 1;
        last = check.index;
      }
      const std::string target = campaign.targets.at(check.target).text();
      UnsteadyCount &unsteady = out.unsteady[target];
      ++unsteady.checks;
      if (const std::string why = check.unsteadiness(); !why.empty()) {
        ++unsteady.verdicts[why];
        continue;
      }
      ++totals.checks;
      ++totals.verdicts[check.verdict];
      totals.exact += check.exact;
      totals.bounded += check.bounded;
      totals.inconclusive += check.inconclusive;
      if (!check.isPassedOver())
        acceptance.add(static_cast<uint64_t>(check.ops),
                       check.isKnown() ? isAccepted(check.knownVerdict, check.knownSignature)
                                       : isAccepted(check.verdict, check.signature));
      count(check, target, known);
      digest += check.text();
      digest = contentName(digest);
    }
    acceptance.addTo(totals.ops, namesIn(*state->database, "ops")[campaign.key()]);
    for (auto &[bug, tally] : known)
      out.known.push_back(std::move(tally));
    out.digest = digest;
    return out;
  });
}

} // namespace assay
