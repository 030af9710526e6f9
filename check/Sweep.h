#pragma once

#include "target/Sample.h"
#include "target/Target.h"

#include <functional>

namespace assay {

struct SweepOptions {
  /// How many operands of f32 and of f64 a function gets; f16 and bf16 have no more than 65,536.
  int64_t operands = int64_t(1) << 20;
  /// Wall seconds after which no more runs are begun; what was not looked at is said.
  double seconds = 60;
  /// Told what is looked at next.
  std::function<void(const std::string &)> onStep;
};

/// Holds what a target computes against the reference, operation by operation, and finds what has
/// to be granted for it. Compiles and runs in this process.
///
/// Of an element that is wrong there is a least set of allowances that excuses it. Which of two
/// that would both do is meant is decided by how the programs are made, one effect in each.
Sample sweep(const Target &target, const SweepOptions &options);

} // namespace assay
