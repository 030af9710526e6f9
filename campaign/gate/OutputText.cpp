#include "campaign/gate/OutputText.h"

#include "campaign/gate/Outputs.h"
#include "campaign/gate/PlantedFaults.h"
#include "support/Beginning.h"
#include "support/DurationText.h"
#include "support/FirstLine.h"
#include "support/NameOf.h"
#include "support/Printable.h"
#include "support/ShellText.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <span>

namespace assay {

std::string targetsText(const GateFinding &finding) {
  std::vector<std::string> parts;
  for (const GateFinding::Tally &tally : finding.targets)
    parts.push_back(fmt::format("{}x on {}", tally.programs, tally.target.text()));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string pairsText(const GateResult &result) {
  std::vector<std::string> parts;
  for (const GatePair &pair : result.pairs)
    parts.push_back(fmt::format("{} against {}", pair.candidate.text(), pair.base.text()));
  return fmt::format("{}{}", fmt::join(parts, ", "),
                     result.inject.empty() ? ""
                                           : ", with the fault " + result.inject + " built in");
}

std::filesystem::path fileOf(const GateResult &result, const GateFinding &finding) {
  if (finding.caseName.empty())
    return {};
  return result.folder / (finding.caseName + (finding.hasLit ? ".mlir" : ".json"));
}

/// With the case, and its target where that does not stand in it; empty where none was written.
static std::string commandOnCase(std::string_view command, const GateResult &result,
                                 const GateFinding &finding) {
  const std::filesystem::path file = fileOf(result, finding);
  if (file.empty())
    return "";
  return fmt::format(
      "assay {} {}{}", command, shellWord(file.string()),
      finding.hasLit
          ? ""
          : fmt::format(" --target {}", shellWord(finding.targets.front().target.text())));
}

std::string replayCommand(const GateResult &result, const GateFinding &finding) {
  return commandOnCase("replay", result, finding);
}

std::string filingCommand(const GateResult &result, const GateFinding &finding) {
  // What a fault makes is no bug of anybody's.
  return result.inject.empty() ? commandOnCase("bug add", result, finding) : "";
}

std::vector<const GateFinding *> accusing(const GateResult &result) {
  auto all = result.of(GateChange::New);
  for (const GateFinding *changed : result.of(GateChange::Changed))
    all.push_back(changed);
  return all;
}

size_t countCauses(const GateResult &result) {
  return static_cast<size_t>(std::ranges::count_if(
      accusing(result), [](const GateFinding *finding) { return finding->sameCauseAs.empty(); }));
}

std::string causeOf(const GateFinding &finding) {
  if (!finding.cause)
    return "";
  const std::string text = headline(*finding.cause);
  return finding.sameCauseAs.empty() ? text
                                     : fmt::format("that of {}; {}", finding.sameCauseAs, text);
}

std::string_view titleOf(const GateFinding &finding) {
  switch (finding.change) {
  case GateChange::New:
    return "new failure";
  case GateChange::Changed:
    return "changed failure";
  default:
    return "failure that did not come back";
  }
}

std::string shortened(std::string text, size_t longest) {
  constexpr std::string_view ellipsis = "...";
  if (text.size() <= longest)
    return text;
  return beginning(std::move(text), longest - ellipsis.size()).append(ellipsis);
}

static std::string reasonsText(std::string_view what,
                               const std::map<std::string, int64_t> &reasons) {
  int64_t all = 0;
  std::pair<int64_t, std::string> most;
  for (const auto &[reason, count] : reasons) {
    all += count;
    most = std::max(most, std::pair(count, reason));
  }
  return fmt::format("{}: {} check{}, {} of them: {}", what, all, all == 1 ? "" : "s", most.first,
                     printable(firstLine(most.second)));
}

std::vector<std::string> notesOf(const GateResult &result) {
  constexpr std::pair<GateChange, std::string_view> kinds[] = {
      {GateChange::Fixed, "fixed"},
      {GateChange::Open, "not looked at closely"},
      {GateChange::Flaky, "seen once, and not again"},
      {GateChange::Known, "known"},
      {GateChange::OnBase, "on the base as well"}};
  constexpr size_t most = 10; // of a kind
  std::vector<std::string> notes;
  for (const auto &[change, what] : kinds) {
    const auto findings = result.of(change);
    for (const GateFinding *finding : std::span(findings).first(std::min(most, findings.size())))
      notes.push_back(
          printable(fmt::format("{}: {}{} ({}, in {}){}", what, finding->signature,
                                finding->known.empty() ? "" : ", " + finding->known,
                                targetsText(*finding), finding->program,
                                finding->how.empty() ? "" : "; " + finding->how)) +
          (change == GateChange::Open ? "; again: " + replayCommand(result, *finding) : ""));
    if (findings.size() > most)
      notes.push_back(fmt::format("{}: {} more", what, findings.size() - most));
  }
  for (const GatePair &pair : result.pairs) {
    if (!pair.grantedMore.empty())
      notes.push_back(fmt::format("{} may lose more than the base: it alone is granted {}",
                                  pair.candidate.text(), pair.grantedMore));
    if (!pair.grantedLess.empty())
      notes.push_back(fmt::format("{} may lose less than the base: that alone is granted {}",
                                  pair.candidate.text(), pair.grantedLess));
  }
  if (!result.newlyUnsupported.empty())
    notes.push_back(reasonsText("newly unsupported", result.newlyUnsupported));
  if (!result.newlyInconclusive.empty())
    notes.push_back(reasonsText("newly inconclusive", result.newlyInconclusive));
  if (result.newlySupported > 0)
    notes.push_back(fmt::format("newly supported: {} checks", result.newlySupported));
  for (const CompileTimes &times : result.compileTimes)
    if (times.programs > 0)
      notes.push_back(fmt::format(
          "compiling on {}: median {:.1f} ms, {:.1f} ms on the base; 99 % within {:.1f} ms, {:.1f} "
          "ms on the base{}",
          times.pair.candidate.text(), 1e3 * times.candidate.median, 1e3 * times.base.median,
          1e3 * times.candidate.slowest, 1e3 * times.base.slowest,
          times.isSlower() ? ": slower" : ""));
  for (const MetricChange &change : result.metrics)
    notes.push_back(fmt::format("{} on {}: {}, {} on the base; more in {} programs, less in {}{}",
                                nameOf(change.metric), change.pair.candidate.text(),
                                change.candidate, change.base, change.worse, change.better,
                                change.worst.empty() ? "" : "; most in " + change.worst));
  return notes;
}

std::string sawText(const GateResult &result) {
  std::string out =
      fmt::format("{} of {} programs and {} cases of the corpus in {}; {} checks of the candidate "
                  "accepted, {} passed over for known bugs; {} ops in {} structures",
                  result.programs, result.count, result.corpusCases, durationText(result.seconds),
                  result.accepted, result.passedOver, result.ops.size(), result.structures);
  if (const auto planted = plantedFaultsFound(result.profile, result.programs))
    out += fmt::format("; so many programs find {:.0f} % of {} faults planted in assay's compiler",
                       100 * planted->found, planted->faults);
  return out;
}

std::string GateJudgement::text(const GateResult &result) const {
  if (result.end == GateResult::End::Equal)
    return "base and candidate are equal";
  const size_t fresh = result.of(GateChange::New).size(),
               changed = result.of(GateChange::Changed).size();
  const size_t open = result.of(GateChange::Open).size();
  const std::string unlooked =
      fmt::format("{} not looked at closely, as {}", open,
                  result.end == GateResult::End::Stopped ? "it was ended" : "the time was over");
  std::string out = fresh + changed > 0 ? fmt::format("{} new failure{}, {} changed", fresh,
                                                      fresh == 1 ? "" : "s", changed)
                    // The base is right there, or fails otherwise.
                    : open > 0 ? fmt::format("nothing could be concluded: of failures that may be "
                                             "new, {}",
                                             unlooked)
                               : "nothing new";
  if (const size_t causes = countCauses(result); causes < fresh + changed)
    out += fmt::format(", of {} cause{}", causes, causes == 1 ? "" : "s");
  if (result.end == GateResult::End::OutOfTime)
    out += "; the time was over before all programs were checked";
  if (result.end == GateResult::End::Stopped)
    out += "; interrupted";
  if (result.isCutShort && fresh + changed > 0)
    out += "; the time was over before all of these were reduced and explained";
  if (open > 0)
    out += fresh + changed > 0 ? "; " + unlooked : "";
  else if (exitCode == 3 && result.end == GateResult::End::Completed) {
    std::vector<std::string> ends;
    for (const auto &[verdict, checks] : result.verdicts)
      ends.push_back(fmt::format("{} {}", checks, verdict));
    out += fmt::format("; nothing could be concluded: the checks of the candidate ended as {}",
                       ends.empty() ? "none" : fmt::format("{}", fmt::join(ends, ", ")));
  }
  return out;
}

std::string gateText(const GateResult &result, const GateJudgement &judgement) {
  std::string out = fmt::format("\n{}\n", judgement.text(result));
  if (result.end == GateResult::End::Equal)
    return out;
  out += fmt::format("  saw {}\n", sawText(result));
  for (const GateFinding *finding : accusing(result)) {
    out += fmt::format("\n{}: {}{}  ({}, in {})\n  says: {}\n", titleOf(*finding),
                       printable(finding->signature), finding->isReduced ? "" : "  [not reduced]",
                       targetsText(*finding), printable(finding->program),
                       printable(firstLine(finding->detail)));
    if (finding->change == GateChange::Changed)
      out += fmt::format("  the base: {}\n", printable(firstLine(finding->baseSignature)));
    if (const std::string cause = causeOf(*finding); !cause.empty())
      out += fmt::format("  cause: {}\n", printable(cause));
    out += fmt::format("  again: {}\n", replayCommand(result, *finding));
    if (const std::string filing = filingCommand(result, *finding); !filing.empty())
      out += fmt::format("  to file it: {}\n", filing);
  }
  const auto notes = notesOf(result);
  if (!notes.empty())
    out += fmt::format("\n{}\n", fmt::join(notes, "\n"));
  return out;
}

} // namespace assay
