#include "campaign/report/Coverage.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> stores;
  bool unreached = false;
  bool json = false;
};

/// Of all stores together, which stay as they are.
Expected<std::vector<CoverageRow>> rowsOf(const std::vector<std::string> &stores) {
  std::vector<CoverageRow> all;
  for (const std::string &path : stores) {
    auto store = Store::open(path, Store::Mode::Read);
    if (!store)
      return store.error();
    auto rows = store->coverage();
    if (!rows)
      return rows.error();
    if (rows->empty())
      return Error{fmt::format("the store {} has no coverage: it was written before that was "
                               "counted, or its targets cannot tell",
                               path)};
    all.insert(all.end(), rows->begin(), rows->end());
  }
  return all;
}

std::string nameOf(const CoveragePoint &point) {
  return point.root.empty() ? point.name : fmt::format("{}, for {}", point.name, point.root);
}

void printRows(const char *title, const std::vector<CoverageRow> &rows) {
  if (rows.empty())
    return;
  say("\n  {:>8}  {:>9}  {:>9}  {:>6}  {}\n", "programs", "successes", "tries", "first", title);
  for (const CoverageRow &row : rows)
    say("  {:>8}  {:>9}  {:>9}  {:>6}  {}\n", row.programs, row.successes, row.tries,
        row.first ? fmt::format("{}", *row.first) : "-", nameOf(row.point));
}

void printUnreached(const char *title, const TargetCoverage &target, CoveragePoint::Kind kind) {
  if (target.unreachedOf(kind) == 0)
    return;
  say("\n  {}\n", title);
  for (const CoveragePoint &point : target.unreached)
    if (point.kind == kind)
      say("  {}\n", nameOf(point));
}

void print(const TargetCoverage &target, bool withUnreached) {
  using Kind = CoveragePoint::Kind;
  say("{}\n", target.text());
  if (!target.unreached.empty())
    say("of what upstream has, {}{} canonicalization patterns were not tried{}\n",
        target.passes.empty()
            ? ""
            : fmt::format("{} registered passes did not run, and ", target.unreachedOf(Kind::Pass)),
        target.unreachedOf(Kind::Pattern), withUnreached ? "" : "; --unreached lists them");
  printRows("pattern", target.patterns);
  printRows("pass", target.passes);
  if (withUnreached) {
    printUnreached("registered passes that did not run", target, Kind::Pass);
    printUnreached("canonicalization patterns that were not tried", target, Kind::Pattern);
  }
}

int runCoverage(const Flags &flags, const Context &context) {
  auto rows = rowsOf(flags.stores);
  if (!rows)
    return complain(rows.error());
  const auto coverage = coverageByTarget(*rows, context.services.upstreamPoints);
  if (flags.json) {
    say("{}\n", coverageJson(coverage).dump(2, ' ', true));
    return AllAgree;
  }
  for (const TargetCoverage &target : coverage) {
    if (&target != &coverage.front())
      say("\n");
    print(target, flags.unreached);
  }
  return AllAgree;
}

} // namespace

Action declareCoverage(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("STORE", &flags->stores, "Stores of `assay fuzz`, which are taken together")
      .required();
  parser.add("--unreached", &flags->unreached,
             "List what upstream has of passes and canonicalization patterns and was not reached");
  parser.add("--json", &flags->json,
             "Print JSON instead of text, as docs/coverage.md describes it");
  return [flags](const Context &context) { return runCoverage(*flags, context); };
}

} // namespace assay
