#include "amdgpu/machine/Dispatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::amdgpu {
namespace {

/// KERNARG_PRELOAD_SPEC_LENGTH and _OFFSET, in dwords.
uint32_t preloadLength(const KernelDescriptor &descriptor) {
  return bits(descriptor.kernargPreload, 6, 0);
}
uint32_t preloadOffset(const KernelDescriptor &descriptor) {
  return bits(descriptor.kernargPreload, 15, 7);
}

/// Before the code of a kernel with preloaded arguments stands what firmware that does not preload
/// them begins with: loads of them or, from older compilers, a trap.
constexpr uint32_t preloadPrologueBytes = 256;

/// USES_DYNAMIC_STACK of a descriptor's properties: calls go through pointers or recur, and how
/// much scratch they take is known only when they have. The runtime says how much there is.
constexpr uint16_t usesDynamicStack = 1 << 11;
constexpr uint32_t dynamicStackBytes = 16 * 1024;

constexpr uint32_t maxLdsBytes = 64 * 1024;
constexpr uint32_t maxWorkgroupSize = 1024;

/// The part of an AQL dispatch packet that kernels read, at the offsets of HSA's
/// hsa_kernel_dispatch_packet_t.
std::array<std::byte, 64> dispatchPacket(const Dispatch &dispatch) {
  std::array<std::byte, 64> packet = {};
  const Dim3 &grid = dispatch.geometry.grid, &block = dispatch.geometry.block;
  auto put = [&](size_t at, auto value) { std::memcpy(packet.data() + at, &value, sizeof value); };
  put(4, static_cast<uint16_t>(block.x));
  put(6, static_cast<uint16_t>(block.y));
  put(8, static_cast<uint16_t>(block.z));
  put(12, grid.x * block.x);
  put(16, grid.y * block.y);
  put(20, grid.z * block.z);
  put(24, dispatch.scratchBytes);
  put(28, dispatch.ldsBytes);
  put(40, dispatch.kernarg);
  return packet;
}

/// ROCm's device library calls it mg_info: who takes part in the barriers of several grids, here
/// one, and the counters of the barrier of this one. Kernels ask whether it is there.
std::array<std::byte, 48> gridSync(const Geometry &geometry) {
  std::array<std::byte, 48> info = {};
  auto put = [&](size_t at, auto value) { std::memcpy(info.data() + at, &value, sizeof value); };
  const uint64_t items = geometry.grid.product() * geometry.block.product();
  put(12, uint32_t(1));                                    // num_grids
  put(24, items);                                          // all_sum
  put(40, static_cast<uint32_t>(geometry.grid.product())); // num_wg
  return info;
}

/// What a kernel has no use for has no argument: the compiler says so.
bool hasArgument(const Kernel &kernel, std::string_view kind) {
  return std::ranges::any_of(kernel.metadata.arguments,
                             [&](const Argument &argument) { return argument.kind == kind; });
}

Expected<std::unique_ptr<Host>> makeHost(const Dispatch &dispatch) {
  const Geometry &geometry = dispatch.geometry;
  const uint64_t wavesOfGroup = (geometry.block.product() + lanesPerWave - 1) / lanesPerWave;
  const uint64_t groups =
      geometry.isCooperative
          ? geometry.grid.product()
          : std::min<uint64_t>(std::max(1U, dispatch.options.threads), geometry.grid.product());
  uint64_t waves = 0;
  if (__builtin_mul_overflow(groups, wavesOfGroup, &waves))
    waves = UINT64_MAX;
  auto packets = Packets::make(dispatch.module.memory(), waves);
  if (!packets)
    return packets.error();
  return std::make_unique<Host>(std::move(*packets), dispatch.options.print, dispatch.options.heap);
}

/// Device memory that lives as long as the launch.
class Lent {
public:
  static Expected<Lent> copy(Memory &memory, std::span<const std::byte> bytes, const char *name) {
    auto address = memory.allocate(bytes.size(), name);
    if (!address)
      return address.error();
    if (!bytes.empty())
      std::memcpy(reinterpret_cast<void *>(*address), bytes.data(), bytes.size());
    return Lent(memory, *address);
  }
  Lent(Lent &&other) noexcept
      : memory(std::exchange(other.memory, nullptr)), address(other.address) {}
  Lent &operator=(Lent &&) = delete;
  ~Lent() {
    if (memory)
      (void)memory->release(address);
  }
  uint64_t operator*() const { return address; }

private:
  Lent(Memory &memory, uint64_t address) : memory(&memory), address(address) {}
  Memory *memory;
  uint64_t address;
};

} // namespace

