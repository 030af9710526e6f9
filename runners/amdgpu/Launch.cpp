#include "runners/amdgpu/Launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <thread>

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

uint32_t bits(uint32_t value, unsigned high, unsigned low) {
  return value >> low & ((1U << (high - low + 1)) - 1);
}

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

constexpr uint32_t maxLdsBytes = 64 * 1024;
constexpr uint32_t maxWorkgroupSize = 1024;

/// All that is the same for every workgroup of a launch.
struct Dispatch {
  const Module &module;
  const Kernel &kernel;
  const Geometry &geometry;
  const Options &options;
  uint64_t kernarg = 0, packet = 0;
  /// Of the kernel's arguments, those that SGPRs hold when it begins.
  std::span<const uint32_t> preloaded = {};
  uint32_t ldsBytes = 0;
  uint32_t entry = 0;
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
  put(PrivateSegmentSize, dispatch.kernel.descriptor.scratchBytes, 1);
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

void prepare(Workgroup &group, const Dispatch &dispatch, uint64_t number) {
  const Dim3 &grid = dispatch.geometry.grid;
  const Program &program = dispatch.module.program();
  const KernelDescriptor &descriptor = dispatch.kernel.descriptor;
  group.program = &program;
  group.memory = &dispatch.module.memory();
  group.imageAddress = dispatch.module.imageAddress();
  group.strictBarriers = dispatch.options.strictBarriers;
  group.id[0] = static_cast<uint32_t>(number % grid.x);
  group.id[1] = static_cast<uint32_t>(number / grid.x % grid.y);
  group.id[2] = static_cast<uint32_t>(number / grid.x / grid.y);
  group.fault.reset();
  group.clock = 0;
  // What the hardware leaves there is anybody's guess: always the same one.
  group.lds.assign(dispatch.ldsBytes, std::byte(0xff));
  const size_t waves = (dispatch.geometry.block.product() + lanesPerWave - 1) / lanesPerWave;
  const size_t fileWords = size_t(program.rows()) * lanesPerWave;
  const size_t scratchBytes = size_t(descriptor.scratchBytes) * lanesPerWave;
  // Rows begin at cache lines.
  group.rowStorage.assign(waves * fileWords + 16, 0);
  auto *rows = reinterpret_cast<uint32_t *>(
      (reinterpret_cast<uintptr_t>(group.rowStorage.data()) + 63) / 64 * 64);
  group.scratchStorage.assign(waves * scratchBytes, std::byte(0xff));
  group.waves.assign(waves, Wave());
  for (size_t i = 0; i < waves; ++i) {
    Wave &wave = group.waves[i];
    wave.number = static_cast<uint32_t>(i);
    wave.group = &group;
    wave.rows = rows + i * fileWords;
    wave.rowCount = program.rows();
    wave.scratch = group.scratchStorage.data() + i * scratchBytes;
    wave.scratchBytesPerLane = descriptor.scratchBytes;
    wave.pc = dispatch.entry;
    // FLOAT_ROUND_MODE, FLOAT_DENORM_MODE; DX10_CLAMP; IEEE_MODE; FP16_OVFL.
    wave.mode = bits(descriptor.rsrc1, 19, 12) | bits(descriptor.rsrc1, 21, 21) << 8 |
                bits(descriptor.rsrc1, 23, 23) << 9 | bits(descriptor.rsrc1, 26, 26) << 23;
    setScalars(wave, dispatch);
    setVectors(wave, dispatch);
  }
}

/// Workgroups are taken in the order of their numbers. After a fault, those before it still run to
/// their end, so that the first one's fault is what is reported.
class Grid {
public:
  explicit Grid(const Dispatch &dispatch) : dispatch(dispatch) {}

  Outcome run() {
    const uint64_t count = dispatch.geometry.grid.product();
    const auto threads = std::min<uint64_t>(std::max(1U, dispatch.options.threads), count);
    std::vector<std::jthread> others;
    for (uint64_t i = 1; i < threads; ++i)
      others.emplace_back([this] { work(); });
    work();
    others.clear();
    if (fault)
      return *fault;
    return Finished{instructions};
  }

private:
  void work() {
    Workgroup group;
    uint64_t done = 0;
    for (uint64_t number;
         (number = next++) < std::min(dispatch.geometry.grid.product(), limit.load());) {
      prepare(group, dispatch, number);
      std::unique_ptr<Observer> observer;
      if (dispatch.options.observe)
        observer = dispatch.options.observe(number);
      group.observer = observer.get();
      Schedule schedule = dispatch.options.schedule;
      if (schedule.seed != 0)
        schedule.seed += number;
      done += runWaves(group, schedule, dispatch.options.instructionsPerWorkgroup);
      if (group.fault)
        report(number, *group.fault);
    }
    instructions += done;
  }

  void report(uint64_t number, Fault &found) {
    std::lock_guard lock(mutex);
    if (number >= limit)
      return;
    limit = number;
    fault = std::move(found);
    fault->kernel = dispatch.kernel.metadata.name;
    if (std::string text = dispatch.module.disassemble(static_cast<uint32_t>(fault->address));
        text != "?")
      fault->instruction = text;
  }

  const Dispatch &dispatch;
  std::atomic<uint64_t> next = 0, limit = UINT64_MAX, instructions = 0;
  std::mutex mutex;
  std::optional<Fault> fault;
};

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
  put(24, dispatch.kernel.descriptor.scratchBytes);
  put(28, dispatch.ldsBytes);
  put(40, dispatch.kernarg);
  return packet;
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
  if (auto checked = checkGeometry(*kernel, geometry); !checked)
    return checked.error();
  const uint32_t preloaded = preloadLength(kernel->descriptor);
  auto entry = module.program().indexAt.find(kernel->descriptor.entry +
                                             (preloaded > 0 ? preloadPrologueBytes : 0));
  if (entry == module.program().indexAt.end())
    return Error{fmt::format("kernel '{}' begins inside of an instruction", name)};
  Dispatch dispatch{module, *kernel, geometry, options};
  dispatch.entry = entry->second;
  dispatch.ldsBytes = kernel->descriptor.ldsBytes + geometry.dynamicLdsBytes;
  auto arguments = Lent::copy(module.memory(), kernarg, "the kernel's arguments");
  if (!arguments)
    return arguments.error();
  dispatch.kernarg = **arguments;
  std::vector<uint32_t> words(kernarg.size() / sizeof(uint32_t));
  std::memcpy(words.data(), kernarg.data(), words.size() * sizeof(uint32_t));
  words.resize(preloadOffset(kernel->descriptor) + preloaded);
  dispatch.preloaded = std::span(words).subspan(preloadOffset(kernel->descriptor));
  auto packet = Lent::copy(module.memory(), dispatchPacket(dispatch), "the dispatch packet");
  if (!packet)
    return packet.error();
  dispatch.packet = **packet;
  return Grid(dispatch).run();
}

} // namespace assay::amdgpu
