#include "campaign/site/FindingPages.h"

#include "campaign/report/PageData.h"
#include "campaign/site/BugPages.h"
#include "support/Hash.h"
#include "support/ReadFile.h"
#include "triage/bugs/BugExport.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace assay {

using kainjow::mustache::data;

namespace {

int64_t knownChecks(const Finding &finding) {
  int64_t sum = 0;
  for (const auto &[bug, count] : finding.known)
    sum += count;
  return sum;
}

/// A bug, with its page if there is one.
data linkOf(const std::string &bug, const BugRecords &bugs) {
  data link;
  link.set("bug", bug);
  if (auto record = bugs.find(bug))
    link.set("page", pageOf(**record));
  return link;
}

/// What each target of the campaigns shows.
data cellsOf(const Finding &finding, const std::vector<std::string> &targets) {
  data cells(data::type::list);
  for (const std::string &target : targets) {
    const auto seen = std::ranges::find(finding.targets, target, &TargetCount::target);
    const Mark mark = seen == finding.targets.end()
                          ? Mark{"quiet", "– not seen"}
                          : Mark{"bad", fmt::format("✗ {}x", seen->count)};
    data cell = dataOf(mark);
    cell.set("target", target);
    cells << cell;
  }
  return cells;
}

/// The shell script that shows it with what was released; empty if there is none.
std::string scriptOf(const Finding &finding, const FindingPlace &place) {
  const FindingRow &row = finding.row;
  if (!row.lit)
    return "";
  auto lit = readFile(place.paths.litFile(row.caseName));
  if (!lit)
    return "";
  BugRecord bug;
  bug.id = row.caseName;
  bug.said = {{"compiler", row.target.compiler}, {"forms", nlohmann::json::array()}};
  if (const auto version = row.target.version())
    bug.said["until"] = version->text();
  bug.cases = {{row.caseName + ".mlir", std::move(*lit)}};
  return reproduceScript(bug);
}

} // namespace

std::string pageOf(const Finding &finding) {
  return fmt::format("findings/{}.html",
                     contentName(finding.row.signature + "\n" + finding.row.about));
}

Novelty noveltyOf(const Finding &finding) {
  if (!finding.known.empty())
    return knownChecks(finding) < finding.count ? Novelty::New : Novelty::Known;
  const KnownCause known = finding.cause ? finding.cause->cause.known : KnownCause{};
  return !known.bug.empty()      ? Novelty::KnownCause
         : known.perhaps.empty() ? Novelty::New
                                 : Novelty::PerhapsKnown;
}

Mark markOf(const Finding &finding) {
  switch (noveltyOf(finding)) {
  case Novelty::New:
    return {"bad", finding.known.empty() ? "new" : "new, partly known"};
  case Novelty::PerhapsKnown:
    return {"bad", "perhaps known"};
  case Novelty::KnownCause:
    return {"warn", "known cause"};
  case Novelty::Known:
    return {"warn", "known"};
  }
}

data knownOf(const Finding &finding, const BugRecords &bugs) {
  data links(data::type::list);
  const auto all = [&](const char *label) {
    data known;
    known.set("label", label);
    known.set("bugs", links);
    return known;
  };
  for (const auto &[bug, count] : finding.known) {
    data link = linkOf(bug, bugs);
    link.set("times", fmt::format("{} of {}", count, finding.count));
    links << link;
  }
  if (!finding.known.empty())
    return all("Known as");
  const Novelty novelty = noveltyOf(finding);
  if (novelty == Novelty::New)
    return data(false);
  const KnownCause &known = finding.cause->cause.known;
  if (novelty == Novelty::KnownCause) {
    links << linkOf(known.bug, bugs);
    return all("Has the cause of");
  }
  for (const std::string &bug : known.perhaps)
    links << linkOf(bug, bugs);
  return all("Perhaps has the cause of");
}

std::string phaseOf(const Finding &finding) {
  if (finding.cause) {
    const Cause &cause = finding.cause->cause;
    std::vector<std::string> blamed = blamedPasses(cause);
    if (blamed.empty() && cause.phase)
      blamed.push_back(cause.phase->name);
    if (!blamed.empty())
      return joined(blamed);
  }
  const auto stage = Signature::parse(finding.row.signature).stage;
  return stage ? std::string(nameOf(*stage)) : "";
}

std::string compilersOf(const Finding &finding) {
  std::set<std::string> compilers{finding.row.target.compiler};
  for (const TargetCount &target : finding.targets)
    if (auto name = TargetName::parse(target.target))
      compilers.insert(name->compiler);
  return fmt::format("{}", fmt::join(compilers, ", "));
}

data findingPage(const Finding &finding, const FindingPlace &place,
                 const std::vector<std::string> &targets, const BugRecords &bugs) {
  data page = findingSection(finding, place);
  const Mark mark = markOf(finding);
  page.set("kinds", kindText(finding.row.verdict));
  std::vector<std::string> on;
  for (const TargetCount &target : finding.targets)
    on.push_back(target.target);
  page.set("on", joined(on));
  page.set("state", mark.text);
  page.set("tone", mark.tone);
  page.set("known", knownOf(finding, bugs));
  page.set("phase", phaseOf(finding));
  if (const auto ops = opsOf(place.paths.caseFile(finding.row.caseName)); !ops.empty())
    page.set("ops", joined(ops));
  page.set("cells", cellsOf(finding, targets));
  if (const std::string script = scriptOf(finding, place); !script.empty())
    page.set("script", script);
  return page;
}

} // namespace assay
