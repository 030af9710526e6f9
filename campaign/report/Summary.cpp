#include "campaign/report/Summary.h"

#include "campaign/store/Paths.h"
#include "campaign/workers/Protocol.h"
#include "check/Accusations.h"
#include "check/CauseJson.h"
#include "check/SameCause.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace assay {

using Json = nlohmann::ordered_json;

double Summary::otherSeconds() const {
  return std::max(0.0, totals.jobSeconds - totals.stages.total());
}

double Summary::harnessShare() const {
  const StageSeconds &stages = totals.stages;
  double harness = stages.generate + stages.oracle + stages.compare + otherSeconds();
  double all = harness + stages.compile + stages.run;
  return all > 0 ? harness / all : 0;
}

/// What a campaign's workers accused a target of before there was time to confirm it.
static Expected<std::vector<Unconfirmed>> unconfirmedOf(const Store &store,
                                                        const CampaignParameters &campaign) {
  auto rows = store.pending(campaign.key());
  if (!rows)
    return rows.error();
  std::vector<Unconfirmed> out;
  for (const PendingRow &row : *rows) {
    const auto reply = decodeReply(row.reply);
    const auto *check = reply ? std::get_if<CheckReply>(&*reply) : nullptr;
    if (check && check->verdict.isFinding())
      out.push_back({check->verdict.signature.text(), std::string(check->verdict.name()), row.index,
                     campaign.targets[static_cast<size_t>(row.target)].text()});
  }
  return out;
}

const CampaignParameters &firstCampaignOf(const Finding &finding,
                                          std::span<const CampaignParameters> campaigns) {
  const auto found = std::ranges::find(campaigns, finding.first.first, &CampaignParameters::seed);
  return found == campaigns.end() ? campaigns.front() : *found;
}

Expected<Summary> summarise(const Store &store,
                            const std::function<std::vector<CoveragePoint>()> &known) {
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
  for (Finding &finding : *findings)
    (finding.row.verdict == missedOptimisationName ? summary.missedOptimisations : summary.findings)
        .push_back(std::move(finding));
  auto tallies = store.knownTallies();
  if (!tallies)
    return tallies.error();
  summary.known = std::move(*tallies);
  auto samples = store.samples();
  if (!samples)
    return samples.error();
  summary.samples = std::move(*samples);
  auto devices = store.devices();
  if (!devices)
    return devices.error();
  summary.devices = std::move(*devices);
  auto coverage = store.coverage();
  if (!coverage)
    return coverage.error();
  summary.coverage = coverageByTarget(*coverage, known);
  for (const CampaignParameters &campaign : summary.campaigns) {
    auto unconfirmed = unconfirmedOf(store, campaign);
    if (!unconfirmed)
      return unconfirmed.error();
    std::ranges::move(*unconfirmed, std::back_inserter(summary.unconfirmed));
  }
  return summary;
}

std::vector<FindingGroup> worstFirst(const Summary &summary) {
  std::vector<FindingGroup> groups;
  for (const auto &[verdict, title, sentence] : accusations)
    groups.push_back({title, verdict, {}});
  for (bool isDeferred : {false, true})
    for (const Finding &finding : summary.findings) {
      if (finding.row.isDeferred() != isDeferred)
        continue;
      auto group = std::ranges::find(groups, finding.row.verdict, &FindingGroup::verdict);
      if (group == groups.end())
        // Of a store of another version.
        group = groups.insert(group, {finding.row.verdict, finding.row.verdict, {}});
      group->findings.push_back(&finding);
    }
  std::erase_if(groups, [](const FindingGroup &group) { return group.findings.empty(); });
  return groups;
}

int64_t FindingsOfCause::failures() const {
  int64_t sum = 0;
  for (const Finding *finding : findings)
    sum += finding->count;
  return sum;
}

