#pragma once

#include "program/Inputs.h"
#include "program/Program.h"

#include <set>

namespace assay {

/// What a compiler is told about a symbol.
enum class Knowledge : uint8_t {
  Static,    // its extent stands in the types
  Dynamic,   // `?`, and only the run knows
  Disguised, // `?` in the types, though a constant in the module feeds it
};
inline constexpr std::array<std::string_view, 3> names(Knowledge) {
  return {"static", "dynamic", "disguised"};
}

/// Knowledge for each symbol of a Program.
using Specialization = std::vector<Knowledge>;

/// Promises wider than what all flavours make; none holds unless a TestCase names it.
enum class Contract : uint8_t {
  StableSort,       // a stable sort keeps the order of equal keys
  LowestIndexFirst, // topk: of equal elements the one with the lower index first
  NanOrder,         // where NaN stands in topk, sort, argmax
  ClampedGather,    // indices of gathers are clamped into range
  SkippedScatter,   // scatter updates out of range are skipped
  BoolArithmetic,   // arithmetic on i1
};
inline constexpr std::array<std::string_view, 6> names(Contract) {
  return {"stable_sort",    "lowest_index_first", "nan_order",
          "clamped_gather", "skipped_scatter",    "bool_arithmetic"};
}

/// One execution of a compiled program.
struct Run {
  Bindings bindings;
  std::vector<Input> inputs; // one for each argument
  bool operator==(const Run &) const = default;
};

/// What a TestCase consists of, before it has been checked.
struct TestCaseParts {
  Program program;
  Specialization specialization;
  std::set<Contract> contracts;
  /// One or more executions of the same binary. Symbols that are not Dynamic have one extent in
  /// all.
  std::vector<Run> runs;
  bool operator==(const TestCaseParts &) const = default;
};

/// Everything that check() needs, self-contained. Cheap to copy.
class TestCase {
public:
  /// Checks bindings against the program's constraints, inputs against argument types, sizes
  /// against maxElements.
  static std::variant<TestCase, Rejection> make(TestCaseParts parts);
  static TestCase makeValid(TestCaseParts parts);

  const Program &program() const { return state->program; }
  const Specialization &specialization() const { return state->specialization; }
  const std::set<Contract> &contracts() const { return state->contracts; }
  bool has(Contract contract) const { return contracts().contains(contract); }
  const std::vector<Run> &runs() const { return state->runs; }
  const TestCaseParts &parts() const { return *state; }

  /// The materialised inputs of a run, one for each argument.
  std::vector<Tensor> inputs(const Run &run) const;
  /// 32 hex digits: a hash of the canonical JSON.
  std::string contentName() const;

  bool operator==(const TestCase &other) const { return parts() == other.parts(); }

private:
  std::shared_ptr<const TestCaseParts> state;
};

/// Elements that one value may have at most in a run, and all values of a run together.
inline constexpr int64_t maxElements = int64_t(1) << 24;
inline constexpr int64_t maxTotalElements = int64_t(1) << 26;

} // namespace assay
