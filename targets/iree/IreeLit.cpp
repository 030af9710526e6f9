#include "targets/iree/IreeLit.h"

#include "check/Signature.h"
#include "program/Abi.h"
#include "support/process/Command.h"
#include "targets/iree/IreeDispatches.h"
#include "targets/iree/IreeOptions.h"
#include "targets/iree/IreeRelay.h"
#include "targets/iree/IreeRun.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <map>

namespace assay {

namespace {

std::string elementText(const Tensor &tensor, int64_t i) {
  if (tensor.element() == ElementType::I1)
    return tensor.integer(i) != 0 ? "01" : "00"; // the tools read them as bytes
  if (!isFloat(tensor.element()))
    return fmt::format("{}", tensor.integer(i));
  return fmt::format("{:.{}g}", tensor.real(i), tensor.element() == ElementType::F64 ? 17 : 9);
}

/// "2x3xf32=1 2 3 4 5 6"
std::string bufferText(const Tensor &tensor) {
  std::vector<std::string> elements;
  bool allEqual = tensor.size() > 0;
  for (int64_t i = 0; i < tensor.size(); ++i) {
    elements.push_back(elementText(tensor, i));
    allEqual &= elements.back() == elements.front();
  }
  if (allEqual)
    elements.resize(1); // the tools repeat a single number
  return fmt::format("{}={}", ireeBufferType(tensor), fmt::join(elements, " "));
}

/// How far results of each type may be from the expected ones; nothing where no number says.
class Tolerances {
public:
  /// Whether the result can be compared at all.
  bool admit(const ExpectedResult &result) {
    double &widest = byType[result.value.element()];
    for (size_t i = 0; i < result.low.size(); ++i) {
      const double distance = std::fmax(result.high[i] - result.value.real(static_cast<int64_t>(i)),
                                        result.value.real(static_cast<int64_t>(i)) - result.low[i]);
      if (!std::isfinite(distance) || !isFloat(result.value.element()))
        return false;
      widest = std::fmax(widest, distance);
    }
    return true;
  }

