#include "runners/amdgpu/isa/LaneMemory.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// SBASE + SOFFSET + OFFSET, of which the last two bits do not count.
template <unsigned dwords> static void load(Wave &wave, const Instruction &instruction) {
  Addresses at;
  const auto base = readUniform<uint64_t>(wave, instruction.source[0]);
  const auto offset = readUniform<uint32_t>(wave, instruction.source[1]);
  at.lane[0] = (base + offset + static_cast<int64_t>(instruction.offset)) & ~uint64_t(3);
  // Scalar loads do not look at EXEC.
  at.active = 1;
  const MemoryAccess access{Space::Constant, Mode::Load, 4 * dwords, at.active, at.lane};
  if (!checkLanes(wave, instruction, access))
    return;
  if (wave.group->observer)
    wave.group->observer->access(wave, instruction, access);
  std::memcpy(wave.scalars + instruction.destination.index,
              hostAddress(wave, Space::Constant, at, 0), 4 * dwords);
}

template <unsigned dwords, Type type>
static constexpr Semantics loads = {
    load<dwords>, nullptr, {.source = {{Role::Field, Type::B64}}, .result = type}};

static void nothing(Wave &, const Instruction &) {}

static constexpr Entry entries[] = {
    {"s_load_dword", loads<1, Type::B32>},
    {"s_load_dwordx2", loads<2, Type::B64>},
    {"s_load_dwordx4", loads<4, Type::B128>},
    {"s_load_dwordx8", loads<8, Type::B256>},
    {"s_load_dwordx16", loads<16, Type::B512>},
    // There are no caches.
    {"s_dcache_wb", {nothing, nullptr, {}}},
    {"s_dcache_inv", {nothing, nullptr, {}}},
};
const Table smemTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
