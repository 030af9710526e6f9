#pragma once

#include "campaign/workers/Pool.h"
#include "campaign/workers/Services.h"
#include "check/SameFailure.h"
#include "reducer/Reducer.h"

#include <filesystem>

namespace assay {

struct CaseReductionOptions {
  /// Which of the pool's targets.
  int target = 0;
  /// Where what is known is written down, so that a killed reduction goes on; empty for nowhere.
  std::filesystem::path folder;
  double seconds = ReduceOptions().seconds;
  /// Of what takes as long as it may: fewer.
  size_t maxChecks = ReduceOptions().maxChecks;
  /// Whether the target is reduced as well, to what the reduced case needs.
  bool reducesTarget = false;
  /// On which the reduced case is kept rather, if it fails there as well.
  std::optional<TargetName> rather = {};
  /// Whether a case's verdict on a target is a bug that is known: what is news may not become that.
  std::function<bool(const TestCase &, const TargetName &, const Verdict &)> isKnown;
  /// Asked often; true ends the reduction early.
  std::function<bool()> stop;
  /// Told of each smaller case, with the number of checks so far.
  std::function<void(const TestCase &, size_t checks)> onSmaller;
  /// Told of each check, for keeping account of time.
  OnCheck onCheck;
  /// Told why there is no reduced case, where nothing stopped that: "did not come again in 3
  /// checks".
  std::function<void(const std::string &why)> onGone = {};
};

struct ReducedCase {
  TestCase testCase;
  /// Of the reduced case on the reduced target, in a fresh worker, with its final signature.
  Verdict verdict;
  size_t checks = 0;
  /// Nothing can be made smaller; else a limit was hit.
  bool finished = false;
  /// As reduceTarget() makes it; nothing if it is the one that the case was reduced on.
  std::optional<TargetName> target = {};
};

/// Shrinks a case as long as its verdict has the cause of `wanted`; candidates are checked by the
/// pool's workers. Nothing if `start`, or what it was shrunk to, does not show it, or on stop.
Expected<std::optional<ReducedCase>> reduceOnWorkers(Pool &pool, const Services &services,
                                                     const TestCase &start, const Verdict &wanted,
                                                     const CaseReductionOptions &options);

} // namespace assay
