#pragma once

#include "census/OpCensus.h"
#include "census/SpecialOperands.h"
#include "census/Structure.h"
#include "generator/GenerationPlan.h"

#include <string>

namespace assay {

/// How often each structure, and each pair of them, occurs in what a profile makes.
class Census {
public:
  /// Programs of at most this many nodes count as small.
  static constexpr size_t smallNodes = 6;

  void add(const Structures &structures, size_t nodes);
  /// Counts the case's ops, and what they are given.
  void addOps(const TestCase &testCase) {
    opCensus.add(testCase.program());
    special.add(testCase);
  }

  uint64_t programs() const { return all; }
  uint64_t smallPrograms() const { return small; }
  /// Percentage of the small programs that have the structure.
  double shareOfSmall(size_t structure) const;
  /// Percentage of all programs that have both.
  double share(size_t first, size_t second) const;
  /// Number of nodes that half of the programs do not exceed.
  size_t medianNodes() const;

  const OpCensus &ops() const { return opCensus; }

  /// Tables for people: letters with their shares, sizes of programs, the matrix of pairs, ops and
  /// what they are given.
  std::string text() const;

private:
  uint64_t all = 0, small = 0;
  std::array<uint64_t, structureCount> inSmall{};
  std::array<std::array<uint64_t, structureCount>, structureCount> pairs{};
  std::vector<uint64_t> nodeCounts; // programs by number of nodes
  OpCensus opCensus;
  SpecialOperands special;
};

/// Emits the first `count` programs of the stream `seed` as MLIR and counts what is in them.
Census takeCensus(uint64_t seed, uint64_t count, const GenerationPlan &plan);

} // namespace assay
