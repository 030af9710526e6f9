#include "tools/assay/CheckedCase.h"
#include "tools/assay/HipFlags.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/ShareFlags.h"
#include "tools/assay/WatchFlags.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  std::string file;
  std::vector<TargetName> targets;
  std::string inject;
  HipFlags hip;
  WatchFlags watch;
};

int runReplay(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (flags.targets.empty()) {
    if (!file->target)
      return complain({fmt::format("{} does not say on which target it was found; name one with "
                                   "--target (see `assay targets`)",
                                   flags.file)});
    flags.targets = {*file->target};
  }
  if (flags.inject.empty())
    flags.inject = file->inject;
  auto watched = flags.watch.watched();
  if (!watched)
    return complain(watched.error());
  Pool pool(onePool(context, flags.targets,
                    {.inject = flags.inject,
                     .dumpFolder = flags.hip.dumpFolder,
                     .watch = watched->value_or(file->watch)}));
  if (auto started = pool.start(); !started)
    return complain(started.error());
  auto checked = checkCase(pool, flags.targets, flags.file, file->testCase);
  if (!checked)
    return complain(checked.error());
  if (flags.inject.empty())
    lookUpKnown(context, file->testCase, *checked);
  for (const CheckedCase &one : *checked)
    print(one);
  return exitCodeOf(*checked, flags.watch.failOnMissed);
}

} // namespace

Action declareReplay(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("FILE", &flags->file, "A lit case (.mlir), or any case file").required();
  parser.add("--target", &flags->targets, "Targets; default: the one the lit case names");
  parser.add("--inject", "FAULT", &flags->inject,
             "Fault to build in; default: the one the lit case names");
  addKnownFlag(parser);
  addHipFlags(parser, flags->hip);
  addShareFlags(parser);
  addWatchFlags(parser, flags->watch);
  return [flags](const Context &context) {
    flags->targets = flags->hip.withChip(flags->targets);
    return runReplay(*flags, context);
  };
}

} // namespace assay