  std::vector<std::string> flags() const {
    std::vector<std::string> made;
    for (const auto &[type, widest] : byType)
      if (isFloat(type))
        // Not smaller than printed.
        made.push_back(fmt::format("--expected_{}_threshold={:.3g}", name(type), widest * 1.01));
    return made;
  }

private:
  std::map<ElementType, double> byType;
};

std::vector<std::string> expectations(const ExpectedRun &run) {
  Tolerances tolerances;
  std::vector<std::string> words;
  for (size_t i = 0; i < run.results.size(); ++i) {
    const bool compares = !run.isAmbiguous(i) && tolerances.admit(run.results[i]);
    words.push_back("--expected_output=" +
                    (compares ? bufferText(run.results[i].value) : std::string("(ignored)")));
  }
  for (std::string &flag : tolerances.flags())
    words.push_back(std::move(flag));
  return words;
}

bool hasComplex(const TestCase &testCase) {
  for (const TensorType &type : testCase.program().arguments())
    if (isComplex(type.element))
      return true;
  for (ValueId value : testCase.program().returns())
    if (isComplex(testCase.program().type(value).element))
      return true;
  return false;
}

/// On hip, the loader finds the library: AMD's, or assay's own by LD_LIBRARY_PATH. `isFilled` has
/// buffers filled, for results that depend on what nobody has written.
std::string runLine(const TestCase &testCase, const Run &run, const ExpectedRun *expected,
                    const IreeOptions &name, const std::string &entry, bool isFilled) {
  std::vector<std::string> words = {"iree-run-module", "--module=%t.vmfb",
                                    name.backend == "hip" ? "--device=hip" : "--device=local-sync",
                                    "--function=" + entry};
  if (isFilled)
    words.emplace_back("--device_allocator=debug");
  for (int64_t value :
       scalarValues(scalarArguments(testCase.program(), testCase.specialization()), run.bindings))
    words.push_back("--input=" + ireeScalar(name.flavour, value));
  for (const Tensor &input : testCase.inputs(run))
    words.push_back("--input=" + bufferText(input));
  if (expected)
    for (std::string &word : expectations(*expected))
      words.push_back(std::move(word));
  return shellText(words);
}

/// The lines for a module in which the case's program is the function `entry`.
Expected<IreeLit> litWith(std::string module, const std::string &entry, const IreeOptions &name,
                          const std::vector<std::string> &phaseFlags, const TestCase &testCase,
                          const Verdict &verdict, const std::vector<ExpectedRun> &expected) {
  const bool compiles = !verdict.failsToCompile();
  if (compiles && hasComplex(testCase))
    return Error{"iree-run-module reads complex numbers from files only: `assay check` takes the "
                 "case as JSON"};
  IreeLit lit{std::move(module), {}};
  std::vector<std::string> words = {"iree-compile", "%s", "-o", compiles ? "%t.vmfb" : "/dev/null"};
  words.insert(words.end(), phaseFlags.begin(), phaseFlags.end());
  for (std::string &flag : ireeFlags(name))
    words.push_back(std::move(flag));
  lit.runLines.push_back(shellText(words));
  const bool isWrong = verdict.difference() != nullptr;
  for (size_t i = 0; compiles && i < testCase.runs().size(); ++i)
    lit.runLines.push_back(runLine(testCase, testCase.runs()[i],
                                   isWrong && i < expected.size() ? &expected[i] : nullptr, name,
                                   entry, readsUnwritten(verdict.signature)));
  // What does not end is to fail, also where nobody waits for it.
  if (std::holds_alternative<Timeout>(verdict.outcome))
    lit.runLines.back().insert(0, "timeout 60 ");
  return lit;
}

/// Whether the pass that strips is what failed.
bool isStrippedWrongly(const Verdict &verdict) {
  const auto *failure = std::get_if<CompileFailure>(&verdict.outcome);
  return failure && failure->diagnostic.find(stripPass) != std::string::npos;
}

} // namespace

/// The function that the pass that strips handles wrongly, for iree-opt alone.
static Expected<IreeLit> strippingLit(const IreeDispatches &dispatches, const std::string &module) {
  auto function = dispatches.wronglyStripped(module);
  if (const auto *failure = std::get_if<TargetFailure>(&function))
    return Error{failure->detail};
  return IreeLit{
      fmt::format("// CHECK: func.func\n{}", std::get<0>(function)),
      {fmt::format("iree-opt %s --pass-pipeline='builtin.module({})' \\", stripPass),
       "| FileCheck %s --implicit-check-not=lowering_config --implicit-check-not=compilation_info "
       "\\",
       "    --implicit-check-not=decomposition_config --implicit-check-not=translation_info"}};
}

Expected<IreeLit> ireeLit(const TestCase &testCase, const Verdict &verdict,
                          const TargetName &target, const std::vector<ExpectedRun> &expected,
                          const std::string &fault) {
  auto name = ireeOptions(target);
  if (!name)
    return name.error();
  auto module = FlavourWriter(name->flavour, name->version, fault).write(testCase);
  if (const auto *failure = std::get_if<TargetFailure>(&module))
    return Error{failure->detail};
  if (name->rest) {
    auto relay = IreeRelay::make(*name);
    if (!relay)
      return relay.error();
    auto between = relay->between(std::get<0>(module));
    if (const auto *failure = std::get_if<TargetFailure>(&between))
      return Error{failure->detail};
    return litWith(std::get<0>(between), "main", restOptions(*name),
                   {fmt::format("--compile-from={}", name->rest->phase)}, testCase, verdict,
                   expected);
  }
  // A module that was stripped rightly is the one that was not tuned.
  const bool isTuned = name->tuning && name->tuning->use == IreeTuning::Use::Tuned;
  if (!isTuned && !isStrippedWrongly(verdict))
    return litWith(std::get<0>(module), "main", *name, {}, testCase, verdict, expected);
  auto dispatches = IreeDispatches::make(*name);
  if (!dispatches)
    return dispatches.error();
  if (!isTuned)
    return strippingLit(*dispatches, std::get<0>(module));
  auto tuned = dispatches->tuned(std::get<0>(module));
  if (const auto *failure = std::get_if<TargetFailure>(&tuned))
    return Error{failure->detail};
  return litWith(std::get<0>(tuned), "main", *name,
                 {fmt::format("--compile-from={}", IreeDispatches::tunedPhase)}, testCase, verdict,
                 expected);
}

Expected<IreeLit> ireeJointLit(std::span<const TestCase> cases, size_t accused,
                               const Verdict &verdict, const TargetName &target,
                               const std::vector<ExpectedRun> &expected) {
  auto name = ireeOptions(target);
  if (!name)
    return name.error();
  std::vector<const TestCase *> all;
  for (const TestCase &testCase : cases)
    all.push_back(&testCase);
  const JointModule module = FlavourWriter(name->flavour, name->version).write(all);
  return litWith(module.text, module.entries[accused], *name, {}, cases[accused], verdict,
                 expected);
}

} // namespace assay
