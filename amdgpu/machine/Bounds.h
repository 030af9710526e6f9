#pragma once

#include "amdgpu/machine/Observer.h"
#include "amdgpu/machine/Workgroup.h"

namespace assay::amdgpu {

/// Of the last allocations that were accessed, the one that holds [address, address + bytes). Null
/// also where none of them does but another might: ask checkLanes().
inline const Memory::Range *mappedRange(const Workgroup &group, uint64_t address, uint32_t bytes) {
  const uint64_t generation = group.memory->generation();
  for (const Memory::Range &range : group.ranges)
    if (range.begin <= address && address <= range.end && range.end - address >= bytes &&
        range.generation == generation)
      return &range;
  return nullptr;
}

/// Bytes of the widest load.
inline constexpr uint32_t widestLoad = 16;

/// Looks at each lane's address by itself. False, with the fault raised, if one may not be
/// accessed.
bool checkLanes(Wave &wave, const Instruction &instruction, const MemoryAccess &access);

} // namespace assay::amdgpu
