// Builds each deliberate bug of compiler/faults/ into the first of our targets that has its stage,
// looks for a program of the default profile that shows it, and cuts the compilation as `assay
// explain` does, with checks in workers. Prints the pass that is named, and in how many checks of
// so many passes: right is the fault's own pass, assay-inject.
//
//   fault_explain_bench [SEED [PROGRAMS [FAULT...]]]: PROGRAMS are looked at for each fault

#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "target/PassPipeline.h"
#include "targets/Registry.h"
#include "targets/core/CorePipeline.h"
#include "tools/assay/CaseTrials.h"
#include "triage/explain/GuiltyCut.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

using namespace assay;

namespace {

const std::string file = "case";

/// A program that shows the fault, and how.
struct Shown {
  uint64_t index;
  TestCase testCase;
  Verdict verdict;
};

Expected<std::optional<Shown>> find(const Fault &fault, const TargetName &plain,
                                    const TargetName &target, uint64_t seed, uint64_t programs,
                                    const Context &workers, mlir::MLIRContext &context) {
  const std::string name(fault.name);
  for (uint64_t index = 0; index < programs; ++index) {
    TestCase testCase = generate(seed, index, profiles().front());
    if (!mayChange(*emit(context, testCase), plain, {&name, 1}).front())
      continue;
    auto verdict = verdictOn(workers, target, file, testCase);
    if (!verdict)
      return verdict.error();
    if (verdict->isFinding())
      return std::optional(Shown{index, std::move(testCase), *std::move(verdict)});
  }
  return std::optional<Shown>();
}

/// Whether the fault's own pass is named; prints a line.
Expected<bool> explain(const Fault &fault, const TargetName &target, const Shown &shown,
                       const Context &workers) {
  const auto inspector = inspectorOf(target);
  const auto cuts = inspector->cuts(target);
  if (!cuts)
    return cuts.error();
  CaseTrials trials(workers, shown.testCase);
  trials.wanted = shown.verdict;
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
  const Services services;
  const auto assay = std::filesystem::path(argv[0]).replace_filename("assay");
  const Context workers{services, {{assay.string(), "worker"}}, "", ""};
  fmt::print("{:<52} {:>7} {:<12} {:>6} {:>6}  {}\n", "fault", "program", "verdict", "checks",
             "passes", "named");
  size_t all = 0, shownOnes = 0, named = 0;
  for (const Fault &fault : faults()) {
    if (!wanted.empty() && std::ranges::find(wanted, fault.name) == wanted.end())
      continue;
    ++all;
    const std::string bug(fault.name);
    const auto plain = targetWithFault(bug);
    const auto target = plain ? inspectorOf(*plain)->withBug(*plain, bug) : plain.error();
    if (!target)
      return complain(target.error());
    const auto shown = find(fault, *plain, *target, seed, programs, workers, context);
    if (!shown)
      return complain(shown.error());
    if (!*shown) {
      fmt::print("{:<52} {:>7}\n", fault.name, "-");
      continue;
    }
    ++shownOnes;
    const auto isNamed = explain(fault, *target, **shown, workers);
    if (!isNamed)
      return complain(isNamed.error());
    named += *isNamed;
  }
  fmt::print("named: {} of {} faults that show, {:.1f} %; {} do not show in {} programs\n", named,
             shownOnes, shownOnes ? 100.0 * double(named) / double(shownOnes) : 0, all - shownOnes,
             programs);
  return 0;
}
