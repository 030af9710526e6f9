#pragma once

#include "amdgpu/machine/Memory.h"
#include "amdgpu/machine/Observer.h"

#include <optional>
#include <span>
#include <vector>

namespace assay::amdgpu {

class Host;

/// Waves that share an LDS and barriers, and what their instructions need to know of the launch.
struct Workgroup {
  const Program *program = nullptr;
  Memory *memory = nullptr;
  Observer *observer = nullptr;
  /// Null where the kernel does not call it.
  Host *host = nullptr;
  /// Address of the code object's image.
  uint64_t imageAddress = 0;
  uint32_t id[3] = {};
  /// Whether all workgroups of the grid are there at once.
  bool isCooperative = false;
  /// What the kernel has of the LDS, and its bytes, with what a load of compiled code may take of
  /// those behind it: see isWidenedLoad().
  uint32_t ldsBytes = 0;
  std::vector<std::byte> lds;
  std::vector<Wave> waves;
  std::optional<Fault> fault;
  /// What s_memtime counts.
  uint64_t clock = 0;
  /// Hardware lets waves pass a barrier once all that have not ended wait there, whichever of their
  /// lanes came. True: what the source cannot have meant by that is a BarrierDivergence.
  bool strictBarriers = true;

  /// The allocations that the last accesses were in: most accesses are to one of few.
  static constexpr unsigned rangeCount = 4;
  Memory::Range ranges[rangeCount];
  unsigned nextRange = 0;

  /// Register files and scratch, which the waves point into.
  std::vector<uint32_t> rowStorage;
  std::vector<std::byte> scratchStorage;
};

/// The lanes that are active.
inline uint64_t execOf(const Wave &wave) {
  return wave.scalars[scalar::exec] | uint64_t(wave.scalars[scalar::exec + 1]) << 32;
}

/// Aperture bases: flat addresses there mean the LDS or the lane's scratch.
constexpr uint64_t sharedBase = uint64_t(1) << 48;
constexpr uint64_t privateBase = uint64_t(2) << 48;

/// Base of the buffer resource through which gfx90a's kernels reach scratch: in no allocation.
constexpr uint64_t scratchResourceBase = uint64_t(0x7e57) << 32;

struct Schedule {
  /// Instructions that a wave runs before the next one's turn, so that waves which spin make way
  /// for those they wait for.
  uint32_t slice = 1000;
  /// Zero: waves in their order. Others: shuffled anew after every round.
  uint64_t seed = 0;
};

/// Runs the waves to their end or the first fault, which is then in `group`. Returns the number of
/// instructions.
uint64_t runWaves(Workgroup &group, const Schedule &schedule, uint64_t budget);

/// Runs an instruction between the observer's before() and after().
void runObserved(Wave &wave, const Instruction &instruction);

/// Ends the launch: the wave stops, and the first fault of a workgroup is kept. The place is filled
/// in here.
void raise(Wave &wave, const Instruction &instruction, Fault::Kind kind, std::string text,
           int32_t lane = -1);

/// Has the group's host answer the calls that waves have made, if there is one.
void ring(Wave &wave, const Instruction &instruction);

/// Finds the allocation around [address, address + bytes) and keeps it in `group.ranges`. False if
/// there is none.
bool lookUp(Workgroup &group, uint64_t address, uint64_t bytes);

} // namespace assay::amdgpu
