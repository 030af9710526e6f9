#include "campaign/Summary.h"

#include "campaign/Paths.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace assay {

using Json = nlohmann::ordered_json;

double Summary::otherSeconds() const {
  const StageSeconds &stages = totals.stages;
  double known = stages.generate + stages.oracle + stages.compile + stages.run + stages.compare;
  return std::max(0.0, totals.jobSeconds - known);
}

double Summary::harnessShare() const {
  const StageSeconds &stages = totals.stages;
  double harness = stages.generate + stages.oracle + stages.compare + otherSeconds();
  double all = harness + stages.compile + stages.run;
  return all > 0 ? harness / all : 0;
}

Expected<Summary> summarise(const Store &store) {
  Summary summary;
  summary.store = store.path();
  auto campaigns = store.campaigns();
  if (!campaigns)
    return campaigns.error();
  summary.campaigns = std::move(*campaigns);
  auto totals = store.totals();
  if (!totals)
    return totals.error();
  summary.totals = std::move(*totals);
  auto findings = store.findings();
  if (!findings)
    return findings.error();
  summary.findings = std::move(*findings);
  auto samples = store.samples();
  if (!samples)
    return samples.error();
  summary.samples = std::move(*samples);
  auto devices = store.devices();
  if (!devices)
    return devices.error();
  summary.devices = std::move(*devices);
  return summary;
}

std::string summaryJson(const Summary &summary) {
  const Totals &totals = summary.totals;
  Paths paths(std::filesystem::absolute(summary.store));
  Json findings = Json::array();
  for (const Finding &finding : summary.findings) {
    const FindingRow &row = finding.row;
    findings.push_back({{"signature", row.signature},
                        {"verdict", row.verdict},
                        {"case", paths.caseFile(row.caseName).string()},
                        {"lit", row.lit ? Json(paths.litFile(row.caseName).string()) : Json()},
                        {"count", finding.count},
                        {"reduced", row.reduced}});
  }
  Json verdicts = Json::object();
  for (std::string_view name : verdictNames())
    verdicts[std::string(name)] = totals.verdicts.at(std::string(name));
  Json acceptance = Json::object();
  for (OpKind kind : allOpKinds) {
    const OpAcceptance &op = totals.ops.at(std::string(name(kind)));
    acceptance[std::string(name(kind))] = {{"checks", op.checks}, {"accepted", op.accepted}};
  }
  Json devices = Json::array();
  for (const DeviceRow &row : summary.devices)
    devices.push_back({{"target", row.target},
                       {"library", row.device.library},
                       {"device", row.device.name},
                       {"chip", row.device.chip}});
  const StageSeconds &stages = totals.stages;
  const auto &campaigns = summary.campaigns;
  Json out = {{"version", campaigns.empty() ? "" : campaigns[0].version},
              {"seed", campaigns.empty() ? 0 : campaigns[0].seed},
              {"baseline", campaigns.empty() ? "" : campaigns[0].baseline},
              {"programs", totals.programs},
              {"checks", totals.checks},
              {"verdicts", verdicts},
              {"findings", findings},
              {"seconds", totals.seconds},
              {"stageSeconds",
               {{"generate", stages.generate},
                {"oracle", stages.oracle},
                {"compile", stages.compile},
                {"run", stages.run},
                {"compare", stages.compare},
                {"other", summary.otherSeconds()}}},
              {"opAcceptance", acceptance},
              {"devices", devices}};
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
