#include "campaign/site/BugPages.h"

#include "campaign/report/IrDiff.h"
#include "campaign/report/PageData.h"
#include "campaign/site/Markdown.h"
#include "triage/bugs/BugExport.h"

#include <algorithm>

namespace assay {

using kainjow::mustache::data;

namespace {

data entryData(const JournalEntry &entry) {
  data out;
  out.set("time", entry.time);
  out.set("who", entry.who);
  out.set("said", entry.state      ? describe(*entry.state, entry.detail)
                  : entry.isTest() ? fmt::format("on {}: {} ({} of {} checks)", entry.target,
                                                 entry.result, entry.found, entry.checks)
                                   : "note" + (entry.link.empty() ? "" : ": " + entry.link));
  if (!entry.why.empty())
    out.set("why", entry.why);
  return out;
}

data conflictsOf(const BugHistory &history) {
  data conflicts(data::type::list);
  for (const JournalEntry *entry : history.conflicts())
    conflicts << entryData(*entry);
  return conflicts;
}

data entriesOf(const BugHistory &history) {
  data entries(data::type::list);
  for (const JournalEntry &entry : history.entries())
    entries << entryData(entry);
  return entries;
}

data linksOf(const BugRecord &bug) {
  data links(data::type::list);
  for (const std::string &link : bug.links())
    if (isLink(link)) {
      data one;
      one.set("link", link);
      links << one;
    }
  return links;
}

data resultsOf(const BugRecord &bug) {
  data results(data::type::list);
  for (const BugResult &one : bug.results()) {
    data cell = dataOf(markOf(one));
    cell.set("target", one.target);
    if (!one.time.empty())
      cell.set("time", one.time);
    results << cell;
  }
  return results;
}

} // namespace

std::string pageOf(const BugRecord &bug) { return fmt::format("bugs/{}.html", bug.id); }

bool mayHave(const TargetName &target, const BugRecord &bug) {
  const auto backends = bug.valuesOf("backend"), first = bug.valuesOf("since"),
             last = bug.valuesOf("until");
  if (target.absoluteCompiler() != bug.compiler() ||
      (!backends.empty() && std::ranges::find(backends, target.backend) == backends.end()))
    return false;
  const auto version = target.version();
  const auto isAt = [&](const std::string &text) { return parseVersion(text) <= version; };
  const auto isFrom = [&](const std::string &text) { return parseVersion(text) >= version; };
  return !version || ((first.empty() || std::ranges::any_of(first, isAt)) &&
                      (last.empty() || std::ranges::any_of(last, isFrom)));
}

Mark markOf(const BugRecord &bug) {
  const BugState state = bug.history.state();
  return {state == BugState::Fixed ? "good"
          : rowOf(state).isOpen    ? "bad"
                                   : "quiet",
          std::string(nameOf(state)) + (bug.history.conflicts().empty() ? "" : ", conflict")};
}

Mark markOf(const BugResult &result) {
  if (result.isRight)
    return {"good", "✓ " + result.result};
  for (const char *open : {"inconclusive", "unsupported", "untested"})
    if (result.result.starts_with(open))
      return {"quiet", "– " + result.result};
  return {"bad", "✗ " + result.result};
}

std::string phaseOf(const BugRecord &bug) {
  if (std::string pass = bug.pass(); !pass.empty())
    return pass;
  const auto kinds = bug.kinds();
  return kinds == std::vector<std::string>{kindText("compile_failure")} ? "compile" : "";
}

data bugPage(const BugRecord &bug, int64_t seen, const std::string &caseFile) {
  data out;
  const BugHistory &history = bug.history;
  out.set("id", bug.id);
  out.set("state", describe(history.state(), history.detail()));
  out.set("tone", markOf(bug).tone);
  out.set("conflicts", conflictsOf(history));
  out.set("kinds", joined(bug.kinds()));
  out.set("compiler", bug.compiler() + (bug.releases().empty() ? "" : " " + bug.releases()));
  if (const auto ops = bug.ops(); !ops.empty())
    out.set("ops", joined(ops));
  if (const std::string phase = phaseOf(bug); !phase.empty())
    out.set("phase", phase);
  if (seen)
    out.set("count", text(seen));
  out.set("links", linksOf(bug));
  // What has a section of its own.
  const data results = resultsOf(bug);
  const bool hasResults = results.is_non_empty_list();
  const std::string cause = bug.cause(), report = hasResults
                                                      ? bug.reportWithout({"Cause", "Versions"})
                                                      : bug.reportWithout({"Cause"});
  out.set("hasCause", data(!cause.empty()));
  out.set("cause", htmlOf(cause));
  out.set("hasReport", data(!report.empty()));
  out.set("report", htmlOf(report));
  out.set("hasResults", data(hasResults));
  out.set("results", results);
  const data pass = diffData(bug.beforePass, bug.afterPass);
  out.set("hasDiff", data(pass.is_non_empty_list()));
  out.set("diff", pass);
  out.set("hasPass", data(!bug.passInput.empty()));
  out.set("pass", bug.passInput);
  out.set("hasPhase", data(!bug.phaseInput.empty()));
  out.set("phase", bug.phaseInput);
  out.set("hasCase", data(!bug.cases.empty()));
  if (!bug.cases.empty()) {
    out.set("case", exportOf(bug).input.text);
    out.set("caseFile", caseFile);
  }
  if (const std::string shell = reproduceScript(bug); !shell.empty())
    out.set("script", shell);
  out.set("hasHistory", data(!history.entries().empty()));
  out.set("history", entriesOf(history));
  return out;
}

} // namespace assay
