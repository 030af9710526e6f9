#pragma once

#include "amdgpu/machine/isa/LaneMemory.h"

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
inline uint32_t singleOffset(const Instruction &instruction) {
  return static_cast<uint32_t>(instruction.offset | instruction.offset1 << 8);
}
inline Addresses singleAddress(Wave &wave, const Instruction &instruction) {
  return ldsAddresses(wave, instruction, singleOffset(instruction));
}

/// Whether ADDR of every active lane, with anything up to `offset` added, is followed by `bytes`
/// bytes of the LDS: then 32 bits of each address are all that it takes.
inline bool isInLds(Wave &wave, const uint32_t *base, uint32_t offset, uint32_t bytes) {
  const uint64_t size = wave.group->ldsBytes;
  if (size < uint64_t(offset) + bytes)
    return false;
  const uint32_t *active = activeRow(wave);
  const auto last = static_cast<uint32_t>(size - offset - bytes);
  bool isOutside = false;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    isOutside |= (base[lane] & active[lane]) > last;
  return !isOutside;
}

/// As show(), of what isInLds().
inline bool showLds(Wave &wave, const Instruction &instruction, Mode mode, uint32_t offset,
                    uint32_t bytes) {
  Observer *observer = wave.group->observer;
  if (!observer || exec(wave) == 0)
    return true;
  const Addresses at = ldsAddresses(wave, instruction, offset);
  return showTo(*observer, wave, instruction, {Space::Lds, mode, bytes, at.active, at.lane},
                rowOf(wave, instruction.source[0]), offset);
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
