#pragma once

#include "runners/amdgpu/isa/LaneMemory.h"

/// Where the lanes of a DS instruction reach into the LDS.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// ADDR + offset, in bytes and in 32 bits: LLVM takes offsets out of addresses that may be negative
/// without them.
inline Addresses ldsAddresses(Wave &wave, const Instruction &instruction, uint32_t offset) {
  Addresses at;
  at.active = exec(wave);
  const uint32_t *base = rowOf(wave, instruction.source[0]);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    at.lane[lane] = base[lane] + offset;
  return at;
}

/// Instructions with one address have a single offset of 16 bits.
inline Addresses singleAddress(Wave &wave, const Instruction &instruction) {
  return ldsAddresses(wave, instruction,
                      static_cast<uint32_t>(instruction.offset | instruction.offset1 << 8));
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
