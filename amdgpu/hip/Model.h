#pragma once

#include "amdgpu/machine/Chip.h"

namespace assay::amdhip {

/// What the device that is played says of itself: figures of a card with that chip, as far as they
/// are known from AMD's data sheets. They have no bearing on how it computes.
struct Model {
  const char *archName; // "gfx942:sramecc+:xnack-"
  int major, minor;
  int computeUnits;
  int clockKhz, memoryClockKhz, busBits;
  int l2Bytes;
};

const Model &modelOf(amdgpu::Chip chip);

// The same for both chips.
constexpr int warpSize = 64, maxWorkgroupSize = 1024, ldsBytes = 65536;
constexpr int maxThreadsPerComputeUnit = 2048;
/// Vector registers of 64 lanes in a SIMD, SIMDs in a compute unit, waves in a SIMD.
constexpr int registersPerSimd = 512, simdsPerComputeUnit = 4, wavesPerSimd = 8;

} // namespace assay::amdhip
