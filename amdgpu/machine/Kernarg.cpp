#include "amdgpu/machine/Kernarg.h"

#include "amdgpu/machine/Workgroup.h"

#include <algorithm>
#include <cstring>

namespace assay::amdgpu {
namespace {

/// AMDGPUUsage, "Code Object V5 Metadata". Kinds that are not listed (a printf buffer) are
/// null, which is what a host that offers no such service passes.
uint64_t hiddenValue(std::string_view kind, const Geometry &geometry) {
  const Dim3 &grid = geometry.grid, &block = geometry.block;
  const std::pair<std::string_view, uint64_t> values[] = {
      {"hidden_block_count_x", grid.x},
      {"hidden_block_count_y", grid.y},
      {"hidden_block_count_z", grid.z},
      {"hidden_group_size_x", block.x},
      {"hidden_group_size_y", block.y},
      {"hidden_group_size_z", block.z},
      // HIP's grids are whole workgroups: hidden_remainder_* are zero.
      {"hidden_grid_dims", grid.z * block.z > 1   ? 3
                           : grid.y * block.y > 1 ? 2
                                                  : 1},
      {"hidden_dynamic_lds_size", geometry.dynamicLdsBytes},
      {"hidden_heap_v1", heapBase},
      {"hidden_private_base", privateBase >> 32},
      {"hidden_shared_base", sharedBase >> 32},
  };
  for (const auto &[name, value] : values)
    if (name == kind)
      return value;
  return 0;
}

void put(std::vector<std::byte> &segment, const Argument &argument, const void *value,
         size_t available) {
  if (argument.offset > segment.size())
    return;
  const size_t bytes =
      std::min<size_t>({argument.size, segment.size() - argument.offset, available});
  std::memcpy(segment.data() + argument.offset, value, bytes);
}

std::vector<std::byte> hiddenOnly(const KernelMetadata &kernel, const Geometry &geometry) {
  // A megabyte is far beyond what any runtime takes; the metadata may say anything.
  // The compiler may load what its arguments do not fill of the last 16 bytes.
  std::vector<std::byte> segment((std::min<uint32_t>(kernel.kernargBytes, 1 << 20) + 15) / 16 * 16);
  for (const Argument &argument : kernel.arguments) {
    if (!argument.isHidden())
      continue;
    const uint64_t value = hiddenValue(argument.kind, geometry);
    put(segment, argument, &value, sizeof value);
  }
  return segment;
}

} // namespace

std::vector<std::byte> packKernarg(const KernelMetadata &kernel,
                                   std::span<const void *const> arguments,
                                   const Geometry &geometry) {
  std::vector<std::byte> segment = hiddenOnly(kernel, geometry);
  size_t next = 0;
  for (const Argument &argument : kernel.arguments)
    if (!argument.isHidden() && next < arguments.size())
      put(segment, argument, arguments[next++], argument.size);
  return segment;
}

std::vector<std::byte> packKernarg(const KernelMetadata &kernel, std::span<const std::byte> packed,
                                   const Geometry &geometry) {
  std::vector<std::byte> segment = hiddenOnly(kernel, geometry);
  for (const Argument &argument : kernel.arguments)
    if (!argument.isHidden() && argument.offset < packed.size())
      put(segment, argument, packed.data() + argument.offset, packed.size() - argument.offset);
  return segment;
}

void putHidden(std::vector<std::byte> &kernarg, const KernelMetadata &kernel, std::string_view kind,
               uint64_t address) {
  for (const Argument &argument : kernel.arguments)
    if (argument.kind == kind)
      put(kernarg, argument, &address, sizeof address);
}

size_t explicitArguments(const KernelMetadata &kernel) {
  return static_cast<size_t>(std::ranges::count_if(
      kernel.arguments, [](const Argument &argument) { return !argument.isHidden(); }));
}

} // namespace assay::amdgpu
