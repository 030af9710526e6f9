// Injects each deliberate bug of compiler/faults/ into programs of the default profile, and prints
// which program shows it first, how many programs hold the op that it is about, and the share of
// these whose results it changes.
//
//   fault_find_bench [TARGET [PROGRAMS [SEED [FAULT...]]]]

#include "check/Check.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "targets/Registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

using namespace assay;

namespace {

struct Tally {
  std::string name;
  std::unique_ptr<Target> target;
  OpKind op = OpKind::Topk;
  uint64_t holders = 0, changed = 0, changedHolders = 0;
  std::optional<uint64_t> first;
};

bool holds(const Program &program, OpKind kind) {
  return std::ranges::any_of(program.nodes(),
                             [&](const Node &node) { return kindOf(node.op) == kind; });
}

void look(const TestCase &testCase, uint64_t index, std::vector<Tally> &tallies,
          mlir::MLIRContext &context) {
  mlir::OwningOpRef<mlir::ModuleOp> module = emit(context, testCase);
  for (Tally &tally : tallies) {
    const bool isHolder = holds(testCase.program(), tally.op);
    tally.holders += isHolder;
    if (!mayChange(*module, tally.name) || !check(testCase, *tally.target).isFinding())
      continue;
    ++tally.changed;
    tally.changedHolders += isHolder;
    if (!tally.first)
      tally.first = index + 1;
  }
}

double percent(uint64_t part, uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

} // namespace

int main(int argc, char **argv) {
  const auto name = TargetName::parse(argc > 1 ? argv[1] : "cpu:O0");
  if (!name) {
    fmt::print(stderr, "{}\n", name.error().message);
    return 2;
  }
  const uint64_t programs = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 2000;
  const uint64_t seed = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1;
  const std::vector<std::string> wanted(argv + std::min(argc, 4), argv + argc);

  std::vector<Tally> tallies;
  for (const Fault &fault : faults()) {
    if (!wanted.empty() && std::ranges::find(wanted, fault.name) == wanted.end())
      continue;
    auto target = makeTarget(*name, {std::string(fault.name)});
    if (!target && wanted.empty()) // faults of kernels on cpu
      continue;
    if (!target) {
      fmt::print(stderr, "{}\n", target.error().message);
      return 2;
    }
    tallies.push_back({std::string(fault.name), std::move(*target), fault.op, 0, 0, 0, {}});
  }

  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  for (uint64_t index = 0; index < programs; ++index)
    look(generate(seed, index, profiles().front()), index, tallies, context);

  fmt::print("{:<52} {:>6} {:>8} {:>8} {:>11}\n", "fault", "first", "programs", "with op",
             "changed");
  for (const Tally &tally : tallies)
    fmt::print("{:<52} {:>6} {:>8} {:>8} {:>4} {:>5.1f} %\n", tally.name,
               tally.first ? fmt::format("{}", *tally.first) : "-", tally.changed, tally.holders,
               tally.changedHolders, percent(tally.changedHolders, tally.holders));
  return 0;
}
