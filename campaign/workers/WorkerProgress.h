#pragma once

#include "mutation/MutantResult.h"
#include "target/Outcome.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace assay {

/// What a worker is about to do, in memory that it shares with its supervisor: writing costs
/// nothing, and it is there when the worker is not.
struct WorkerProgress {
  /// Checks begun so far, and whether the last one is still under way.
  std::atomic<uint64_t> begun;
  std::atomic<uint32_t> busy;
  std::atomic<Stage> stage;
  /// The worker's process id; 0 if nobody wrote it down.
  std::atomic<int> process;
  /// Programs that are being drawn together, or compiled as one module; 0 in a check.
  std::atomic<uint32_t> joint;
  /// Of a mutant: how far it is, and what it changed, as Change::text(); of length 0 until it has.
  std::atomic<MutantStep> mutantStep;
  std::atomic<uint32_t> changeLength;
  char change[512];
  /// When the stage began: CLOCK_MONOTONIC in nanoseconds. A check has dozens of stages, and CPU
  /// time would take a call of the kernel for each.
  std::atomic<int64_t> wallStart;
  /// Left behind by the handler of a fatal signal: its number, and the mangled names of the
  /// functions on the stack, innermost first, a line each.
  std::atomic<int> signal;
  std::atomic<uint32_t> framesLength;
  char frames[32768];

  void begin(uint32_t programs = 0);
  void enter(Stage stage);
  void enter(MutantStep step) { mutantStep = step; }
  void changed(const Change &change);
  void end();
};
static_assert(std::atomic<int64_t>::is_always_lock_free && std::atomic<Stage>::is_always_lock_free);

/// Unmaps.
struct WorkerProgressUnmapper {
  void operator()(WorkerProgress *progress) const;
};
using WorkerProgressPointer = std::unique_ptr<WorkerProgress, WorkerProgressUnmapper>;

/// An anonymous file that holds a WorkerProgress, all zero; -1 if the system gives none.
int makeWorkerProgressFile();
/// Maps the WorkerProgress in `file`; null if it is none.
WorkerProgressPointer mapWorkerProgress(int file);

/// CLOCK_MONOTONIC in nanoseconds.
int64_t monotonicNanoseconds();

} // namespace assay
