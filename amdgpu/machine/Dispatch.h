#pragma once

#include "amdgpu/machine/Launch.h"

namespace assay::amdgpu {

/// All that is the same for every workgroup of a launch.
struct Dispatch {
  const Module &module;
  const Kernel &kernel;
  const Geometry &geometry;
  const Options &options;
  uint64_t kernarg = 0, packet = 0;
  /// Of cooperative launches: what their workgroups have in common for waiting for each other.
  uint64_t gridSync = 0;
  /// Null where the kernel does not call it.
  Host *host = nullptr;
  /// Of the kernel's arguments, those that SGPRs hold when it begins.
  std::span<const uint32_t> preloaded = {};
  uint32_t ldsBytes = 0;
  /// Of each lane.
  uint32_t scratchBytes = 0;
  uint32_t entry = 0;
};

/// Bits `high` to `low` of a descriptor's word.
constexpr uint32_t bits(uint32_t value, unsigned high, unsigned low) {
  return value >> low & ((1U << (high - low + 1)) - 1);
}

/// Makes of `group` the workgroup of that number as it is before its first instruction.
void prepare(Workgroup &group, const Dispatch &dispatch, uint64_t number);

/// Runs all workgroups to their end.
Outcome runGrid(const Dispatch &dispatch);

} // namespace assay::amdgpu
