#pragma once

#include "amdgpu/machine/Fault.h"
#include "amdgpu/machine/Interest.h"

#include <cstddef>

namespace assay::amdgpu {

class Memory;
struct Workgroup;

/// The state of one wave. Plain data: only isa/Access.h reads and writes registers, so that the
/// code is compiled for each SIMD level.
struct Wave {
  enum class State : uint8_t { Running, AtBarrier, AtGridBarrier, Ended, Faulted };

  /// SGPRs and what else has a scalar operand code, at that code.
  alignas(64) uint32_t scalars[scalar::count] = {};
  /// The vector registers, one row of 64 lanes each: VGPRs, then AGPRs.
  uint32_t *rows = nullptr;
  uint32_t rowCount = 0;
  bool scc = false;
  /// The MODE register: rounding in bits 0-3, denormals in bits 4-7, DX10_CLAMP, IEEE; FP16_OVFL
  /// in bit 23.
  uint32_t mode = 0;
  State state = State::Running;
  /// How many waves the barrier of the grid that it is at waits for.
  uint32_t awaited = 0;
  /// The lanes that came to the last barrier of the workgroup, and the index of that s_barrier.
  uint64_t barrierLanes = ~uint64_t(0);
  uint32_t barrierAt = 0;
  /// Index of the next instruction.
  uint32_t pc = 0;
  uint32_t number = 0;
  /// Scratch of all lanes, one after the other.
  std::byte *scratch = nullptr;
  uint32_t scratchBytesPerLane = 0;
  /// So many bytes of each lane's, from its beginning, may have been written.
  uint32_t scratchWritten = 0;
  Workgroup *group = nullptr;
  /// The observer's, if there is one.
  Interest interest;

  /// Where scalar or modified sources are spread out into rows: up to four registers per source.
  alignas(64) uint32_t spread[4][4][lanesPerWave];
  /// Which lanes EXEC holds active as 0 or ~0, and the EXEC that this was made of.
  alignas(64) uint32_t activeRow[lanesPerWave] = {};
  uint64_t activeRowOf = 0;
};

} // namespace assay::amdgpu
