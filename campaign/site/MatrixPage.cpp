#include "campaign/site/MatrixPage.h"

#include "campaign/report/PageData.h"
#include "campaign/site/BugPages.h"
#include "campaign/site/FindingPages.h"

#include <set>

namespace assay {

using kainjow::mustache::data;

namespace {

/// A bug or finding, and what releases of a compiler show of it.
struct Line {
  std::string name, page;
  std::map<VersionNumber, Mark> cells;
};
using Lines = std::map<std::string, std::vector<Line>>; // by compiler

/// "✗ crash: SIGFPE" in short; all of it stands on the bug's page.
Mark shortened(Mark mark) {
  mark.text.resize(std::min(mark.text.find(':'), mark.text.size()));
  return mark;
}

/// What was seen first on each release in its table, and the latest of retests.
Line lineOf(const BugRecord &bug, const std::set<VersionNumber> &releases) {
  Line line{bug.id, pageOf(bug), {}};
  std::optional<VersionNumber> since;
  for (const std::string &release : bug.valuesOf("since"))
    if (auto version = parseVersion(release); version && (!since || *version < *since))
      since = version;
  for (const BugResult &one : bug.results())
    if (auto target = TargetName::parse(one.target); target && target->version())
      if (target->absoluteCompiler() == bug.compiler() &&
          (!one.time.empty() || !line.cells.contains(*target->version())))
        line.cells.insert_or_assign(*target->version(), shortened(markOf(one)));
  if (const auto until = bug.newestWithIt(); since && until)
    for (const VersionNumber &release : releases)
      if (*since <= release && release <= *until)
        line.cells.try_emplace(release, Mark{"quiet", "(has it)"});
  return line;
}

/// The releases that anything is known of.
std::map<std::string, std::set<VersionNumber>> releasesOf(const BugRecords &bugs,
                                                          const std::vector<std::string> &targets) {
  std::map<std::string, std::set<VersionNumber>> releases;
  for (const BugRecord &bug : bugs.all()) {
    auto &own = releases[bug.compiler()];
    for (const BugResult &one : bug.results())
      if (auto target = TargetName::parse(one.target);
          target && target->version() && target->absoluteCompiler() == bug.compiler())
        own.insert(*target->version());
    for (const char *key : {"since", "until"})
      for (const std::string &release : bug.valuesOf(key))
        if (auto version = parseVersion(release))
          own.insert(*version);
  }
  for (const std::string &one : targets)
    if (auto target = TargetName::parse(one); target && target->version())
      releases[target->compiler].insert(*target->version());
  return releases;
}

/// Of a finding, one for each compiler that it was looked for in.
void addLines(Lines &lines, const Finding &finding, const std::vector<std::string> &targets) {
  std::map<std::string, Line> byCompiler;
  for (const std::string &one : targets) {
    auto target = TargetName::parse(one);
    if (!target || !target->version())
      continue;
    const auto seen = std::ranges::find(finding.targets, one, &TargetCount::target);
    Line &line = byCompiler[target->compiler];
    if (seen != finding.targets.end())
      line.cells.insert_or_assign(*target->version(),
                                  Mark{"bad", "✗ " + kindText(finding.row.verdict)});
    else
      line.cells.try_emplace(*target->version(), Mark{"quiet", "– not seen"});
  }
  for (auto &[compiler, line] : byCompiler) {
    line.name = titleOf(finding.row);
    line.page = pageOf(finding);
    lines[compiler].push_back(std::move(line));
  }
}

} // namespace

data matrixPage(const BugRecords &bugs, const std::vector<const Finding *> &findings,
                const std::vector<std::string> &targets) {
  auto releases = releasesOf(bugs, targets);
  Lines lines;
  for (const Finding *finding : findings)
    addLines(lines, *finding, targets);
  for (const BugRecord &bug : bugs.all())
    lines[bug.compiler()].push_back(lineOf(bug, releases[bug.compiler()]));
  data compilers(data::type::list);
  for (const auto &[compiler, own] : lines) {
    if (releases[compiler].empty())
      continue;
    data heads(data::type::list), rows(data::type::list);
    for (const VersionNumber &release : releases[compiler]) {
      data head;
      head.set("release", release.text());
      heads << head;
    }
    for (const Line &line : own) {
      data cells(data::type::list);
      for (const VersionNumber &release : releases[compiler]) {
        const auto seen = line.cells.find(release);
        cells << dataOf(seen == line.cells.end() ? Mark{"quiet", "–"} : seen->second);
      }
      data row;
      row.set("name", line.name);
      row.set("page", line.page);
      row.set("cells", cells);
      rows << row;
    }
    data one;
    one.set("compiler", compiler);
    one.set("releases", heads);
    one.set("rows", rows);
    compilers << one;
  }
  data page;
  page.set("compilers", compilers);
  return page;
}

} // namespace assay
