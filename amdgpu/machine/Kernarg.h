#pragma once

#include "amdgpu/machine/CodeObject.h"

namespace assay::amdgpu {

struct Dim3 {
  uint32_t x = 1, y = 1, z = 1;
  uint64_t product() const { return uint64_t(x) * y * z; }
};

struct Geometry {
  Dim3 grid;  // in workgroups
  Dim3 block; // in work-items
  uint32_t dynamicLdsBytes = 0;
  /// All workgroups are there at once, so that they may wait for each other.
  bool isCooperative = false;
};

/// What kernels are given for the heap of their malloc by launches without one. Nothing is there:
/// an access says what the kernel wanted.
constexpr uint64_t heapBase = uint64_t(0x7e59) << 32;

/// The kernarg segment: explicit arguments one after the other as in the metadata, hidden ones as
/// their kinds ask, but for those that only a launch has. Each of `arguments` points to a value of
/// the size that the metadata has.
std::vector<std::byte> packKernarg(const KernelMetadata &kernel,
                                   std::span<const void *const> arguments,
                                   const Geometry &geometry);

/// The same for explicit arguments that are packed already.
std::vector<std::byte> packKernarg(const KernelMetadata &kernel, std::span<const std::byte> packed,
                                   const Geometry &geometry);

/// Puts the addresses that a launch has for a kind of hidden arguments into a kernarg segment.
void putHidden(std::vector<std::byte> &kernarg, const KernelMetadata &kernel, std::string_view kind,
               uint64_t address);

/// Arguments that the caller must give.
size_t explicitArguments(const KernelMetadata &kernel);

} // namespace assay::amdgpu
