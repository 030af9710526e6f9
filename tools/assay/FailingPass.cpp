#include "tools/assay/FailingPass.h"

#include "check/Cause.h"
#include "check/Signature.h"
#include "support/process/Command.h"
#include "support/WriteFile.h"
#include "targets/iree/IreeFailingPass.h"

#include <fmt/format.h>

namespace assay {

namespace {

std::string said(const Outcome<std::monostate> &ended) {
  const auto *failure = std::get_if<TargetFailure>(&ended);
  return failure ? failureVerdict(*failure).signature.text : "all is well";
}

bool isSame(const Outcome<std::monostate> &a, const Outcome<std::monostate> &b) {
  const auto *first = std::get_if<TargetFailure>(&a), *second = std::get_if<TargetFailure>(&b);
  return first && second && sameCause(failureVerdict(*first), failureVerdict(*second));
}

/// Writes the module after the last phase that passes, if the failure shows from there.
Expected<void> tellPassedPhase(Trials &trials, const IreeTools &tools, const IreeOptions &name,
                               const std::string &module, const IreeFailingPass &failing,
                               std::filesystem::path file) {
  const auto passed = findPassedPhase(tools, module);
  if (!passed || !isSame(passed->ended, failing.together)) {
    trials.say("  nor does iree-compile from a phase on\n\n");
    return {};
  }
  file.replace_extension().replace_extension(".phase.mlir");
  if (auto written = writeFile(file, passed->module); !written)
    return written.error();
  std::vector<std::string> words = {"iree-compile", file.string(), "-o", "/dev/null",
                                    "--compile-from=" + passed->phase};
  for (const std::string &flag : ireeFlags(name))
    words.push_back(flag);
  trials.say("  shows it from the phase before: {}\n\n", shellText(words));
  return {};
}

} // namespace

Expected<std::string> ireeModule(const Trials &trials, const IreeOptions &name) {
  return trials.context.services.emit(
      trials.testCase, fmt::format("{}@{}", names(name.flavour)[static_cast<size_t>(name.flavour)],
                                   name.version.text()));
}

Expected<void> tellFailingPass(Trials &trials, const IreeOptions &name,
                               const std::filesystem::path &file) {
  trials.show("looking for the pass that fails");
  auto module = ireeModule(trials, name);
  if (!module)
    return module.error();
  auto tools = IreeTools::make(name);
  if (!tools)
    return tools.error();
  const auto failing = findFailingPass(*tools, *module);
  if (!failing) {
    trials.say("\nthe compiler names no pass that fails\n\n");
    return {};
  }
  if (auto written = writeFile(file, failing->reproducer.text); !written)
    return written.error();
  trials.say("\nfails in {}\n  the IR before it: {}\n", failing->reproducer.pass, file.string());
  const std::string command =
      shellText({"iree-opt", "--run-reproducer", file.string(), "-o", "/dev/null"});
  if (isSame(failing->alone, failing->together)) {
    trials.say("  shows it alone: {}\n\n", command);
    return {};
  }
  trials.say("  does not show it alone: {}\n    says {}\n", command, said(failing->alone));
  trials.show("looking for the last phase that passes");
  return tellPassedPhase(trials, *tools, name, *module, *failing, file);
}

} // namespace assay
