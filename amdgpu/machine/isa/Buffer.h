#pragma once

#include "amdgpu/machine/isa/LaneMemory.h"

#include <algorithm>

/// Buffer resources (V#) and the addresses that MUBUF and MTBUF make with them.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// The manual's "Buffer Resource Descriptor", from four SGPRs.
struct BufferResource {
  uint64_t base;
  uint32_t stride, records;
  bool swizzles, addsLane;
  uint32_t indexStride; // in records
  uint32_t numFormat, dataFormat, select[4];

  BufferResource(const Wave &wave, unsigned sgpr) {
    const uint32_t *word = wave.scalars + sgpr;
    base = word[0] | uint64_t(word[1] & 0xffff) << 32;
    stride = word[1] >> 16 & 0x3fff;
    swizzles = word[1] >> 31 & 1;
    records = word[2];
    for (unsigned i = 0; i < 4; ++i)
      select[i] = word[3] >> 3 * i & 7;
    numFormat = word[3] >> 12 & 7;
    dataFormat = word[3] >> 15 & 15;
    indexStride = 8U << (word[3] >> 21 & 3);
    addsLane = word[3] >> 23 & 1;
    // With ADD_TID_ENABLE the format's bits are the stride's upper ones.
    if (addsLane)
      stride |= dataFormat << 14;
  }
};

/// Where a buffer instruction goes, and what of it lies within the buffer.
struct BufferAddresses {
  Space space = Space::Global;
  Addresses at;
  /// Per lane: bytes from the address on that the buffer still has.
  uint64_t left[lanesPerWave];
};

/// gfx90a's compilers reach scratch through the resource that a kernel is started with. Its base is
/// no address of memory: offsets are the lane's, which is what its swizzle comes to. SOFFSET, where
/// stack pointers are, is not swizzled: it counts the bytes of all lanes.
inline bool isScratch(const BufferResource &buffer) {
  return buffer.base == scratchResourceBase && buffer.addsLane && buffer.swizzles;
}

/// The manual's "Buffer Addressing". NUM_RECORDS counts records where the instruction has an index
/// and the buffer a stride, and otherwise bytes, from which SOFFSET takes its part. The register's
/// offset and the instruction's are added in 32 bits first; amdgpu/docs/assay-emu.md says how we
/// know.
inline BufferAddresses bufferAddresses(Wave &wave, const Instruction &instruction) {
  const BufferResource buffer(wave, instruction.source[3].index);
  const Modifiers &modifiers = instruction.modifiers;
  const uint64_t soffset = readUniform<uint32_t>(wave, instruction.source[2]);
  const uint32_t *rows =
      modifiers.idxen || modifiers.offen ? rowOf(wave, instruction.source[0]) : nullptr;
  const uint32_t *offsets = modifiers.idxen ? rows + lanesPerWave : rows;
  BufferAddresses result;
  result.at.active = exec(wave);
  result.space = isScratch(buffer) ? Space::Scratch : Space::Global;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint64_t index = (modifiers.idxen ? rows[lane] : 0) + (buffer.addsLane ? lane : 0);
    const uint32_t offset =
        (modifiers.offen ? offsets[lane] : 0) + static_cast<uint32_t>(instruction.offset);
    if (result.space == Space::Scratch) {
      result.at.lane[lane] = static_cast<uint32_t>(soffset / lanesPerWave + offset);
      result.left[lane] = UINT32_MAX;
      continue;
    }
    uint64_t within = index * buffer.stride + offset;
    if (modifiers.idxen && buffer.stride != 0) {
      const uint32_t rest = buffer.stride > offset ? buffer.stride - offset : 0;
      // Without swizzle a record may be left behind: only its number counts.
      result.left[lane] = index >= buffer.records ? 0 : buffer.swizzles ? rest : UINT32_MAX;
    } else {
      const uint64_t size = buffer.records > soffset ? buffer.records - soffset : 0;
      result.left[lane] = within < size ? size - within : 0;
    }
    if (buffer.swizzles) {
      constexpr uint64_t element = 4;
      const uint64_t block =
          index / buffer.indexStride * buffer.stride + offset / element * element;
      within = block * buffer.indexStride + index % buffer.indexStride * element + offset % element;
    }
    result.at.lane[lane] = buffer.base + soffset + within;
  }
  return result;
}

/// The lanes of which the buffer has all `bytes` bytes from `from` bytes behind the address on.
inline Addresses lanesWithin(const BufferAddresses &all, uint64_t from, uint64_t bytes) {
  Addresses some = all.at;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    some.lane[lane] += from;
    if (all.left[lane] < from + bytes)
      some.active &= ~(uint64_t(1) << lane);
  }
  return some;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
