// Builds each deliberate bug of compiler/faults/ into cpu:O2, or hip:O1 if it is one of kernels,
// looks for a program of the default profile that shows it, and cuts the compilation as `assay
// explain` does. Prints the pass that is named, and in how many checks of so many passes: right is
// the fault's own pass, assay-inject.
//
//   fault_explain_bench [SEED [PROGRAMS [FAULT...]]]: PROGRAMS are looked at for each fault

#include "check/Check.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "target/PassPipeline.h"
#include "targets/Registry.h"
#include "triage/explain/GuiltyCut.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

using namespace assay;

namespace {

/// Checks in this process: faults do not end it.
class DirectTrials : public Trials {
public:
  explicit DirectTrials(const TestCase &testCase) : testCase(testCase) {}
  Expected<Verdict> on(const TargetName &target, const std::string &) override {
    auto made = makeTarget(target);
    if (!made)
      return made.error();
    return check(testCase, **made);
  }
  void show(const std::string &) override {}

private:
  const TestCase &testCase;
};

/// A program that shows the fault, and how.
struct Shown {
  uint64_t index;
  TestCase testCase;
  Verdict verdict;
};

std::optional<Shown> find(const Fault &fault, const TargetName &plain, const Target &target,
                          uint64_t seed, uint64_t programs, mlir::MLIRContext &context) {
  const std::string name(fault.name);
  for (uint64_t index = 0; index < programs; ++index) {
    TestCase testCase = generate(seed, index, profiles().front());
    if (!mayChange(*emit(context, testCase), plain, {&name, 1}).front())
      continue;
    if (Verdict verdict = check(testCase, target); verdict.isFinding())
      return Shown{index, std::move(testCase), std::move(verdict)};
  }
  return std::nullopt;
}

/// Whether the fault's own pass is named; prints a line.
Expected<bool> explain(const Fault &fault, const TargetName &target, const Shown &shown) {
  const auto inspector = inspectorOf(target);
  const auto cuts = inspector->cuts(target);
  if (!cuts)
    return cuts.error();
  DirectTrials trials(shown.testCase);
  const Failure failure{*inspector, target, shown.testCase, shown.verdict};
  const auto cut = findGuiltyCut(failure, *cuts, trials);
  if (!cut)
    return cut.error();
  const bool isNamed = cut->guilty.size() == 1 && passName(cut->guilty.front()) == "assay-inject";
  fmt::print("{:<52} {:>7} {:<12} {:>6} {:>6}  {}\n", fault.name, shown.index + 1,
             shown.verdict.name(), cut->attempts.size(), cuts->size() - 1,
             cut->isPlain ? "the plainest passes"
                          : fmt::format("{}", fmt::join(cut->guilty, ", ")));
  std::fflush(stdout);
  return isNamed;
}

} // namespace

int main(int argc, char **argv) {
  const uint64_t seed = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1;
  const uint64_t programs = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 3000;
  const std::vector<std::string> wanted(argv + std::min(argc, 3), argv + argc);
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  fmt::print("{:<52} {:>7} {:<12} {:>6} {:>6}  {}\n", "fault", "program", "verdict", "checks",
             "passes", "named");
  size_t all = 0, shownOnes = 0, named = 0;
  for (const Fault &fault : faults()) {
    if (!wanted.empty() && std::ranges::find(wanted, fault.name) == wanted.end())
      continue;
    ++all;
    // The one that has the fault's stage.
    TargetName plain = "cpu:O3"_target;
    auto name = inspectorOf(plain)->withBug(plain, std::string(fault.name));
    if (!name) {
      plain = "hip:O1"_target;
      name = inspectorOf(plain)->withBug(plain, std::string(fault.name));
    }
    auto target = name ? makeTarget(*name) : name.error();
    if (!target) {
      fmt::print(stderr, "{}\n", target.error().message);
      return 2;
    }
    const auto shown = find(fault, plain, **target, seed, programs, context);
    if (!shown) {
      fmt::print("{:<52} {:>7}\n", fault.name, "-");
      continue;
    }
    ++shownOnes;
    const auto isNamed = explain(fault, *name, *shown);
    if (!isNamed) {
      fmt::print(stderr, "{}\n", isNamed.error().message);
      return 2;
    }
    named += *isNamed;
  }
  fmt::print("named: {} of {} faults that show, {:.1f} %; {} do not show in {} programs\n", named,
             shownOnes, shownOnes ? 100.0 * double(named) / double(shownOnes) : 0, all - shownOnes,
             programs);
  return 0;
}
