#include "amdgpu/machine/Dispatch.h"
#include "amdgpu/machine/Bounds.h"

#include <algorithm>
#include <cstring>

namespace assay::amdgpu {
namespace {

/// Bits of KernelDescriptor::properties, which user SGPRs a kernel gets, in the order they come in.
enum Property : uint16_t {
  PrivateSegmentBuffer = 1 << 0,
  DispatchPtr = 1 << 1,
  QueuePtr = 1 << 2,
  KernargSegmentPtr = 1 << 3,
  DispatchId = 1 << 4,
  FlatScratchInit = 1 << 5,
  PrivateSegmentSize = 1 << 6,
};

/// AMDGPUUsage, "Initial Kernel Execution State".
void setScalars(Wave &wave, const Dispatch &dispatch) {
  const KernelDescriptor &descriptor = dispatch.kernel.descriptor;
  unsigned next = 0;
  auto put = [&](Property property, uint64_t value, unsigned dwords) {
    if (!(descriptor.properties & property))
      return;
    std::memcpy(wave.scalars + next, &value, 4 * std::min(dwords, 2U));
    next += dwords;
  };
  if (descriptor.properties & PrivateSegmentBuffer) {
    // SWIZZLE_ENABLE; all of memory; 64 lanes side by side, ADD_TID_ENABLE.
    const uint32_t words[] = {0, uint32_t(scratchResourceBase >> 32) | 1U << 31, ~0U,
                              3U << 21 | 1U << 23};
    std::memcpy(wave.scalars, words, sizeof words);
    next = 4;
  }
  put(DispatchPtr, dispatch.packet, 2);
  put(QueuePtr, 0, 2);
  put(KernargSegmentPtr, dispatch.kernarg, 2);
  put(DispatchId, 0, 2);
  put(FlatScratchInit, 0, 2);
  put(PrivateSegmentSize, dispatch.scratchBytes, 1);
  if (const uint32_t last = bits(descriptor.rsrc2, 5, 1); next < last)
    std::ranges::copy(
        dispatch.preloaded.first(std::min<size_t>(last - next, dispatch.preloaded.size())),
        wave.scalars + next);
  // The system's SGPRs come behind all user SGPRs.
  next = bits(descriptor.rsrc2, 5, 1);
  const uint32_t *id = wave.group->id;
  for (unsigned axis = 0; axis < 3; ++axis)
    if (bits(descriptor.rsrc2, 7 + axis, 7 + axis))
      wave.scalars[next++] = id[axis];
}

void setVectors(Wave &wave, const Dispatch &dispatch) {
  const Dim3 &block = dispatch.geometry.block;
  const uint64_t first = uint64_t(wave.number) * lanesPerWave;
  uint64_t exec = 0;
  for (unsigned lane = 0; lane < lanesPerWave && first + lane < block.product(); ++lane) {
    const uint64_t item = first + lane;
    const uint64_t x = item % block.x, y = item / block.x % block.y, z = item / block.x / block.y;
    exec |= uint64_t(1) << lane;
    if (wave.rowCount > 0)
      wave.rows[lane] = static_cast<uint32_t>(x | y << 10 | z << 20);
  }
  std::memcpy(wave.scalars + scalar::exec, &exec, sizeof exec);
}

/// What the hardware leaves in the LDS and in scratch is anybody's guess: always the same one.
constexpr auto left = std::byte(0xff);

/// A workgroup after another of its kind has scratch as it is left but for what that wrote.
void resetScratch(Workgroup &group, size_t waves, uint32_t bytesPerLane) {
  const size_t bytes = waves * lanesPerWave * bytesPerLane;
  const bool isOfItsKind = group.scratchStorage.size() == bytes && group.waves.size() == waves &&
                           std::ranges::all_of(group.waves, [&](const Wave &wave) {
                             return wave.scratchBytesPerLane == bytesPerLane;
                           });
  if (!isOfItsKind) {
    group.scratchStorage.assign(bytes, left);
    return;
  }
  for (const Wave &wave : group.waves)
    for (size_t lane = 0; lane < lanesPerWave; ++lane)
      std::fill_n(wave.scratch + lane * bytesPerLane, wave.scratchWritten, left);
}

} // namespace

void prepare(Workgroup &group, const Dispatch &dispatch, uint64_t number) {
  const Dim3 &grid = dispatch.geometry.grid;
  const Program &program = dispatch.module.program();
  const KernelDescriptor &descriptor = dispatch.kernel.descriptor;
  group.program = &program;
  group.memory = &dispatch.module.memory();
  group.host = dispatch.host;
  group.imageAddress = dispatch.module.imageAddress();
  group.strictBarriers = dispatch.options.strictBarriers;
  group.id[0] = static_cast<uint32_t>(number % grid.x);
  group.id[1] = static_cast<uint32_t>(number / grid.x % grid.y);
  group.id[2] = static_cast<uint32_t>(number / grid.x / grid.y);
  group.fault.reset();
  group.clock = 0;
  group.isCooperative = dispatch.geometry.isCooperative;
  group.ldsBytes = dispatch.ldsBytes;
  group.lds.assign((size_t(dispatch.ldsBytes) + widestLoad - 1) / widestLoad * widestLoad, left);
  const size_t waves = (dispatch.geometry.block.product() + lanesPerWave - 1) / lanesPerWave;
  const size_t fileWords = size_t(program.rows()) * lanesPerWave;
  const size_t scratchBytes = size_t(dispatch.scratchBytes) * lanesPerWave;
  resetScratch(group, waves, dispatch.scratchBytes);
  // Rows begin at cache lines.
  group.rowStorage.assign(waves * fileWords + 16, 0);
  auto *rows = reinterpret_cast<uint32_t *>(
      (reinterpret_cast<uintptr_t>(group.rowStorage.data()) + 63) / 64 * 64);
  group.waves.assign(waves, Wave());
  for (size_t i = 0; i < waves; ++i) {
    Wave &wave = group.waves[i];
    wave.number = static_cast<uint32_t>(i);
    wave.group = &group;
    wave.rows = rows + i * fileWords;
    wave.rowCount = program.rows();
    wave.scratch = group.scratchStorage.data() + i * scratchBytes;
    wave.scratchBytesPerLane = dispatch.scratchBytes;
    wave.pc = dispatch.entry;
    // FLOAT_ROUND_MODE, FLOAT_DENORM_MODE; DX10_CLAMP; IEEE_MODE; FP16_OVFL.
    wave.mode = bits(descriptor.rsrc1, 19, 12) | bits(descriptor.rsrc1, 21, 21) << 8 |
                bits(descriptor.rsrc1, 23, 23) << 9 | bits(descriptor.rsrc1, 26, 26) << 23;
    setScalars(wave, dispatch);
    setVectors(wave, dispatch);
  }
}

} // namespace assay::amdgpu
