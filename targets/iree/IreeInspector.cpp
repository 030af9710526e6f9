#include "targets/iree/IreeInspector.h"

#include "support/NameOf.h"
#include "support/ShellText.h"
#include "targets/foreign/ModuleReduction.h"
#include "targets/iree/IreeAxes.h"
#include "targets/iree/IreeReproducer.h"
#include "targets/iree/IreeTools.h"
#include "targets/iree/IreeTrace.h"
#include "targets/toolchains/Install.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay {
namespace {

constexpr const char *reproducing = "iree-opt --run-reproducer FILE -o /dev/null";

Expected<IreeTools> toolsOf(const TargetName &name) {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  return IreeTools::make(*options);
}

/// Whether a compilation that begins with the flags of `name` can go on with those of `other`: what
/// a module says of its target is settled early.
bool canTakeOver(const IreeOptions &name, const IreeOptions &other) {
  auto processor = [](const IreeOptions &of) {
    auto flag = std::ranges::find_if(of.flags, [](const std::string &given) {
      return given.starts_with("--iree-llvmcpu-target-cpu");
    });
    return flag == of.flags.end() ? std::string() : *flag;
  };
  return name.backend == other.backend && name.flavour == other.flavour && !name.tuning &&
         !name.rest && !std::ranges::count(other.flags, traceFlag) &&
         processor(name) == processor(other);
}

/// Collects what a target is with one thing changed.
class Variations {
public:
  explicit Variations(const IreeOptions &name) : name(name) {}

  void addLevels() {
    IreeOptions changed = name;
    if (!name.level.empty())
      for (const char *level : {"O0", "O1", "O2", "O3"}) {
        changed.level = level;
        if (name.level != level)
          add(VariationKind::Level, level, changed);
      }
  }

  /// Every value of a dispatch is kept for printing, so that nothing is done in its place.
  void addTraces() {
    IreeOptions changed = name;
    changed.flags.emplace_back(traceFlag);
    add(VariationKind::Flag, traceFlag, changed);
  }

  void addBackends() {
    IreeOptions changed = name;
    for (const char *backend : {"llvm-cpu", "vmvx"}) {
      changed.backend = backend;
      if (name.backend != backend)
        add(VariationKind::Backend, backend, changed);
    }
  }

  void addFlavours() {
    IreeOptions changed = name;
    for (Flavour flavour : {Flavour::Iree, Flavour::Linalg, Flavour::Stablehlo, Flavour::Torch}) {
      changed.flavour = flavour;
      if (name.flavour != flavour)
        add(VariationKind::Flavour, fmt::format("flavour={}", nameOf(flavour)), changed);
    }
  }

  void addFlags() {
    for (const IreeAxis &axis : ireeAxes()) {
      if (!axis.applies(name.version, name.backend))
        continue;
      for (std::string_view value : axis.values) {
        const std::string flag = fmt::format("{}={}", axis.flag, value);
        if (std::ranges::find(name.flags, flag) != name.flags.end())
          continue;
        IreeOptions changed = name;
        setFlag(changed.flags, flag);
        add(VariationKind::Flag, flag, changed);
      }
    }
  }

  std::vector<Variation> all;

private:
  void add(VariationKind kind, std::string what, const IreeOptions &changed) {
    all.push_back({std::move(what), targetNameOf(changed), kind});
  }

  const IreeOptions &name;
};

} // namespace

Expected<std::string> IreeInspector::module(const TargetName &name,
                                            const TestCase &testCase) const {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  auto text = FlavourWriter(options->flavour, options->version).write(testCase);
  if (auto *failure = text.failure())
    return Error{std::move(failure->detail)};
  return *std::move(text);
}

Expected<TargetName> IreeInspector::basedOn(const TargetName &name) const {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  if (name.version())
    return Inspector::basedOn(name);
  options->release = options->version.text();
  return targetNameOf(*options);
}

Expected<std::string> IreeInspector::content(const TargetName &name) const {
  auto toolchain = ireeToolchain(name.release);
  if (!toolchain)
    return toolchain.error();
  return contentOf({toolchain->library, toolchain->compile, toolchain->opt, toolchain->run});
}

