#include "campaign/mutation/BugReport.h"

#include "campaign/mutation/MutationReport.h"
#include "support/NameOf.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

std::string numberOr(const std::optional<int64_t> &number, const char *none) {
  return number ? fmt::format("{}", *number) : none;
}

/// Outcomes of pairs that tell of the bug; one that is reported ends a campaign.
constexpr MutantOutcome columns[] = {MutantOutcome::Equal,   MutantOutcome::Legal,
                                     MutantOutcome::Weak,    MutantOutcome::Missed,
                                     MutantOutcome::Invalid, MutantOutcome::Unusable};

size_t widthOfNames(const BugReport &report) {
  size_t width = report.kind.size();
  for (const std::string &bug : report.bugs)
    width = std::max(width, bug.size());
  return width;
}

constexpr std::string_view headOfCampaigns = "each campaign's";

size_t widthOfCampaigns(const BugReport &report) {
  return std::max(headOfCampaigns.size(), 6 * report.seeds.size());
}

std::string row(const BugReport &report, size_t bug) {
  const BugFigures &figures = report.figures[bug];
  std::string campaigns;
  for (const std::optional<int64_t> &found : figures.found)
    campaigns += fmt::format("{:>6}", numberOr(found, "-"));
  std::string line = fmt::format("  {:<{}}{:>8} {:>{}}{:>9}", report.bugs[bug],
                                 widthOfNames(report), numberOr(figures.median(), "-"), campaigns,
                                 widthOfCampaigns(report), figures.matched());
  for (const MutantOutcome outcome : columns)
    line += fmt::format("{:>9}", figures.counts[static_cast<size_t>(outcome)]);
  if (!report.reductions.empty())
    if (const auto &reduction = report.reductions[bug])
      line += fmt::format("{:>8}{:>8.1f}   {} to {}, {}", reduction->checks, reduction->seconds,
                          reduction->opsBefore, reduction->ops, reduction->largestExtent);
  return line + "\n";
}

std::string heading(const BugReport &report) {
  std::string line = fmt::format("  {:<{}}{:>8} {:>{}}{:>9}", report.kind, widthOfNames(report),
                                 "median", headOfCampaigns, widthOfCampaigns(report), "matched");
  for (const MutantOutcome outcome : columns)
    line += fmt::format("{:>9}", nameOf(outcome));
  if (!report.reductions.empty())
    line += fmt::format("{:>8}{:>8}   {}", "checks", "seconds", "ops, extent");
  return line + "\n";
}

nlohmann::ordered_json numberOrNull(const std::optional<int64_t> &number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json();
}

nlohmann::ordered_json toJson(const BugReduction &reduction) {
  return {{"checks", reduction.checks},
          {"seconds", reduction.seconds},
          {"opsBefore", reduction.opsBefore},
          {"ops", reduction.ops},
          {"largestExtent", reduction.largestExtent}};
}

} // namespace

std::string text(const BugReport &report) {
  std::string out = fmt::format("\nPrograms until a {} is reported, at most {}; {:.1f} s\n\n",
                                report.kind, report.programs, report.seconds);
  out += heading(report);
  int64_t always = 0;
  std::vector<int64_t> medians;
  for (size_t bug = 0; bug < report.bugs.size(); ++bug) {
    out += row(report, bug);
    always += report.figures[bug].isAlwaysFound();
    if (const auto median = report.figures[bug].median())
      medians.push_back(*median);
  }
  out += fmt::format("\n  {} of {} found in each campaign", always, report.bugs.size());
  if (!medians.empty()) {
    std::ranges::sort(medians);
    out += fmt::format("; the median of {} medians is {}", medians.size(),
                       medians[(medians.size() - 1) / 2]);
  }
  return out + "\n";
}

nlohmann::ordered_json toJson(const BugReport &report) {
  nlohmann::ordered_json out{{"version", report.version}, {"target", report.target},
                             {"profile", report.profile}, {"kind", report.kind},
                             {"seeds", report.seeds},     {"programs", report.programs},
                             {"probes", report.probes},   {"bugs", nlohmann::json::array()}};
  for (size_t bug = 0; bug < report.bugs.size(); ++bug) {
    const BugFigures &figures = report.figures[bug];
    nlohmann::ordered_json one{{"name", report.bugs[bug]},
                               {"median", numberOrNull(figures.median())}};
    for (const std::optional<int64_t> &found : figures.found)
      one["found"].push_back(numberOrNull(found));
    one["matched"] = figures.matched();
    one["outcomes"] = toJson(figures.counts);
    if (!report.reductions.empty() && report.reductions[bug])
      one["reduction"] = toJson(*report.reductions[bug]);
    out["bugs"].push_back(std::move(one));
  }
  auto &records = out["records"] = nlohmann::ordered_json::array();
  for (const BugTrial &record : report.records) {
    records.push_back({{"bug", report.bugs[record.bug]},
                       {"seed", report.seeds[record.campaign]},
                       {"program", record.program}});
    addResult(records.back(), record.result);
  }
  out["seconds"] = report.seconds;
  return out;
}

std::string csv(const BugReport &report) {
  std::string out =
      fmt::format("{},seed,program,outcome,kind,values,admitted,detail\n", report.kind);
  for (const BugTrial &record : report.records) {
    const MutantResult &result = record.result;
    out += fmt::format("{},{},{},{},{},{},{},{}\n", report.bugs[record.bug],
                       report.seeds[record.campaign], record.program, nameOf(result.outcome),
                       result.kind, int(result.isOfValues), int(result.isAdmitted),
                       csvField(result.detail));
  }
  return out;
}

} // namespace assay
