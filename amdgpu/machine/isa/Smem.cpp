#include "amdgpu/machine/isa/Atomics.h"
#include "amdgpu/machine/isa/Buffer.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// SOFFSET + OFFSET.
static uint64_t offsetOf(const Wave &wave, const Instruction &instruction) {
  return uint64_t(readUniform<uint32_t>(wave, instruction.source[1])) +
         static_cast<uint64_t>(static_cast<int64_t>(instruction.offset));
}

/// SBASE + SOFFSET + OFFSET, of which the last two bits do not count. Scalar accesses do not look
/// at EXEC: they are lane 0's.
static Addresses scalarAddress(Wave &wave, const Instruction &instruction) {
  Addresses at;
  at.lane[0] = (readUniform<uint64_t>(wave, instruction.source[0]) + offsetOf(wave, instruction)) &
               ~uint64_t(3);
  at.active = 1;
  return at;
}

static bool mayAccessScalar(Wave &wave, const Instruction &instruction, Mode mode,
                            const Addresses &at, uint32_t bytes) {
  const MemoryAccess access{Space::Constant, mode, bytes, at.active, at.lane};
  return checkLanes(wave, instruction, access) && show(wave, instruction, access);
}

/// How many bytes are there for a load of `bytes`. No page ends within a dword, nor within the
/// second half of what begins at a multiple of 8, and LLVM has the hardware load more than a
/// program asks for: the dword that a smaller element ends in (AMDGPUCodeGenPrepare), and of three
/// elements of 4 or 8 bytes four (AMDGPUTargetLowering::WidenOrSplitVectorLoad). Such a load may be
/// the end of a longer one: of seven dwords all eight are loaded.
static uint32_t bytesThere(Wave &wave, uint64_t address, uint32_t bytes) {
  auto isMapped = [&](uint32_t size) {
    return mappedRange(*wave.group, address, size) || lookUp(*wave.group, address, size);
  };
  const uint32_t most = address % 8 != 0 || bytes < 16 ? 3 : bytes < 32 ? 4 : 8;
  for (uint32_t dropped = 0; dropped <= most; ++dropped)
    if (isMapped(bytes - dropped))
      return bytes - dropped;
  return bytes;
}

template <unsigned dwords> static void load(Wave &wave, const Instruction &instruction) {
  const Addresses at = scalarAddress(wave, instruction);
  const uint32_t bytes = bytesThere(wave, at.lane[0], 4 * dwords);
  if (!mayAccessScalar(wave, instruction, Mode::Load, at, bytes))
    return;
  uint32_t *result = wave.scalars + instruction.destination.index;
  std::memcpy(result, hostAddress(wave, Space::Constant, at, 0), bytes);
  // NaN in each type, as what was allocated and not written.
  std::memset(reinterpret_cast<std::byte *>(result) + bytes, 0xff, 4 * dwords - bytes);
}

template <unsigned dwords> static void store(Wave &wave, const Instruction &instruction) {
  const Addresses at = scalarAddress(wave, instruction);
  if (mayAccessScalar(wave, instruction, Mode::Store, at, 4 * dwords))
    std::memcpy(hostAddress(wave, Space::Constant, at, 0),
                wave.scalars + instruction.source[2].index, 4 * dwords);
}

/// Dwords behind the end of the buffer are 0. Its size is in bytes or, with a stride, in records.
template <unsigned dwords> static void bufferLoad(Wave &wave, const Instruction &instruction) {
  const BufferResource buffer(wave, instruction.source[0].index);
  const uint64_t size = uint64_t(buffer.records) * (buffer.stride == 0 ? 1 : buffer.stride);
  const uint64_t offset = offsetOf(wave, instruction) & ~uint64_t(3);
  const uint64_t present = offset >= size ? 0 : std::min<uint64_t>(dwords, (size - offset) / 4);
  uint32_t *result = wave.scalars + instruction.destination.index;
  if (present > 0) {
    Addresses at;
    at.lane[0] = (buffer.base & ~uint64_t(3)) + offset;
    at.active = 1;
    if (!mayAccessScalar(wave, instruction, Mode::Load, at, static_cast<uint32_t>(4 * present)))
      return;
    std::memcpy(result, hostAddress(wave, Space::Constant, at, 0), 4 * present);
  }
  std::memset(result + present, 0, 4 * (dwords - present));
}

