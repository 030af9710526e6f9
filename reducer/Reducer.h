#pragma once

#include "reducer/Judge.h"
#include "reducer/Verdicts.h"

#include <map>
#include <string_view>

namespace assay {

struct ReduceOptions {
  /// Candidates handed to the judge at once. It changes nothing in what comes out.
  size_t jobs = 1;
  /// Wall seconds after which no new candidate is tried.
  double seconds = 1e9;
  /// Cases that one candidate after the other would be asked about, known answers included: neither
  /// `jobs` nor what a killed reduction has kept changes what comes out.
  size_t maxChecks = 100000;
  /// Asked between candidates; true ends the search. Answers that the judge gives while it is true
  /// are not kept.
  std::function<bool()> stop;
  /// A value of the case that is known to be wrong: its neighbourhood is tried first.
  std::optional<ValueId> suspect;
  /// Told of each smaller case.
  std::function<void(const TestCase &)> onSmaller;
};

/// How much a pass did.
struct PassStatistics {
  size_t checks = 0;   // candidates that the judge was asked about
  size_t accepted = 0; // of these, kept
  size_t dropped = 0;  // candidates that were not valid or not smaller: no check
};

struct Reduction {
  TestCase smallest;
  /// Whether the first case was interesting at all. If not, nothing was tried.
  bool reproduced = false;
  /// Whether no pass can make it smaller; else a limit was hit.
  bool finished = false;
  size_t checks = 0;   // candidates that the judge was asked about
  size_t recalled = 0; // answers that were known already
  std::map<std::string_view, PassStatistics> passes;
};

/// Descends from `start` through interesting cases, each smaller than the last (reducer/Size.h),
/// until no pass helps. Deterministic: of several interesting candidates the first in order is
/// taken. An error if a smaller case could not be written down.
Expected<Reduction> reduce(const TestCase &start, Judge &judge, const Evaluator &evaluator,
                           Verdicts &verdicts, const ReduceOptions &options = {});

} // namespace assay
