#pragma once

#include "runners/amdgpu/Observer.h"
#include "runners/amdgpu/Workgroup.h"

namespace assay::amdgpu {

/// Whether one of the last allocations that were accessed holds [low, high + bytes). False also
/// where none of them does but another might: ask checkLanes().
inline bool isMapped(const Workgroup &group, uint64_t low, uint64_t high, uint32_t bytes) {
  const uint64_t generation = group.memory->generation();
  for (const Memory::Range &range : group.ranges)
    if (range.begin <= low && high <= range.end && range.end - high >= bytes &&
        range.generation == generation)
      return true;
  return false;
}

/// Looks at each lane's address by itself. False, with the fault raised, if one may not be
/// accessed.
bool checkLanes(Wave &wave, const Instruction &instruction, const MemoryAccess &access);

} // namespace assay::amdgpu
