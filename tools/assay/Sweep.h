#pragma once

#include "target/Sample.h"
#include "tools/assay/Cli.h"

namespace assay {

/// How much a sweep looks at.
struct SweepFlags {
  bool full = false;
  double seconds = 60; // of each target; 0 for no sweep
  int64_t operands = int64_t(1) << 20;
};
/// --full, --seconds and --operands.
void declareSweepFlags(ArgumentParser &parser, SweepFlags &flags);

/// Sweeps each target in a process of its own, prints what was seen, and writes it beside the
/// release or manifest that was added as `compiler`.
Expected<void> keepSamples(const Context &context, const std::string &compiler,
                           const std::vector<TargetName> &targets, const SweepFlags &flags);

/// `assay target sweep`: sweeps targets in this process; the result is an exit code.
struct SweepCommand {
  std::vector<TargetName> targets;
  std::string json;
  SweepFlags flags;
};
int runSweep(const Context &context, const SweepCommand &command);

} // namespace assay
