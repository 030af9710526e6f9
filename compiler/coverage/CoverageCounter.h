#pragma once

#include "target/Coverage.h"

#include <llvm/ADT/DenseMap.h>
#include <mlir/IR/PatternMatch.h>

#include <unordered_map>

namespace assay {

/// What a pattern is called where it is counted.
CoveragePoint pointOf(const mlir::Pattern &pattern);

/// Counts rewrite patterns as they are tried and as they succeed, in whichever of MLIR's drivers:
/// the greedy one, walks and dialect conversions. This library defines
/// mlir::PatternApplicator::matchAndRewrite, through which all of them go, and calls MLIR's own
/// from it. What is folded or dead is no pattern's work, nor what a pass does without one.
///
/// A pattern of a conversion succeeds if what it makes is made legal. What is taken back later,
/// with the pattern around it or because the conversion fails, is not counted as a success.
class CoverageCounter {
public:
  /// While there is one, the counter counts what happens on this thread; not that of a Scope before
  /// it.
  class Scope {
  public:
    explicit Scope(CoverageCounter &counter);
    ~Scope();
    Scope(const Scope &) = delete;
    Scope &operator=(const Scope &) = delete;

  private:
    CoverageCounter *outer;
  };

  CoverageCounter();

  void add(const CoveragePoint &point, bool succeeded);
  /// What was counted since the last call, in no particular order.
  std::vector<PointCount> take();

  // What follows is for the functions of MLIR that this library stands in for (StandIns.cpp).

  /// The counter of this thread's Scope; null if there is none.
  static CoverageCounter *current();
  void addTry(const mlir::Pattern &pattern);
  void addSuccess(const mlir::Pattern &pattern);
  /// The successes so far in this Scope, and to forget all but the first so many of them.
  size_t successCount() const { return successes.size(); }
  void forgetSuccessesFrom(size_t first);

private:
  size_t numberOf(CoveragePoint point);
  size_t numberOf(const mlir::Pattern &pattern);
  void addTry(size_t number);

  /// Each point that was ever met has a number.
  std::vector<PointCount> counts;
  std::unordered_map<CoveragePoint, size_t> numbers;
  /// Those that were met since the last take().
  std::vector<size_t> met;
  /// The number of a pattern by the address of its name and its root, which is quicker. Addresses
  /// mean the same only within a Scope.
  llvm::DenseMap<std::pair<const void *, const void *>, size_t> byAddress;
  /// The successes of a Scope, in their order.
  std::vector<size_t> successes;
};

} // namespace assay