Expected<std::vector<Variation>> IreeInspector::variations(const TargetName &name) const {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  Variations variations(*options);
  variations.addLevels();
  variations.addTraces();
  variations.addBackends();
  variations.addFlavours();
  variations.addFlags();
  return std::move(variations.all);
}

Expected<Phases> IreeInspector::phases(const TargetName &) const {
  return Phases{"start", {ireePhases().begin(), ireePhases().end()}, "vm"};
}

Expected<TargetName> IreeInspector::takenOver(const TargetName &name, const std::string &phase,
                                              const TargetName &other) const {
  auto first = ireeOptions(name), rest = ireeOptions(other);
  if (!first || !rest)
    return (!first ? first : rest).error();
  if (!canTakeOver(*first, *rest))
    return Error{fmt::format("{} cannot go on with what {} begins", other.text(), name.text())};
  first->rest = {phase, rest->level, rest->flags};
  return targetNameOf(*first);
}

Answer<std::string> IreeInspector::afterPhase(const TargetName &name, const std::string &phase,
                                              const std::string &module) const {
  auto tools = toolsOf(name);
  if (!tools)
    return tools.error();
  return tools->compileTo(phase, module);
}

Expected<Reproduction> IreeInspector::compileFrom(const TargetName &name, const std::string &phase,
                                                  const std::string &module) const {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  auto tools = IreeTools::make(*options);
  if (!tools)
    return tools.error();
  std::vector<std::string> words = {"iree-compile", "FILE", "-o", "/dev/null",
                                    "--compile-from=" + phase};
  for (const std::string &flag : ireeFlags(*options))
    words.push_back(flag);
  return Reproduction{module, shellText(words), tools->compile(module, phase)};
}

Answer<std::vector<PassDump>> IreeInspector::passDumps(const TargetName &name,
                                                       const std::string &from,
                                                       const std::string &to,
                                                       const std::string &module) const {
  auto tools = toolsOf(name);
  if (!tools)
    return tools.error();
  return tools->passDumps(from, to, module);
}

Answer<std::vector<DispatchTrace>> IreeInspector::dispatches(const TargetName &name,
                                                             const TestCase &testCase,
                                                             const std::string &module) const {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  return traceDispatches(*options, testCase, module);
}

Expected<std::optional<PassFailure>> IreeInspector::failingPass(const TargetName &name,
                                                                const std::string &module) const {
  auto tools = toolsOf(name);
  if (!tools)
    return tools.error();
  auto reproducer = readPassReproducer(tools->passReproducer(module));
  if (!reproducer)
    return {std::nullopt};
  // Passes that take functions of the compiler along may do without them what they would not do
  // with them.
  auto ended = ending(tools->runReproducer(reproducer->text));
  return {PassFailure{std::move(reproducer->pass),
                      {std::move(reproducer->text), reproducing, std::move(ended)}}};
}

Expected<PassRun> IreeInspector::runPass(const TargetName &name, const std::string &,
                                         const std::string &module) const {
  auto tools = toolsOf(name);
  if (!tools)
    return tools.error();
  return PassRun{reproducing, tools->runReproducer(module)};
}

Expected<std::string> IreeInspector::reduced(const TargetName &name, const std::string &module,
                                             const ModuleJudge &isWanted) const {
  auto tools = toolsOf(name);
  if (!tools)
    return tools.error();
  return reduceModule(
      module, [&](const std::string &text, ModuleForm form) { return tools->printed(text, form); },
      isWanted);
}

Expected<std::vector<VersionNumber>> IreeInspector::releases(const TargetName &name) const {
  ASSAY_TRY(ireeOptions(name));
  return releasedIree();
}

Expected<TargetName> IreeInspector::onRelease(const TargetName &name, VersionNumber version,
                                              const OnProgress &onStep) const {
  auto options = ireeOptions(name);
  if (!options)
    return options.error();
  if (!ireeToolchain(version.text()))
    ASSAY_TRY(installIree(version, onStep));
  options->release = version.text();
  options->version = version;
  if (options->level.empty())
    options->level = "O2"; // left out again where there are none
  return targetNameOf(*options);
}

} // namespace assay
