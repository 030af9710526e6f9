#include "tools/assay/CheckedCase.h"
#include "tools/assay/HipFlags.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/Say.h"
#include "tools/assay/ShareFlags.h"
#include "tools/assay/WatchFlags.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> cases;
  std::vector<TargetName> targets;
  std::string inject;
  HipFlags hip;
  bool tracesDispatches = false;
  WatchFlags watch;
  bool metrics = false;
  bool json = false;
};

int runCheck(const Flags &flags, const Context &context) {
  // All are read first: a typing error should not wait for a slow case before it.
  std::vector<CaseFile> cases;
  for (const std::string &file : flags.cases) {
    auto read = readCaseFile(file);
    if (!read)
      return complain(read.error());
    cases.push_back(std::move(*read));
  }
  auto watched = flags.watch.watched();
  if (!watched)
    return complain(watched.error());
  TargetOptions options;
  options.inject = flags.inject;
  options.dumpFolder = flags.hip.dumpFolder;
  options.tracesDispatches = flags.tracesDispatches;
  options.watch = watched->value_or(std::vector<Metric>());
  options.measure = flags.metrics;
  Pool pool(onePool(context, flags.targets, options));
  if (auto started = pool.start(); !started)
    return complain(started.error());
  std::vector<CheckedCase> all;
  for (size_t i = 0; i < cases.size(); ++i) {
    auto checked = checkCase(pool, flags.targets, flags.cases[i], cases[i].testCase);
    if (!checked)
      return complain(checked.error());
    if (flags.inject.empty())
      lookUpKnown(context, cases[i].testCase, *checked);
    for (CheckedCase &one : *checked) {
      if (!flags.json) {
        print(one);
        if (flags.tracesDispatches)
          printDispatches(one, cases[i].testCase.program());
      }
      all.push_back(std::move(one));
    }
  }
  if (flags.json) {
    auto list = nlohmann::ordered_json::array();
    for (const CheckedCase &one : all)
      list.push_back(toJson(one));
    say("{}\n", list.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }
  return exitCodeOf(all, flags.watch.failOnMissed);
}

} // namespace

Action declareCheck(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("CASE", &flags->cases, "Case files: .json, .txt or .mlir").required();
  parser.add("--target", &flags->targets, "Targets, with commas between; see `assay targets`")
      .required();
  parser.add("--inject", "FAULT", &flags->inject,
             "Build this deliberate bug into the targets; see `assay faults`");
  addKnownFlag(parser);
  addHipFlags(parser, flags->hip);
  addShareFlags(parser);
  parser.add("--trace-dispatches", &flags->tracesDispatches,
             "Hold what each dispatch makes against the reference, of targets that have some: "
             "cpu:O1 and up, hip:O1 and up");
  addWatchFlags(parser, flags->watch);
  parser.add("--metrics", &flags->metrics,
             "Say what can be counted of the code: transposes, dispatches and the like");
  parser.add("--json", &flags->json, "Print JSON instead of text");
  return [flags](const Context &context) {
    flags->targets = flags->hip.withChip(flags->targets);
    return runCheck(*flags, context);
  };
}

} // namespace assay
