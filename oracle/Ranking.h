#pragma once

#include "oracle/Elements.h"
#include "program/TestCase.h"

namespace assay::oracle {

/// Where the elements of a line may stand when it is sorted. Element i may take every rank from
/// first[i] to last[i]: those before are taken by elements that are certainly less, those behind by
/// elements that are certainly greater. Equal exact keys, and keys whose intervals overlap, thus
/// share ranks.
struct Ranking {
  /// Order-preserving images of the ends of each key's interval; reversed where the order descends.
  std::vector<int64_t> low, high;
  /// The ends in ascending order: the key at rank r is in [sortedLow[r], sortedHigh[r]], since the
  /// r-th smallest of numbers grows with each of them.
  std::vector<int64_t> sortedLow, sortedHigh;
  std::vector<size_t> first, last;
  /// Elements by (low, index).
  std::vector<size_t> order;
  /// A key may be NaN, or too many keys overlap: nothing is known.
  bool isOpen = false;
  /// All keys are single numbers.
  bool isExact = true;

  struct Rules {
    bool descending = false;
    bool stable = false;   // of equal exact keys, the one with the lower index first
    bool nanOrder = false; // NaN is greater than all numbers
  };

  /// Ranks line `line` of `keys`.
  void rank(const Elements &keys, const Lines &lines, size_t line, const Rules &rules);
  /// The elements of the line that may stand first, ascending; none if that is open. Quicker than
  /// rank(), and says nothing of the other ranks.
  std::span<const size_t> findFirst(const Elements &keys, const Lines &lines, size_t line,
                                    const Rules &rules);
  size_t size() const { return low.size(); }

  /// The elements that may stand at rank r, ascending.
  std::span<const size_t> candidates(size_t r) const;

private:
  void collectCandidates();
  std::vector<size_t> starts, members; // of inexact rankings
};

/// Writes the keys at the first ranks of line `line` of `keys` to line `toLine` of `out`; of each
/// rank what is known of the key there. Defined in Sorting.cpp.
void writeKeys(Elements &out, const Lines &to, size_t toLine, const Ranking &ranking,
               bool descending, const Elements &keys, const Lines &from, size_t line);

Ranking::Rules rulesOf(const TestCase &testCase, const Topk &op);
Ranking::Rules rulesOf(const TestCase &testCase, const Sort &op);
Ranking::Rules rulesOf(const TestCase &testCase, const ArgReduce &op);

} // namespace assay::oracle
