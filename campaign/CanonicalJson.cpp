#include "campaign/Merge.h"

#include "campaign/store/Paths.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

using Json = nlohmann::json; // which sorts keys

Json toJson(const CampaignParameters &campaign) {
  return {{"seed", campaign.seed},
          {"profile", campaign.profile},
          {"targets", textsOf(campaign.targets)},
          {"fault", campaign.inject},
          {"baseline", campaign.baseline ? campaign.baseline->text() : ""},
          {"watch", textOf(campaign.watch)},
          {"version", campaign.version},
          {"known", campaign.known}};
}

Json toJson(const KnownTally &tally) {
  return {{"bug", tally.bug},
          {"failures", tally.failures},
          {"passedOver", tally.passedOver},
          {"restRight", tally.restRight},
          {"besideOthers", tally.besideOthers},
          {"targets", tally.targets}};
}

/// Without its tries: how often MLIR's drivers try a pattern is not the same each time.
Json toJson(const CoverageRow &row) {
  return {{"kind", nameOf(row.point.kind)}, {"name", row.point.name},
          {"root", row.point.root},         {"successes", row.successes},
          {"programs", row.programs},       {"first", row.first ? Json(*row.first) : Json()}};
}

/// A raw signature, with where it was seen first.
Json toJson(const FindingRow &row) {
  return {{"signature", row.raw},
          {"program", row.index},
          {"target", row.target.text()},
          {"verdict", row.verdict},
          {"reduced", row.reduced},
          {"ops", row.ops},
          {"case", row.caseName},
          {"lit", row.lit},
          {"moreLike", row.isDeferred() ? Json(row.deferredBehind) : Json()}};
}

Json toJson(const Finding &finding, const std::vector<const FindingRow *> &rows) {
  Json seen = Json::array();
  for (const FindingRow *row : rows)
    seen.push_back(toJson(*row));
  Json targets = Json::object();
  for (const auto &[target, count] : finding.targets)
    targets[target] = count;
  return {{"signature", finding.row.signature},
          {"about", finding.row.about},
          {"verdict", finding.row.verdict},
          {"case", finding.row.caseName},
          {"count", finding.count},
          {"targets", targets},
          {"known", finding.known},
          {"seen", seen}};
}

bool isSteady(const Finding &finding) {
  return finding.row.about.empty() && finding.row.verdict != "timeout" &&
         finding.frequency.isAlways();
}

struct FindingsJson {
  Json steady = Json::array(), missedOptimisations = Json::array(), unsteady = Json::array();
};

Expected<FindingsJson> findingsJson(const Store &store, const CampaignParameters &campaign) {
  auto rows = store.findingRows(campaign.key());
  if (!rows)
    return rows.error();
  auto findings = store.findings();
  if (!findings)
    return findings.error();
  const auto names = namesOf(*rows);
  std::map<FindingName, std::vector<const FindingRow *>> seen;
  for (size_t i = 0; i < rows->size(); ++i)
    seen[names[i]].push_back(&(*rows)[i]);
  FindingsJson out;
  for (const Finding &finding : *findings) {
    Json json = toJson(finding, seen[{finding.row.signature, finding.row.about}]);
    if (!isSteady(finding)) {
      json["found"] = finding.frequency.found;
      json["tries"] = finding.frequency.checks;
      out.unsteady.push_back(std::move(json));
    } else {
      (finding.row.verdict == missedOptimisationName ? out.missedOptimisations : out.steady)
          .push_back(std::move(json));
    }
  }
  return out;
}

Json coverageJson(std::span<const CoverageRow> rows) {
  Json out = Json::object();
  for (const CoverageRow &row : coverageOverCampaigns(rows))
    out[row.target].push_back(toJson(row));
  return out;
}

/// What may be otherwise the next time, by target: how many of its checks, and which share of them.
Json unsteadyJson(const SteadyChecks &checks, Json findings) {
  Json targets = Json::object();
  for (const auto &[target, count] : checks.unsteady)
    for (const auto &[why, number] : count.verdicts)
      targets[target][why] = {{"checks", number}, {"rate", double(number) / double(count.checks)}};
  return {{"checks", targets}, {"findings", std::move(findings)}};
}

} // namespace

Expected<std::string> canonicalJson(const Store &store) {
  auto campaigns = store.campaigns();
  if (!campaigns)
    return campaigns.error();
  const CampaignParameters &campaign = campaigns->front();
  auto checks = store.steadyChecks();
  if (!checks)
    return checks.error();
  auto findings = findingsJson(store, campaign);
  if (!findings)
    return findings.error();
  auto coverage = store.coverage();
  if (!coverage)
    return coverage.error();
  Json known = Json::array();
  for (const KnownTally &tally : checks->known)
    known.push_back(toJson(tally));
  Json acceptance = Json::object();
  for (const auto &[op, count] : checks->totals.ops)
    acceptance[op] = {{"checks", count.checks}, {"accepted", count.accepted}};
  const Totals &totals = checks->totals;
  const Json out = {{"campaign", toJson(campaign)},
                    {"programs", totals.programs},
                    {"missing", checks->missing},
                    {"checks", totals.checks},
                    {"digest", checks->digest},
                    {"verdicts", totals.verdicts},
                    {"elements",
                     {{"exact", totals.exact},
                      {"bounded", totals.bounded},
                      {"inconclusive", totals.inconclusive}}},
                    {"opAcceptance", acceptance},
                    {"known", known},
                    {"coverage", coverageJson(*coverage)},
                    {"findings", findings->steady},
                    {"missedOptimisations", findings->missedOptimisations},
                    {"unsteady", unsteadyJson(*checks, std::move(findings->unsteady))}};
  // In ASCII: nothing that a compiler printed acts on a terminal that shows it.
  return out.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
