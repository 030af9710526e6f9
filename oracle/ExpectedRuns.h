#pragma once

#include "oracle/Oracle.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace assay {

/// What a correct implementation may return for one result of one run.
struct ExpectedResult {
  Tensor value;
  /// Bounds of each element, in row-major order; a complex number has two, of its parts. Empty if
  /// only `value` is right (+0 and -0 are the same); -inf and inf where anything is.
  std::vector<double> low, high;
};

/// Elements of which several are right, as long as they go together: equal elements in any order.
/// Each place of `results`, which are of one shape, holds one of the candidates of its group in all
/// of them, and no candidate stands at two places.
struct ExpectedChoice {
  struct Candidate {
    int64_t group = 0;
    bool isNeeded = false; // it stands somewhere for sure
    /// By result; of a complex one real and imaginary part.
    std::vector<double> numbers;
  };
  /// Returned values by their place.
  std::vector<size_t> results;
  /// Of each element, in row-major order.
  std::vector<int64_t> groups;
  std::vector<Candidate> candidates;
};

/// What a correct implementation may return in one run.
struct ExpectedRun {
  std::vector<ExpectedResult> results;
  std::vector<ExpectedChoice> choices;
  /// Whether several of its elements are right at some place of this result.
  bool isAmbiguous(size_t result) const {
    return std::ranges::any_of(choices, [&](const ExpectedChoice &choice) {
      return std::ranges::find(choice.results, result) != choice.results.end();
    });
  }
};

/// What each run may return, an error says why there is no such thing.
Expected<std::vector<ExpectedRun>> expectedRuns(const TestCase &testCase, const Accuracy &accuracy);

/// The values of a run by ValueId, nothing for one that is open (ties, NaN); nothing at all if the
/// program is undefined there.
std::optional<std::vector<std::optional<Tensor>>> referenceValues(const TestCase &testCase,
                                                                  size_t run);

} // namespace assay