std::vector<FindingsOfCause> byCause(const Summary &summary) {
  std::vector<const Finding *> all;
  for (const Finding &finding : summary.findings)
    all.push_back(&finding);
  std::ranges::sort(all, {}, [](const Finding *finding) {
    return std::tuple(finding->first, finding->row.signature, finding->row.about);
  });
  std::vector<const Cause *> causes;
  for (const Finding *finding : all)
    causes.push_back(finding->cause ? &finding->cause->cause : nullptr);
  const std::vector<size_t> groups = groupsOf(causes);
  std::map<size_t, FindingsOfCause> byFirst; // by the place of the first
  for (size_t i = 0; i < all.size(); ++i)
    byFirst[groups[i]].findings.push_back(all[i]);
  std::vector<FindingsOfCause> out;
  for (auto &[first, group] : byFirst)
    out.push_back(std::move(group));
  return out;
}

std::map<const Finding *, const Finding *> standsFor(std::span<const FindingsOfCause> causes) {
  std::map<const Finding *, const Finding *> out;
  for (const FindingsOfCause &cause : causes)
    for (const Finding *other : std::span(cause.findings).subspan(1))
      out[other] = cause.findings.front();
  return out;
}

bool FindingsOfCause::isKnown() const {
  return std::ranges::any_of(findings, [](const Finding *finding) {
    return finding->cause && !finding->cause->cause.known.bug.empty();
  });
}

