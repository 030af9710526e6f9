#pragma once

#include "amdgpu/machine/checks/Parts.h"

#include <optional>

namespace assay::amdgpu {

/// Two lanes that one instruction has store different values at one address.
struct Collision {
  uint64_t address;
  unsigned first, second;
};

/// A collision among the lanes of a store that is about to be done. Stores that overlap in part are
/// none, and neither are those of a DS instruction with two addresses.
std::optional<Collision> findCollision(const Wave &wave, const Instruction &instruction,
                                       const MemoryAccess &access);

} // namespace assay::amdgpu
