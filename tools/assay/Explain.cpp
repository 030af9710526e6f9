#include "check/Signature.h"
#include "targets/iree/IreeAxes.h"
#include "targets/iree/IreeOptions.h"
#include "targets/iree/IreeTrace.h"
#include "tools/assay/FailingPass.h"
#include "tools/assay/GuiltyPhase.h"
#include "tools/assay/PipelineCause.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

struct Flags {
  std::string file, folder;
  std::optional<TargetName> target;
  bool all = false;
};

/// The target with one thing changed.
struct Variation {
  std::string what; // "O0", "--iree-opt-const-eval=false"
  IreeOptions name;
};

std::vector<Variation> variationsOf(const IreeOptions &name) {
  std::vector<Variation> all;
  auto add = [&](const std::string &what, const IreeOptions &changed) {
    all.push_back({what, changed});
  };
  IreeOptions changed = name;
  if (!name.level.empty())
    for (const char *level : {"O0", "O1", "O2", "O3"}) {
      changed.level = level;
      if (name.level != level)
        add(level, changed);
    }
  // Every value of a dispatch is kept for printing, so that nothing is done in its place.
  changed = name;
  changed.flags.emplace_back(traceFlag);
  add(changed.flags.back(), changed);
  changed = name;
  for (const char *backend : {"llvm-cpu", "vmvx"}) {
    changed.backend = backend;
    if (name.backend != backend)
      add(backend, changed);
  }
  changed = name;
  for (Flavour flavour : {Flavour::Iree, Flavour::Linalg, Flavour::Stablehlo, Flavour::Torch}) {
    changed.flavour = flavour;
    if (name.flavour != flavour)
      add(fmt::format("flavour={}", names(Flavour())[static_cast<size_t>(flavour)]), changed);
  }
  for (const IreeAxis &axis : ireeAxes()) {
    if (!axis.applies(name.version, name.backend))
      continue;
    for (std::string_view value : axis.values) {
      const std::string flag = fmt::format("{}={}", axis.flag, value);
      if (std::ranges::find(name.flags, flag) != name.flags.end())
        continue;
      changed = name;
      setFlag(changed.flags, flag);
      add(flag, changed);
    }
  }
  return all;
}

/// CASE.pass.mlir in the folder that was asked for.
std::filesystem::path passFile(const Flags &flags) {
  std::filesystem::path file = flags.file;
  file.replace_extension(".pass.mlir");
  return flags.folder.empty() ? file : flags.folder / file.filename();
}

/// Of a wrong result: in which phase it comes about.
Expected<void> tellWhere(Trials &trials, const IreeOptions &name,
                         const std::optional<IreeOptions> &hiding, const Flags &flags,
                         const Verdict &verdict) {
  if (!verdict.difference())
    return {};
  if (!hiding) {
    trials.say("no level or flag hides it that could take over between phases: which of them is "
               "wrong is not known\n");
    return {};
  }
  return tellGuiltyPhase(trials, name, *hiding, verdict, flags.all);
}

/// Of a release of IREE: the pass that fails, what hides the failure, the phase that goes wrong.
Expected<void> explainRelease(Trials &trials, const IreeOptions &name, const Flags &flags,
                              const Verdict &verdict) {
  if (verdict.failsToCompile())
    if (auto told = tellFailingPass(trials, name, passFile(flags)); !told)
      return told;

  std::vector<std::string> hiding, other;
  std::optional<IreeOptions> takingOver;
  const std::vector<Variation> variations = variationsOf(name);
  size_t number = 0;
  for (const Variation &variation : variations) {
    auto changed =
        trials.on(targetNameOf(variation.name), fmt::format("variation {} of {}: {}", ++number,
                                                            variations.size(), variation.what));
    if (!changed)
      return changed.error();
    const bool isSame = sameCause(verdict, *changed);
    // What is not supported, or not conclusive, hides nothing.
    if (!isSame && changed->isFinding())
      other.push_back(fmt::format("{}: {}", variation.what, changed->signature.text));
    else if (!isSame && std::holds_alternative<Agree>(changed->outcome)) {
      hiding.push_back(variation.what);
      if (!takingOver && canTakeOver(name, variation.name))
        takingOver = variation.name;
    }
    if (flags.all)
      trials.say("  {:58}  {}\n", variation.what, comparedWith(verdict, *changed));
  }
  trials.say("\nhidden by: {}\n",
             hiding.empty() ? "nothing" : fmt::format("{}", fmt::join(hiding, ", ")));
  if (!other.empty())
    trials.say("fails otherwise with:\n  {}\n", fmt::join(other, "\n  "));
  return tellWhere(trials, name, takingOver, flags, verdict);
}

int runExplain(Flags flags, const Context &context) {
  auto file = readCaseFile(flags.file);
  if (!file)
    return complain(file.error());
  if (!flags.target)
    flags.target = file->target;
  if (!flags.target)
    return complain({"the case names no target: give --target"});
  const TargetName &target = *flags.target;
  const auto list = passList(target);
  auto name = ireeOptions(target);
  if (!list && !name)
    return complain({fmt::format("{}; or a target whose passes are known, as "
                                 "mlir@22:random=SEED or cpu:pipeline=TEXT",
                                 name.error().message)});
  Trials trials(context, flags.file, file->testCase);
  auto verdict = trials.on(target, fmt::format("as it was found: {}", target.text()));
  if (!verdict)
    return complain(verdict.error());
  trials.say("{}\n  {}\n", target.text(), verdict->signature.text);
  if (!verdict->isFinding())
    return complain({fmt::format("the case does not fail on {}", target.text())});
  auto told = list ? tellPipelineCause(trials, *list, *verdict, passFile(flags))
                   : explainRelease(trials, *name, flags, *verdict);
  if (!told)
    return complain(told.error());
  trials.say("\n{}\n", trials.cost());
  return AllAgree;
}

} // namespace

Action declareExplain(CLI::App &app) {
  auto flags = std::make_shared<Flags>();
  app.add_option("CASE", flags->file, "Case file: .json, .txt or .mlir")->required();
  addTarget(app, "--target", flags->target,
            "A released IREE or a pipeline on which the case fails; default: the target it was "
            "found on");
  app.add_option("-o,--output", flags->folder,
                 "Where to write the IR before the pass that fails, as CASE.pass.mlir; default: "
                 "beside the case")
      ->type_name("FOLDER");
  app.add_flag("--all", flags->all, "Print what came of everything that was tried");
  return [flags](const Context &context) { return runExplain(*flags, context); };
}

} // namespace assay
