#pragma once

#include "amdgpu/machine/Launch.h"

#include <atomic>

namespace assay::amdgpu {

/// What a launch asks of memory, by the addresses alone.
struct Counters {
  /// Of loads, stores and atomics of global memory: how many aligned 128 bytes an instruction
  /// touches, summed over all instructions.
  std::atomic<uint64_t> globalTransactions = 0;
  /// Cycles that accesses to the LDS take because of its banks. 32 banks of 4 bytes serve as many
  /// lanes at a time as need 128 bytes together; words of one bank are served one after the other,
  /// but the same word to all that read it.
  std::atomic<uint64_t> ldsConflicts = 0;
};

/// Makes `options` count one launch, and watch for nothing else.
void addCounters(Options &options, Counters &counters);

} // namespace assay::amdgpu
