#include "tools/assay/Cli.h"
#include "tools/assay/PlanEvidence.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> stores;
  std::string out = "-";
  int64_t programs = 1000;
  bool explore = false;
};

int runPlan(const Flags &flags) {
  if (flags.explore) {
    auto written = writeOutput(flags.out, explorationPlan().text());
    return written ? int(AllAgree) : complain(written.error());
  }
  PlanEvidence evidence;
  for (const std::string &path : flags.stores) {
    auto added = evidence.add(path);
    if (!added)
      return complain(added.error());
    if (!*added)
      return complain({fmt::format("the store {} has no coverage to plan from: its targets cannot "
                                   "tell, it was written before that was counted, or holds no 64 "
                                   "programs of one session",
                                   path)});
  }
  const GenerationPlan plan = evidence.plan(flags.programs);
  if (auto written = writeOutput(flags.out, plan.text()); !written)
    return complain(written.error());
  say(stderr, "{}: {} arms of {} profiles as they were drawn, for {} patterns, passes and causes\n",
      plan.name(), plan.arms().size(), evidence.profiles(), evidence.goals());
  return AllAgree;
}

} // namespace

Action declarePlan(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  const Option from =
      parser.add("--from", "STORE", &flags->stores, "Stores of `assay fuzz`, from which to learn");
  parser
      .add("--explore", &flags->explore,
           "Instead, a plan whose campaigns tell most: each arm turns up one thing")
      .excludes(from);
  parser
      .add("--programs", "N", &flags->programs,
           "The length of campaigns that it is for, in programs of average cost")
      .check(wholeNumber(64))
      .showDefault();
  parser.add("-o,--output", "FILE", &flags->out, "Write the plan here; default: standard output");
  return [flags](const Context &) {
    if (flags->stores.empty() && !flags->explore)
      return complain({"name stores with --from to learn from, or --explore; see `assay plan "
                       "--help`"});
    return runPlan(*flags);
  };
}

} // namespace assay
