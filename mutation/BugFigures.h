#pragma once

#include "mutation/Score.h"

namespace assay {

/// A program of a campaign and a deliberate bug that may change what becomes of it, and what came
/// of that.
struct BugTrial {
  size_t bug = 0;      // of those that were looked for
  size_t campaign = 0; // of those that were begun, each with a seed of its own
  int64_t program = 0; // its index
  MutantResult result = {};
};

/// How soon a check reports a bug.
struct BugFigures {
  /// For each campaign, how many programs it takes until the bug is reported; nothing if it is not.
  std::vector<std::optional<int64_t>> found;
  /// Pairs up to there.
  OutcomeCounts counts{};

  int64_t matched() const;
  /// Half of the campaigns take at most so many; nothing if more than half do not report it.
  std::optional<int64_t> median() const;
  bool isAlwaysFound() const;
};

/// Of each bug. Records behind the one in which a campaign reports it do not count, so that it
/// makes no difference how many there are.
std::vector<BugFigures> figuresOf(std::span<const BugTrial> records, size_t bugs, size_t campaigns);

} // namespace assay
