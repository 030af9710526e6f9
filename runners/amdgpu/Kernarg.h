#pragma once

#include "runners/amdgpu/CodeObject.h"

namespace assay::amdgpu {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t product() const { return uint64_t(x) * y * z; }
};

struct Geometry {
  Dim3 grid;  // in workgroups
  Dim3 block; // in work-items
  uint32_t dynamicLdsBytes = 0;
};

/// The kernarg segment: explicit arguments one after the other as in the metadata, hidden ones as
/// their kinds ask. Each of `arguments` points to a value of the size that the metadata has.
std::vector<std::byte> packKernarg(const KernelMetadata &kernel,
                                   std::span<const void *const> arguments,
                                   const Geometry &geometry);

/// The same for explicit arguments that are packed already.
std::vector<std::byte> packKernarg(const KernelMetadata &kernel, std::span<const std::byte> packed,
                                   const Geometry &geometry);

/// Arguments that the caller must give.
size_t explicitArguments(const KernelMetadata &kernel);

} // namespace assay::amdgpu