std::string countsText(std::span<const FindingsOfCause> causes) {
  int64_t failures = 0;
  size_t findings = 0;
  for (const FindingsOfCause &cause : causes) {
    failures += cause.failures();
    findings += cause.findings.size();
  }
  const auto open = std::ranges::count_if(
      causes, [](const FindingsOfCause &cause) { return !cause.isExplained(); });
  const auto counted = [](auto count, const char *what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  const auto known = std::ranges::count_if(causes, &FindingsOfCause::isKnown);
  return fmt::format("{}, {}, {}{}{}", counted(failures, "failure"), counted(findings, "finding"),
                     counted(std::ssize(causes) - open, "cause"),
                     known > 0 ? fmt::format(", {} of known bugs", known) : "",
                     open > 0 ? fmt::format(", {} not explained yet", counted(open, "finding"))
                              : "");
}

std::string targetsText(const Finding &finding) {
  std::vector<std::string> out;
  for (const auto &[target, count] : finding.targets)
    out.push_back(fmt::format("{}x on {}", count, target));
  const std::string own = finding.row.caseTarget().text();
  if (out.empty())
    return "on " + own;
  // What is drawn anew every few programs shows it only as it was drawn.
  const bool isDrawn =
      std::ranges::find(finding.targets, own, &TargetCount::target) == finding.targets.end();
  return fmt::format("{}{}", fmt::join(out, ", "), isDrawn ? "; the case on " + own : "");
}

std::string rawText(const FindingRow &row) {
  if (row.reduced)
    return "";
  if (row.isDeferred() && row.unreduced.empty())
    return "deferred";
  const std::string why =
      Signature::parse(row.raw).joint ? "fails only with others in its module" : row.unreduced;
  return why.empty() ? "not reduced" : "not reduced: " + why;
}

std::string knownText(const Finding &finding) {
  std::vector<std::string> bugs;
  for (const auto &[bug, count] : finding.known)
    bugs.push_back(
        count == finding.count ? bug : fmt::format("{} ({} of {})", bug, count, finding.count));
  return fmt::format("{}", fmt::join(bugs, ", "));
}

/// Null if nobody looked.
static Json causeJson(const Finding &finding, const Paths &paths) {
  return finding.cause ? toJson(finding.cause->cause, paths.caseFile(finding.cause->caseName))
                       : Json();
}

static Json counterfactualJson(const Finding &finding) {
  if (!finding.counterfactual)
    return {};
  const Counterfactual &one = *finding.counterfactual;
  return {{"on", one.hidingTarget}, {"asked", one.asked}, {"right", one.right}, {"same", one.same}};
}

/// As docs/fuzz-json.md has it.
static Json toJson(const Finding &finding, const Paths &paths) {
  const FindingRow &row = finding.row;
  Json targets = Json::array();
  for (const auto &[target, count] : finding.targets)
    targets.push_back({{"target", target}, {"count", count}});
  return {
      {"signature", row.signature},
      {"verdict", row.verdict},
      {"case", paths.caseFile(row.caseName).string()},
      {"lit", row.lit ? Json(paths.litFile(row.caseName).string()) : Json()},
      {"count", finding.count},
      {"targets", targets},
      {"found", finding.frequency.found},
      {"tries", finding.frequency.checks},
      {"deterministic", Signature::parse(row.signature).kind != Signature::Kind::Nondeterministic},
      {"reduced", row.reduced},
      {"unreduced", row.unreduced.empty() ? Json() : Json(row.unreduced)},
      {"moreLike", row.isDeferred() ? Json(row.deferredBehind) : Json()},
      {"known", finding.known},
      {"cause", causeJson(finding, paths)},
      {"staysOn", row.staysOn() ? Json(row.about) : Json()},
      {"counterfactual", counterfactualJson(finding)}};
}

/// The findings by their names.
static Json causeJson(const FindingsOfCause &cause) {
  Json findings = Json::array();
  for (const Finding *finding : cause.findings)
    findings.push_back({{"signature", finding->row.signature}, {"about", finding->row.about}});
  const Finding &first = *cause.findings.front();
  return {{"kind", first.row.verdict},
          {"headline", first.cause ? Json(headline(first.cause->cause)) : Json()},
          {"failures", cause.failures()},
          {"findings", findings}};
}

std::string summaryJson(const Summary &summary, std::string_view end) {
  const Totals &totals = summary.totals;
  Paths paths(std::filesystem::absolute(summary.store));
  Json findings = Json::array(), missed = Json::array();
  for (const Finding &finding : summary.findings)
    findings.push_back(toJson(finding, paths));
  Json causes = Json::array();
  size_t unexplained = 0;
  for (const FindingsOfCause &cause : byCause(summary)) {
    causes.push_back(causeJson(cause));
    unexplained += !cause.isExplained();
  }
  for (const Finding &finding : summary.missedOptimisations) {
    missed.push_back(toJson(finding, paths));
    missed.back()["detail"] = finding.row.detail;
  }
  Json unconfirmed = Json::array();
  for (const Unconfirmed &one : summary.unconfirmed)
    unconfirmed.push_back({{"signature", one.signature},
                           {"verdict", one.verdict},
                           {"program", one.index},
                           {"target", one.target}});
  Json known = Json::array();
  for (const KnownTally &tally : summary.known)
    known.push_back({{"bug", tally.bug},
                     {"failures", tally.failures},
                     {"passedOver", tally.passedOver},
                     {"restRight", tally.restRight},
                     {"besideOthers", tally.besideOthers},
                     {"targets", tally.targets}});
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
              {"plan", campaigns.empty() || campaigns[0].plan.empty() ? "" : campaigns[0].profile},
              {"baseline",
               campaigns.empty() || !campaigns[0].baseline ? "" : campaigns[0].baseline->text()},
              {"programs", totals.programs},
              {"checks", totals.checks},
              {"verdicts", verdicts},
              {"elements",
               {{"exact", totals.exact},
                {"bounded", totals.bounded},
                {"inconclusive", totals.inconclusive}}},
              {"watch", campaigns.empty() ? "" : textOf(campaigns[0].watch)},
              {"findings", findings},
              {"causes", causes},
              {"unexplained", unexplained},
              {"missedOptimisations", missed},
              {"unconfirmed", unconfirmed},
              {"end", end},
              {"known", known},
              {"seconds", totals.seconds},
              {"stageSeconds",
               {{"generate", stages.generate},
                {"oracle", stages.oracle},
                {"compile", stages.compile},
                {"run", stages.run},
                {"compare", stages.compare},
                {"other", summary.otherSeconds()}}},
              {"opAcceptance", acceptance},
              {"devices", devices},
              {"coverage", coverageJson(summary.coverage)}};
  // In ASCII: nothing that a compiler printed acts on a terminal that shows it.
  return out.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

} // namespace assay
