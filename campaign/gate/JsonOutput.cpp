#include "campaign/gate/OutputText.h"
#include "campaign/gate/Outputs.h"
#include "campaign/gate/PlantedFaults.h"
#include "check/CauseJson.h"
#include "support/NameOf.h"

#include <nlohmann/json.hpp>

namespace assay {

using Json = nlohmann::ordered_json;

static Json toJson(const GateResult &result, const GateFinding &finding) {
  Json targets = Json::array();
  for (const GateFinding::Tally &tally : finding.targets)
    targets.push_back({{"target", tally.target.text()}, {"programs", tally.programs}});
  return {{"change", nameOf(finding.change)},
          {"verdict", finding.verdict},
          {"signature", finding.signature},
          {"detail", finding.detail},
          {"found", finding.seen ? finding.seen->frequency.found : 0},
          {"tries", finding.seen ? finding.seen->frequency.checks : 0},
          {"baseSignature", finding.baseSignature},
          {"baseDetail", finding.baseDetail},
          {"how", finding.how},
          {"known", finding.known},
          {"program", finding.program},
          {"targets", targets},
          {"reduced", finding.isReduced},
          {"ops", finding.ops},
          {"case",
           finding.caseName.empty() ? "" : (result.folder / (finding.caseName + ".json")).string()},
          {"cause", finding.cause ? toJson(*finding.cause, fileOf(result, finding)) : Json()},
          {"sameCauseAs", finding.sameCauseAs},
          {"lit", finding.hasLit ? fileOf(result, finding).string() : ""},
          {"replay", replayCommand(result, finding)}};
}

static Json toJson(const CompileTimes &times) {
  const auto side = [](const CompileTimes::Side &one) {
    return Json{{"median", one.median}, {"p99", one.slowest}};
  };
  return {{"target", times.pair.candidate.text()},
          {"programs", times.programs},
          {"base", side(times.base)},
          {"candidate", side(times.candidate)},
          {"slower", times.isSlower()}};
}

std::string gateJson(const GateResult &result, const GateJudgement &judgement) {
  Json pairs = Json::array(), findings = Json::array(), cases = Json::array(),
       compileTimes = Json::array(), metrics = Json::array();
  for (const GatePair &pair : result.pairs)
    pairs.push_back({{"base", pair.base.text()},
                     {"candidate", pair.candidate.text()},
                     {"baseContent", pair.baseContent},
                     {"candidateContent", pair.candidateContent},
                     {"grantedMore", pair.grantedMore},
                     {"grantedLess", pair.grantedLess}});
  for (const GateFinding &finding : result.findings)
    findings.push_back(toJson(result, finding));
  for (const GateCaseResult &one : result.cases)
    cases.push_back({{"name", one.name},
                     {"target", one.target.text()},
                     {"base", one.baseVerdict},
                     {"candidate", one.verdict},
                     {"change", one.change ? nameOf(*one.change) : ""}});
  for (const CompileTimes &times : result.compileTimes)
    compileTimes.push_back(toJson(times));
  for (const MetricChange &change : result.metrics)
    metrics.push_back({{"metric", nameOf(change.metric)},
                       {"target", change.pair.candidate.text()},
                       {"base", change.base},
                       {"candidate", change.candidate},
                       {"more", change.worse},
                       {"less", change.better},
                       {"most", change.worst}});
  const auto planted = plantedFaultsFound(result.profile, result.programs);
  const Json out = {{"schema", 1},
                    {"version", result.version},
                    {"text", judgement.text(result)},
                    {"exitCode", judgement.exitCode},
                    {"failOn", judgement.failOn},
                    {"end", nameOf(result.end)},
                    {"cutShort", result.isCutShort},
                    {"pairs", pairs},
                    {"seed", result.seed},
                    {"profile", result.profile},
                    {"inject", result.inject},
                    {"count", result.count},
                    {"programs", result.programs},
                    {"corpusCases", result.corpusCases},
                    {"checks", result.checks},
                    {"accepted", result.accepted},
                    {"passedOver", result.passedOver},
                    {"verdicts", result.verdicts},
                    {"ops", result.ops},
                    {"structures", result.structures},
                    {"plantedFaultsFound", planted ? Json(planted->found) : Json()},
                    {"newlyUnsupported", result.newlyUnsupported},
                    {"newlyInconclusive", result.newlyInconclusive},
                    {"newlySupported", result.newlySupported},
                    {"findings", findings},
                    {"cases", cases},
                    {"compileTimes", compileTimes},
                    {"metrics", metrics},
                    {"seconds", result.seconds}};
  // In ASCII: nothing that a compiler printed acts on a terminal that shows it.
  return out.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