Expected<void> checkGeometry(const Kernel &kernel, const Geometry &geometry) {
  const uint64_t limit = std::min(kernel.metadata.maxWorkgroupSize, maxWorkgroupSize);
  const Dim3 &block = geometry.block, &grid = geometry.grid;
  if (block.product() == 0 || std::max({block.x, block.y, block.z}) > maxWorkgroupSize ||
      block.product() > limit)
    return Error{fmt::format("kernel '{}' takes workgroups of 1 to {} work-items, not {} x {} x {}",
                             kernel.metadata.name, limit, block.x, block.y, block.z)};
  // The products of 32 bits each are what the dispatch packet can hold.
  for (auto [count, size] : {std::pair(grid.x, block.x), {grid.y, block.y}, {grid.z, block.z}})
    if (count == 0 || uint64_t(count) * size > UINT32_MAX)
      return Error{fmt::format("no grid has {} x {} x {} workgroups", grid.x, grid.y, grid.z)};
  if (static_cast<unsigned __int128>(uint64_t(grid.x) * grid.y) * grid.z > UINT64_MAX)
    return Error{fmt::format("no grid has {} x {} x {} workgroups", grid.x, grid.y, grid.z)};
  if (uint64_t(kernel.descriptor.ldsBytes) + geometry.dynamicLdsBytes > maxLdsBytes)
    return Error{fmt::format(
        "kernel '{}' needs {} bytes of LDS, with {} dynamic ones beside; there are {}",
        kernel.metadata.name, kernel.descriptor.ldsBytes, geometry.dynamicLdsBytes, maxLdsBytes)};
  if (kernel.descriptor.scratchBytes > (1U << 20))
    return Error{fmt::format("kernel '{}' needs {} bytes of scratch for each work-item",
                             kernel.metadata.name, kernel.descriptor.scratchBytes)};
  return {};
}

Expected<Outcome> launch(const Module &module, const std::string &name, const Geometry &geometry,
                         std::span<const std::byte> kernarg, const Options &options) {
  const Kernel *kernel = module.findKernel(name);
  if (!kernel)
    return Error{fmt::format("the code object has no kernel '{}'", name)};
  ASSAY_TRY(checkGeometry(*kernel, geometry));
  const uint32_t preloaded = preloadLength(kernel->descriptor);
  auto entry = module.program().indexAt.find(kernel->descriptor.entry +
                                             (preloaded > 0 ? preloadPrologueBytes : 0));
  if (entry == module.program().indexAt.end())
    return Error{fmt::format("kernel '{}' begins inside of an instruction", name)};
  Dispatch dispatch{module, *kernel, geometry, options};
  dispatch.entry = entry->second;
  dispatch.ldsBytes = kernel->descriptor.ldsBytes + geometry.dynamicLdsBytes;
  dispatch.scratchBytes = kernel->descriptor.scratchBytes;
  if (kernel->descriptor.properties & usesDynamicStack)
    dispatch.scratchBytes = std::max(dispatch.scratchBytes, dynamicStackBytes);
  auto sync = Lent::copy(module.memory(), gridSync(geometry), "what a cooperative grid shares");
  if (!sync)
    return sync.error();
  dispatch.gridSync = **sync;
  std::vector<std::byte> given(kernarg.begin(), kernarg.end());
  if (geometry.isCooperative)
    putHidden(given, kernel->metadata, "hidden_multigrid_sync_arg", dispatch.gridSync);
  std::unique_ptr<Host> host;
  if (hasArgument(*kernel, "hidden_hostcall_buffer")) {
    auto made = makeHost(dispatch);
    if (!made)
      return made.error();
    host = std::move(*made);
    dispatch.host = host.get();
    putHidden(given, kernel->metadata, "hidden_hostcall_buffer", host->buffer().address());
  }
  if (options.heap && hasArgument(*kernel, "hidden_heap_v1"))
    putHidden(given, kernel->metadata, "hidden_heap_v1", options.heap->table());
  auto arguments = Lent::copy(module.memory(), given, "the kernel's arguments");
  if (!arguments)
    return arguments.error();
  dispatch.kernarg = **arguments;
  std::vector<uint32_t> words(given.size() / sizeof(uint32_t));
  std::memcpy(words.data(), given.data(), words.size() * sizeof(uint32_t));
  words.resize(preloadOffset(kernel->descriptor) + preloaded);
  dispatch.preloaded = std::span(words).subspan(preloadOffset(kernel->descriptor));
  auto packet = Lent::copy(module.memory(), dispatchPacket(dispatch), "the dispatch packet");
  if (!packet)
    return packet.error();
  dispatch.packet = **packet;
  return runGrid(dispatch);
}

} // namespace assay::amdgpu
