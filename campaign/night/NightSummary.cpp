#include "campaign/night/NightSummary.h"

#include "check/Accusations.h"
#include "support/Assert.h"
#include "support/DurationText.h"
#include "support/FirstLine.h"
#include "support/Printable.h"
#include "support/ShellText.h"
#include "support/process/Command.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace assay {
namespace {

/// Findings that a summary spells out.
constexpr size_t mostShown = 50;

/// What all campaigns of a night come to.
struct NightTotals {
  int64_t campaigns = 0, programs = 0, checks = 0, known = 0;
  double seconds = 0;
};

NightTotals totalsOf(const NightRecord &night) {
  NightTotals totals;
  for (const NightCampaign &campaign : night.campaigns) {
    totals.campaigns += campaign.state == NightCampaign::State::Done;
    totals.programs += campaign.programs;
    totals.checks += campaign.checks;
    totals.seconds += campaign.seconds;
    totals.known += campaign.known();
  }
  return totals;
}

std::vector<const NightFinding *> worstFirst(std::vector<const NightFinding *> findings) {
  std::ranges::sort(findings, {}, [](const NightFinding *one) {
    return std::tuple(rankOf(one->verdict), -one->failures, one->signature);
  });
  return findings;
}

std::vector<const NightFinding *> missedIn(const NightRecord &night) {
  std::vector<const NightFinding *> findings;
  for (const NightCampaign &campaign : night.campaigns)
    for (const NightFinding &finding : campaign.missed)
      findings.push_back(&finding);
  return findings;
}

size_t countChanges(const NightRecord &night, std::string_view to) {
  size_t count = 0;
  for (const NightRetest &retest : night.retests)
    count += static_cast<size_t>(std::ranges::count(retest.changes, to, &BugChange::to));
  return count;
}

std::string counted(size_t count, const char *noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// "  [not reduced: did not come again in 3 checks]"; empty for what is reduced.
std::string rawText(const NightFinding &finding) {
  if (finding.reduced)
    return "";
  return fmt::format("  [{}]", finding.notReduced.empty() ? "not reduced" : finding.notReduced);
}

std::string findingsText(std::span<const NightFinding *const> findings, const NightConfig &config) {
  std::string text;
  for (const NightFinding *finding : findings.first(std::min(findings.size(), mostShown))) {
    const std::string file = shellWord((config.folder / finding->caseFile).string());
    text += fmt::format("\n  {}{}\n    {}on {}: {}\n", finding->signature, rawText(*finding),
                        finding->failures > 0 ? fmt::format("{}x ", finding->failures) : "",
                        finding->target, firstLine(finding->detail));
    if (!finding->cause.empty())
      text += fmt::format(
          "    cause: {}{}\n",
          finding->sameCauseAs.empty() ? "" : fmt::format("that of {}; ", finding->sameCauseAs),
          finding->cause);
    text += fmt::format("    again: assay replay {}\n", file);
    if (finding->verdict == "missed_optimisation")
      continue;
    if (finding->cause.empty())
      text += fmt::format("    to explain it: assay explain {}\n", file);
    text += fmt::format("    to file it: assay bug add {}\n", file);
  }
  if (findings.size() > mostShown)
    text += fmt::format("\n  and {} more: see the page\n", findings.size() - mostShown);
  return text;
}

} // namespace

/// " of 2 new causes": where that is not one for each.
static std::string causesText(const std::vector<const NightFinding *> &fresh) {
  const size_t causes = countCauses(fresh);
  return causes > 0 && causes < fresh.size() ? fmt::format(" of {}", counted(causes, "new cause"))
                                             : "";
}

size_t countRegressed(const NightRecord &night) { return countChanges(night, "regressed"); }

std::string nightText(const NightRecord &night, const NightConfig &config) {
  const NightTotals totals = totalsOf(night);
  const NightNews news = newsIn(night.told());
  const auto countedIfAny = [](const auto &findings, const char *what) {
    return findings.empty() ? "" : fmt::format(", {} {}", findings.size(), what);
  };
  std::string text = fmt::format(
      "assay night {}: {}{}{}{}{}, {} regressed, {} fixed{}\n", night.number,
      counted(news.fresh.size(), "new finding"), causesText(news.fresh),
      countedIfAny(news.ofKnownCause, "of known causes"),
      countedIfAny(news.perhapsKnown, "perhaps of known causes"),
      countedIfAny(news.open, "not explained yet"), counted(countRegressed(night), "bug"),
      counted(countChanges(night, "fixed"), "bug"), night.unhealthy.empty() ? "" : "; unhealthy");
  for (const std::string &reason : night.unhealthy)
    text += fmt::format("  unhealthy: {}\n", reason);
  const auto addSection = [&](const std::vector<const NightFinding *> &findings,
                              const char *title) {
    if (!findings.empty())
      text += title + findingsText(worstFirst(findings), config);
  };
  // Those of earlier nights are told of by themselves.
  const NightNews own = newsIn(night.fresh());
  addSection(own.fresh, "");
  addSection(own.perhapsKnown,
             "\nperhaps of the cause of a known bug, which what was tried does not decide\n");
  addSection(own.open, "\nnot explained yet: it may be one that is known\n");
  addSection(own.ofKnownCause, "\nof the cause of a known bug, as far as causes tell\n");
  if (const auto missed = worstFirst(missedIn(night)); !missed.empty())
    text += fmt::format("\n{}\n{}", counted(missed.size(), "missed optimisation"),
                        findingsText(missed, config));
  if (!night.reduced.empty()) {
    std::vector<const NightFinding *> reduced;
    for (const NightFinding &finding : night.reduced)
      reduced.push_back(&finding);
    text += fmt::format("\nreduced or explained, of earlier nights: {}\n{}",
                        counted(reduced.size(), "finding"), findingsText(reduced, config));
  }
  for (const NightRetest &retest : night.retests) {
    text += fmt::format("\nretested on {}\n", retest.on);
    for (const BugChange &change : retest.changes)
      text += fmt::format("  {}: {}, was {}\n", change.bug, change.to, change.from);
  }
  for (const std::string &release : night.installed)
    text += fmt::format("\ninstalled {}\n", release);
  for (const std::string &trouble : night.troubles)
    text += fmt::format("\n{}\n", trouble);
  text += fmt::format("\n{}, {} programs, {} checks, {} of them known; took {}\n{}\n",
                      counted(static_cast<size_t>(totals.campaigns), "campaign"), totals.programs,
                      totals.checks, totals.known, durationText(totals.seconds),
                      (config.page / "index.html").string());
  return printable(text);
}

std::vector<std::string> nightVariables(const NightRecord &night, const NightConfig &config) {
  const NightTotals totals = totalsOf(night);
  const NightNews news = newsIn(night.told());
  return {fmt::format("ASSAY_NIGHT={}", night.number),
          fmt::format("ASSAY_NIGHT_NEW={}", news.fresh.size()),
          fmt::format("ASSAY_NIGHT_CAUSES={}", countCauses(news.fresh)),
          fmt::format("ASSAY_NIGHT_KNOWN_CAUSES={}", news.ofKnownCause.size()),
          fmt::format("ASSAY_NIGHT_PERHAPS_KNOWN={}", news.perhapsKnown.size()),
          fmt::format("ASSAY_NIGHT_OPEN={}", news.open.size()),
          fmt::format("ASSAY_NIGHT_REGRESSED={}", countRegressed(night)),
          fmt::format("ASSAY_NIGHT_FIXED={}", countChanges(night, "fixed")),
          fmt::format("ASSAY_NIGHT_UNHEALTHY={}", night.unhealthy.size()),
          fmt::format("ASSAY_NIGHT_CAMPAIGNS={}", totals.campaigns),
          fmt::format("ASSAY_NIGHT_PROGRAMS={}", totals.programs),
          fmt::format("ASSAY_NIGHT_CHECKS={}", totals.checks),
          fmt::format("ASSAY_NIGHT_KNOWN={}", totals.known),
          fmt::format("ASSAY_NIGHT_PAGE={}", config.page.string())};
}

Expected<void> sendSummary(const std::string &command, const std::filesystem::path &summary,
                           std::vector<std::string> variables, const std::function<bool()> &stop) {
  CommandLimits limits;
  limits.seconds = 300;
  limits.fileMebibytes = 0; // a log that it writes to may be long
  variables.push_back("ASSAY_NIGHT_SUMMARY=" + summary.string());
  auto done = runCommand({"/bin/sh", "-c", "exec < \"$ASSAY_NIGHT_SUMMARY\"\n" + command}, limits,
                         {}, variables, stop);
  if (!done)
    return done.error();
  if (done->end == CommandResult::End::Exited && done->exitCode == 0)
    return {};
  const auto how = [&]() -> std::string {
    switch (done->end) {
    case CommandResult::End::Exited:
      return fmt::format("ended with {}", done->exitCode);
    case CommandResult::End::TimedOut:
      return "took too long";
    case CommandResult::End::Signalled:
      return "was ended by a signal";
    case CommandResult::End::TooManyProcesses:
      return "started processes without end";
    case CommandResult::End::OutOfMemory:
      return "took too much memory";
    case CommandResult::End::TooMuchWritten:
      return "printed without end";
    case CommandResult::End::Stopped:
      return "was ended with the night";
    }
    ASSAY_ASSERT(false, "all ends are there");
    return "";
  };
  return Error{fmt::format("the command of /notify {}{}{}", how(), done->err.empty() ? "" : ": ",
                           firstLine(done->err))};
}

} // namespace assay
