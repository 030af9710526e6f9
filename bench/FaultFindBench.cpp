// Injects each deliberate bug of compiler/faults/ into programs of the default profile, and prints
// which program shows it first, how many programs hold the op that it is about, the share of these
// whose code it changes where it is built in, and of those checked the share whose results differ,
// with their indices.
//
//   fault_find_bench [TARGET [PROGRAMS [CHECKS [SEED [FAULT...]]]]]
//
// At most CHECKS programs are checked for each bug, those that come first.

#include "check/Check.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "targets/Registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>

using namespace assay;

namespace {

struct Tally {
  std::string name;
  std::unique_ptr<Target> target;
  OpKind op = OpKind::Topk;
  uint64_t holders = 0, matched = 0, matchedHolders = 0, checked = 0;
  std::vector<uint64_t> differing; // indices of programs
};

bool holds(const Program &program, OpKind kind) {
  return std::ranges::any_of(program.nodes(),
                             [&](const Node &node) { return kindOf(node.op) == kind; });
}

void look(const TestCase &testCase, uint64_t index, const TargetName &target, uint64_t checks,
          std::vector<Tally> &tallies, mlir::MLIRContext &context) {
  std::vector<std::string> names;
  for (const Tally &tally : tallies)
    names.push_back(tally.name);
  const std::vector<bool> may = mayChange(*emit(context, testCase), target, names);
  for (size_t i = 0; i < tallies.size(); ++i) {
    Tally &tally = tallies[i];
    const bool isHolder = holds(testCase.program(), tally.op);
    tally.holders += isHolder;
    tally.matched += may[i];
    tally.matchedHolders += may[i] && isHolder;
    if (!may[i] || tally.checked == checks)
      continue;
    ++tally.checked;
    if (!check(testCase, *tally.target).isFinding())
      continue;
    tally.differing.push_back(index);
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
  const auto number = [&](int place, uint64_t otherwise) {
    return argc > place ? std::strtoull(argv[place], nullptr, 10) : otherwise;
  };
  const uint64_t programs = number(2, 2000), checks = number(3, 50), seed = number(4, 1);
  const std::vector<std::string> wanted(argv + std::min(argc, 5), argv + argc);

  std::vector<Tally> tallies;
  for (const Fault &fault : faults()) {
    if (!wanted.empty() && std::ranges::find(wanted, fault.name) == wanted.end())
      continue;
    auto target = makeTarget(*name, {std::string(fault.name)});
    if (!target && wanted.empty()) // of a stage that it does not have
      continue;
    if (!target) {
      fmt::print(stderr, "{}\n", target.error().message);
      return 2;
    }
    tallies.push_back({std::string(fault.name), std::move(*target), fault.op, 0, 0, 0, 0, {}});
  }

  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  for (uint64_t index = 0; index < programs; ++index)
    look(generate(seed, index, profiles().front()), index, *name, checks, tallies, context);

  fmt::print("{:<52} {:>6} {:>8} {:>8} {:>14} {:>8} {:>8}    {}\n", "fault", "first", "programs",
             "with op", "of these", "checked", "differ", "indices of these");
  for (const Tally &tally : tallies)
    fmt::print("{:<52} {:>6} {:>8} {:>8} {:>6} {:>5.1f} % {:>8} {:>6.1f} %    {}\n", tally.name,
               tally.differing.empty() ? "-" : fmt::format("{}", tally.differing.front() + 1),
               tally.matched, tally.holders, tally.matchedHolders,
               percent(tally.matchedHolders, tally.holders), tally.checked,
               percent(tally.differing.size(), tally.checked), fmt::join(tally.differing, " "));
  return 0;
}
