#include "tools/assay/FailingPass.h"

#include "campaign/Cause.h"
#include "check/Signature.h"
#include "runners/process/Command.h"
#include "support/WriteFile.h"
#include "targets/iree/IreeFailingPass.h"
#include "tools/assay/Say.h"

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
Expected<void> tellPassedPhase(const IreeTools &tools, const IreeName &name,
                               const std::string &module, const IreeFailingPass &failing,
                               std::filesystem::path file) {
  const auto passed = findPassedPhase(tools, module);
  if (!passed || !isSame(passed->ended, failing.together)) {
    say("  nor does iree-compile from a phase on\n\n");
    return {};
  }
  file.replace_extension().replace_extension(".phase.mlir");
  if (auto written = writeFile(file, passed->module); !written)
    return written.error();
  std::vector<std::string> words = {"iree-compile", file.string(), "-o", "/dev/null",
                                    "--compile-from=" + passed->phase};
  for (const std::string &flag : ireeFlags(name))
    words.push_back(flag);
  say("  shows it from the phase before: {}\n\n", shellText(words));
  return {};
}

} // namespace

Expected<std::string> ireeModule(const Context &context, const IreeName &name,
                                 const TestCase &testCase) {
  return context.services.emit(
      testCase, fmt::format("{}@{}", names(name.flavour)[static_cast<size_t>(name.flavour)],
                            name.version.text()));
}

Expected<void> tellFailingPass(const Context &context, const IreeName &name,
                               const TestCase &testCase, const std::filesystem::path &file) {
  auto module = ireeModule(context, name, testCase);
  if (!module)
    return module.error();
  auto tools = IreeTools::make(name);
  if (!tools)
    return tools.error();
  const auto failing = findFailingPass(*tools, *module);
  if (!failing) {
    say("\nthe compiler names no pass that fails\n\n");
    return {};
  }
  if (auto written = writeFile(file, failing->reproducer.text); !written)
    return written.error();
  say("\nfails in {}\n  the IR before it: {}\n", failing->reproducer.pass, file.string());
  const std::string command =
      shellText({"iree-opt", "--run-reproducer", file.string(), "-o", "/dev/null"});
  if (isSame(failing->alone, failing->together)) {
    say("  shows it alone: {}\n\n", command);
    return {};
  }
  say("  does not show it alone: {}\n    says {}\n", command, said(failing->alone));
  return tellPassedPhase(*tools, name, *module, *failing, file);
}

} // namespace assay