/// Counts up with each look: kernels that wait for time to pass come to an end, and results do not
/// depend on the host's clock.
static void readClock(Wave &wave, const Instruction &instruction) {
  writeScalar<uint64_t>(wave, instruction.destination.index, wave.group->clock += 256);
}

template <unsigned dwords, Type type>
static constexpr Semantics loads = {
    load<dwords>, nullptr, {.source = {{Role::Field, Type::B64}}, .result = type}};
template <unsigned dwords, Type type>
static constexpr Semantics bufferLoads = {
    bufferLoad<dwords>, nullptr, {.source = {{Role::Field, Type::B128}}, .result = type}};
template <unsigned dwords, Type type>
static constexpr Semantics stores = {
    store<dwords>, nullptr, {.source = {{Role::Field, Type::B64}, {}, {Role::Field, type}}}};

static void nothing(Wave &, const Instruction &) {}
static constexpr Shape clockShape = {.source = {}, .result = Type::B64};

constexpr const char *noScalarAtomics = "LLVM makes no scalar atomics, and MI300 has none";
constexpr const char *noScalarScratch = "LLVM makes no scalar accesses to scratch";
template <class> static constexpr Semantics noAtomics = refused(noScalarAtomics);

static constexpr Entry entries[] = {
    {"s_load_dword", loads<1, Type::B32>},
    {"s_load_dwordx2", loads<2, Type::B64>},
    {"s_load_dwordx4", loads<4, Type::B128>},
    {"s_load_dwordx8", loads<8, Type::B256>},
    {"s_load_dwordx16", loads<16, Type::B512>},
    {"s_buffer_load_dword", bufferLoads<1, Type::B32>},
    {"s_buffer_load_dwordx2", bufferLoads<2, Type::B64>},
    {"s_buffer_load_dwordx4", bufferLoads<4, Type::B128>},
    {"s_buffer_load_dwordx8", bufferLoads<8, Type::B256>},
    {"s_buffer_load_dwordx16", bufferLoads<16, Type::B512>},
    {"s_store_dword", stores<1, Type::B32>},
    {"s_store_dwordx2", stores<2, Type::B64>},
    {"s_store_dwordx4", stores<4, Type::B128>},
    {"s_memtime", {readClock, nullptr, clockShape}},
    {"s_memrealtime", {readClock, nullptr, clockShape}},
    // There are no caches.
    {"s_dcache_wb", {nothing, nullptr, {}}},
    {"s_dcache_inv", {nothing, nullptr, {}}},
    {"s_dcache_wb_vol", {nothing, nullptr, {}}},
    {"s_dcache_inv_vol", {nothing, nullptr, {}}},
    {"s_dcache_discard", refused("what memory holds afterwards is not defined")},
    {"s_dcache_discard_x2", refused("what memory holds afterwards is not defined")},
    {"s_atc_probe", {nothing, nullptr, {}}},
    {"s_atc_probe_buffer", {nothing, nullptr, {}}},
    {"s_buffer_store_dword", refused("LLVM makes no scalar stores to buffers")},
    {"s_buffer_store_dwordx2", refused("LLVM makes no scalar stores to buffers")},
    {"s_buffer_store_dwordx4", refused("LLVM makes no scalar stores to buffers")},
    {"s_scratch_load_dword", refused(noScalarScratch)},
    {"s_scratch_load_dwordx2", refused(noScalarScratch)},
    {"s_scratch_load_dwordx4", refused(noScalarScratch)},
    {"s_scratch_store_dword", refused(noScalarScratch)},
    {"s_scratch_store_dwordx2", refused(noScalarScratch)},
    {"s_scratch_store_dwordx4", refused(noScalarScratch)},
    AMDGPU_INTEGER_ATOMICS("s", noAtomics),
    AMDGPU_INTEGER_ATOMICS("s_buffer", noAtomics),
};
const Table smemTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
