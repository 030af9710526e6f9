#pragma once

#include "campaign/workers/WorkerProgress.h"
#include "check/Verdict.h"

namespace assay {

/// What is known of a worker that is gone in the middle of a check.
struct Death {
  Stage stage = Stage::Compile;
  /// Of a mutant, from the WorkerProgress.
  MutantStep mutantStep = MutantStep::Prepare;
  std::optional<Change> change = {};
  /// It was at several programs at once.
  bool joint = false;
  /// As waitpid(2) gives it.
  int status = 0;
  /// Why the supervisor ended it, if it did.
  enum class Limit : uint8_t { None, Time, Memory, Garbage } limit = Limit::None;
  /// From the WorkerProgress: the signal its handler saw, or 0, and mangled names, a line each. A
  /// worker that is out of time gets SIGABRT, for its stack says in which pass.
  int signal = 0;
  std::string frames;
  /// What it printed.
  std::string output;
};

/// The verdict that a death in the middle of a check amounts to. Stages of the target accuse the
/// target: Crash or Timeout with a signature. A crash of the reference or the comparison is a bug
/// of ours and gets a signature that says so; a time-out there, and a death while generating, is
/// Inconclusive.
Verdict verdictOf(const Death &death);

} // namespace assay
