#include "campaign/report/Report.h"

#include "campaign/report/Commands.h"
#include "campaign/report/FindingSection.h"
#include "campaign/report/MutationSection.h"
#include "campaign/report/PageData.h"
#include "campaign/report/ReportTemplate.h"
#include "campaign/report/Throughput.h"
#include "campaign/store/Paths.h"
#include "support/DurationText.h"
#include "support/Version.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <kainjow/mustache.hpp>

namespace assay {
namespace {

using kainjow::mustache::data;

std::string percent(double part, double whole) {
  return whole > 0 ? fmt::format("{:.1f} %", 100 * part / whole) : "-";
}

data tile(const std::string &value, const char *label, const char *tone = "") {
  data out;
  out.set("value", value);
  out.set("label", label);
  out.set("tone", tone);
  return out;
}

data tiles(const Summary &summary) {
  const Totals &totals = summary.totals;
  size_t findings = summary.findings.size();
  data out(data::type::list);
  out << tile(fmt::format("{}", findings), findings == 1 ? "finding" : "findings",
              findings ? "bad" : "good");
  out << tile(fmt::format("{}", totals.programs), "programs");
  out << tile(fmt::format("{}", totals.checks), "checks");
  out << tile(
      fmt::format("{:.1f}", totals.seconds > 0 ? double(totals.programs) / totals.seconds : 0),
      "programs per second");
  out << tile(durationText(totals.seconds), "wall time");
  return out;
}

data missedOptimisations(const Summary &summary, const FindingPlace &place) {
  data out(data::type::list);
  for (const Finding &missed : summary.missedOptimisations)
    out << findingSection(missed, place);
  return out;
}

data groups(const Summary &summary, const FindingPlace &place) {
  data out(data::type::list);
  for (const FindingGroup &group : worstFirst(summary)) {
    data findings(data::type::list);
    for (const Finding *one : group.findings)
      findings << findingSection(*one, place);
    data row;
    row.set("title", std::string(group.title));
    row.set("anchor", std::string(group.verdict));
    row.set("size", text(group.findings.size()));
    row.set("findings", findings);
    out << row;
  }
  return out;
}

data unconfirmed(const Summary &summary) {
  data out(data::type::list);
  for (const Unconfirmed &one : summary.unconfirmed) {
    data row;
    row.set("signature", one.signature);
    row.set("target", one.target);
    row.set("index", text(one.index));
    out << row;
  }
  return out;
}

data known(const Summary &summary) {
  data out(data::type::list);
  for (const KnownTally &tally : summary.known) {
    std::vector<std::string> targets;
    for (const auto &[target, count] : tally.targets)
      targets.push_back(fmt::format("{}x on {}", count, target));
    data row;
    row.set("bug", tally.bug);
    row.set("targets", fmt::format("{}", fmt::join(targets, ", ")));
    row.set("failures", text(tally.failures));
    row.set("passedOver", text(tally.passedOver));
    row.set("restRight", text(tally.restRight));
    row.set("besideOthers", text(tally.besideOthers));
    out << row;
  }
  return out;
}

const char *toneOf(std::string_view verdict) {
  if (verdict == "agree")
    return "good";
  if (verdict == "unsupported" || verdict == "inconclusive" || verdict == "known")
    return "quiet";
  return verdict == "flaky" ? "warn" : "bad";
}

double barWidth(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

data verdicts(const Totals &totals) {
  data out(data::type::list);
  for (std::string_view name : verdictNames()) {
    int64_t count = totals.verdicts.at(std::string(name));
    data row;
    row.set("name", std::string(name));
    row.set("tone", toneOf(name));
    row.set("zero", data(count == 0));
    row.set("count", text(count));
    row.set("width", text(barWidth(double(count), double(totals.checks))));
    row.set("share", percent(double(count), double(totals.checks)));
    out << row;
  }
  return out;
}

data stages(const Summary &summary) {
  const StageSeconds &stages = summary.totals.stages;
  std::pair<const char *, double> parts[] = {
      {"generate", stages.generate}, {"oracle", stages.oracle},
      {"compile", stages.compile},   {"run", stages.run},
      {"compare", stages.compare},   {"other", summary.otherSeconds()}};
  double all = 0;
  for (auto [name, seconds] : parts)
    all += seconds;
  data out(data::type::list);
  int color = 0;
  for (auto [name, seconds] : parts) {
    data row;
    row.set("name", name);
    row.set("color", fmt::format("c{}", color++));
    row.set("seconds", fmt::format("{:.2f}", seconds));
    row.set("share", percent(seconds, all));
    row.set("width", fmt::format("{:.3f}", all > 0 ? 100 * seconds / all : 0));
    out << row;
  }
  return out;
}

data ops(const Totals &totals) {
  data out(data::type::list);
  for (OpKind kind : allOpKinds) {
    const OpAcceptance &op = totals.ops.at(std::string(name(kind)));
    data row;
    row.set("name", std::string(name(kind)));
    row.set("zero", data(op.checks == 0));
    row.set("checks", text(op.checks));
    row.set("share", percent(double(op.accepted), double(op.checks)));
    row.set("width",
            fmt::format("{:.2f}", op.checks ? 100.0 * double(op.accepted) / double(op.checks) : 0));
    row.set("tone", op.accepted == op.checks ? "good" : "warn");
    out << row;
  }
  return out;
}

data coverage(const Summary &summary) {
  data out(data::type::list);
  for (const TargetCoverage &target : summary.coverage) {
    data rows(data::type::list), unreached(data::type::list);
    for (const auto *list : {&target.patterns, &target.passes})
      for (const CoverageRow &one : *list) {
        data row;
        row.set("name", one.point.name);
        row.set("root", one.point.root.empty() ? "a pass" : one.point.root);
        row.set("zero", data(one.programs == 0));
        row.set("programs", text(one.programs));
        row.set("successes", text(one.successes));
        row.set("tries", text(one.tries));
        row.set("first", one.first ? fmt::format("#{}", *one.first) : "");
        rows << row;
      }
    for (const CoveragePoint &point : target.unreached) {
      data row;
      row.set("name", point.name);
      row.set("root", point.root.empty() ? data(false) : data(point.root));
      unreached << row;
    }
    data row;
    row.set("text", target.text());
    row.set("rows", rows);
    row.set("hasUnreached", data(!target.unreached.empty()));
    row.set("unreached", unreached);
    out << row;
  }
  return out;
}

/// Of one campaign.
data devices(const Summary &summary, int64_t campaign) {
  data out(data::type::list);
  for (const DeviceRow &device : summary.devices) {
    if (device.campaign != campaign)
      continue;
    data row;
    row.set("target", device.target);
    row.set("device", device.device.text());
    out << row;
  }
  return out;
}

data campaigns(const Summary &summary, const Paths &paths) {
  data out(data::type::list);
  for (const CampaignParameters &campaign : summary.campaigns) {
    data row;
    row.set("targets", fmt::format("{}", fmt::join(textsOf(campaign.targets), ", ")));
    row.set("seed", text(campaign.seed));
    row.set("profile", campaign.profile);
    if (!campaign.inject.empty())
      row.set("inject", campaign.inject);
    if (campaign.baseline)
      row.set("baseline", campaign.baseline->text());
    if (!campaign.watch.empty())
      row.set("watch", textOf(campaign.watch));
    row.set("devices", devices(summary, campaign.key()));
    row.set("version", campaign.version);
    row.set("command", fuzzCommand(paths, campaign, summary.totals.programs));
    out << row;
  }
  return out;
}

/// All of a campaign but its findings.
data campaignPage(const Summary &summary, const Paths &paths) {
  std::string targets, subtitle;
  if (!summary.campaigns.empty()) {
    const CampaignParameters &first = summary.campaigns[0];
    targets = fmt::format("{}", fmt::join(textsOf(first.targets), ", "));
    subtitle = fmt::format("seed {}, {}{}{}{}", first.seed, first.plan.empty() ? "profile " : "",
                           first.profile,
                           first.inject.empty() ? "" : ", with the injected fault " + first.inject,
                           first.baseline ? ", held against " + first.baseline->text() : "");
    if (summary.campaigns.size() > 1)
      subtitle += fmt::format(", and {} more campaigns", summary.campaigns.size() - 1);
  }
  data page;
  page.set("hasStore", data(true));
  page.set("title", "Campaign on " + targets);
  page.set("subtitle", subtitle);
  page.set("tiles", tiles(summary));
  page.set("hasUnconfirmed", data(!summary.unconfirmed.empty()));
  page.set("unconfirmed", unconfirmed(summary));
  page.set("hasKnown", data(!summary.known.empty()));
  page.set("known", known(summary));
  page.set("verdicts", verdicts(summary.totals));
  page.set("stages", stages(summary));
  page.set("harness", fmt::format("{:.1f} %", 100 * summary.harnessShare()));
  page.set("throughput", throughputSvg(summary.samples));
  page.set("ops", ops(summary.totals));
  page.set("hasCoverage", data(!summary.coverage.empty()));
  page.set("coverage", coverage(summary));
  page.set("campaigns", campaigns(summary, paths));
  return page;
}

data mutationPage(std::span<const MutationFigures> mutation) {
  std::vector<std::string_view> targets;
  for (const MutationFigures &figures : mutation)
    targets.push_back(figures.target);
  data page;
  page.set("hasStore", data(false));
  page.set("title", fmt::format("Mutants of {}", fmt::join(targets, ", ")));
  page.set("subtitle",
           "Small bugs, built into the compiler one at a time, and what a check sees of "
           "them");
  return page;
}

} // namespace

data navigation(std::span<const PageLink> pages, std::string_view current) {
  data nav(data::type::list);
  for (const PageLink &link : pages) {
    data one;
    one.set("file", std::string(link.file));
    one.set("name", std::string(link.name));
    one.set("isCurrent", data(current == link.file));
    nav << one;
  }
  return nav;
}

std::string renderReport(const Summary &summary, const std::filesystem::path &folder) {
  const Paths paths(summary.store);
  const std::vector<FindingsOfCause> causes = byCause(summary);
  const FindingPlace place{paths, paths, folder, summary.parameters(), standsFor(causes)};
  data page = campaignPage(summary, paths);
  page.set("showsFindings", data(true));
  page.set("hasFindings", data(!summary.findings.empty()));
  page.set("counts", countsText(causes));
  page.set("groups", groups(summary, place));
  page.set("hasMissed", data(!summary.missedOptimisations.empty()));
  page.set("missed", missedOptimisations(summary, place));
  page.set("store", summary.store.string());
  page.set("version", version);
  return pageTemplate(reportTemplate).render(page);
}

std::string renderCampaignPage(const Summary *summary, std::span<const MutationFigures> mutation,
                               const CampaignPlace &place) {
  data page = summary ? campaignPage(*summary, place.shown) : mutationPage(mutation);
  page.set("hasNav", data(true));
  page.set("nav", navigation(place.pages, place.file));
  page.set("root", "");
  page.set("hasMutation", data(!mutation.empty()));
  page.set("mutation", mutationSection(mutation, place.folder));
  page.set("store", place.stores);
  page.set("version", version);
  return pageTemplate(reportTemplate).render(page);
}

} // namespace assay
