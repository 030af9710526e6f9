#include "targets/iree/IreeLit.h"

#include "program/Abi.h"
#include "support/ShellText.h"
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

/// The parts for a module in which the case's program is the function `entry`.
Expected<LitParts> litWith(std::string module, const std::string &entry, const IreeOptions &name,
                           const std::vector<std::string> &phaseFlags, const LitRequest &request) {
  const TestCase &testCase = request.testCase();
  if (request.compiles && hasComplex(testCase))
    return Error{"iree-run-module reads complex numbers from files only: `assay check` takes the "
                 "case as JSON"};
  auto expected = request.expected();
  if (!expected)
    return expected.error();
  LitParts lit;
  lit.module = std::move(module);
  std::vector<std::string> words = {"iree-compile", "%s", "-o",
                                    request.compiles ? "%t.vmfb" : "/dev/null"};
  words.insert(words.end(), phaseFlags.begin(), phaseFlags.end());
  for (std::string &flag : ireeFlags(name))
    words.push_back(std::move(flag));
  lit.runLines.push_back(shellText(words));
  for (size_t i = 0; request.compiles && i < testCase.runs().size(); ++i)
    lit.runLines.push_back(runLine(testCase, testCase.runs()[i],
                                   request.isWrong ? &(*expected)[i] : nullptr, name, entry,
                                   request.readsUnwritten));
  // What does not end is to fail, also where nobody waits for it.
  if (request.timesOut)
    lit.runLines.back().insert(0, "timeout 60 ");
  lit.expected = std::move(*expected);
  return lit;
}

/// The function that the pass that strips handles wrongly, for iree-opt alone.
Expected<LitParts> strippingLit(const IreeDispatches &dispatches, const std::string &module) {
  auto function = dispatches.wronglyStripped(module);
  if (const auto *failure = function.failure())
    return Error{failure->detail};
  LitParts lit;
  lit.module = fmt::format("// CHECK: func.func\n{}", *function);
  lit.runLines = {
      fmt::format("iree-opt %s --pass-pipeline='builtin.module({})' \\", stripPass),
      "| FileCheck %s --implicit-check-not=lowering_config --implicit-check-not=compilation_info "
      "\\",
      "    --implicit-check-not=decomposition_config --implicit-check-not=translation_info"};
  return lit;
}

/// Of what is done between the phases, the module that the last of it made.
Expected<LitParts> litBetweenPhases(const std::string &module, const IreeOptions &name,
                                    const LitRequest &request) {
  if (name.rest) {
    auto relay = IreeRelay::make(name);
    if (!relay)
      return relay.error();
    auto between = relay->between(module);
    if (const auto *failure = between.failure())
      return Error{failure->detail};
    return litWith(*between, "main", restOptions(name),
                   {fmt::format("--compile-from={}", name.rest->phase)}, request);
  }
  // A module that was stripped rightly is the one that was not tuned.
  const bool isTuned = name.tuning && name.tuning->use == Tuning::Use::Tuned;
  const bool isStrippedWrongly = request.diagnostic.find(stripPass) != std::string::npos;
  if (!isTuned && !isStrippedWrongly)
    return litWith(module, "main", name, {}, request);
  auto dispatches = IreeDispatches::make(name);
  if (!dispatches)
    return dispatches.error();
  if (!isTuned)
    return strippingLit(*dispatches, module);
  auto tuned = dispatches->tuned(module);
  if (const auto *failure = tuned.failure())
    return Error{failure->detail};
  return litWith(*tuned, "main", name,
                 {fmt::format("--compile-from={}", IreeDispatches::tunedPhase)}, request);
}

} // namespace

Expected<LitParts> ireeLit(const TargetName &target, const LitRequest &request) {
  auto name = ireeOptions(target);
  if (!name)
    return name.error();
  FlavourWriter writer(name->flavour, name->version, request.inject);
  if (request.cases.size() > 1) {
    std::vector<const TestCase *> all;
    for (const TestCase &testCase : request.cases)
      all.push_back(&testCase);
    const JointModule module = writer.write(all);
    return litWith(module.text, module.entries[request.accused], *name, {}, request);
  }
  auto module = writer.write(request.testCase());
  if (const auto *failure = module.failure())
    return Error{failure->detail};
  return litBetweenPhases(*module, *name, request);
}

} // namespace assay
