#include "runners/amdgpu/isa/LaneMemory.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// VADDR (64 bits) + OFFSET, or SADDR + VADDR (32 bits) + OFFSET.
static Addresses globalAddresses(Wave &wave, const Instruction &instruction) {
  Addresses at;
  at.active = exec(wave);
  const uint32_t *low = rowOf(wave, instruction.source[0]);
  const auto offset = static_cast<uint64_t>(static_cast<int64_t>(instruction.offset));
  if (instruction.source[2].kind == Operand::Kind::None) {
    const uint32_t *high = low + lanesPerWave;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      at.lane[lane] = (low[lane] | uint64_t(high[lane]) << 32) + offset;
  } else {
    const uint64_t base = readUniform<uint64_t>(wave, instruction.source[2]) + offset;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      at.lane[lane] = base + low[lane];
  }
  return at;
}

template <class T, unsigned dwords>
static void globalLoad(Wave &wave, const Instruction &instruction) {
  loadLanes<T, dwords>(wave, instruction, Space::Global, globalAddresses(wave, instruction),
                       rowOf(wave, instruction.destination));
}

template <class T, unsigned dwords>
static void globalStore(Wave &wave, const Instruction &instruction) {
  storeLanes<T, dwords>(wave, instruction, Space::Global, globalAddresses(wave, instruction),
                        rowOf(wave, instruction.source[1]));
}

/// A flat address is one of global memory, or lies in an aperture: then its low half is an offset
/// in the LDS or in the lane's scratch.
template <class Access>
static void forEachSpace(Wave &wave, const Instruction &instruction, Access access) {
  const Addresses all = globalAddresses(wave, instruction);
  for (Space space : {Space::Global, Space::Lds, Space::Scratch}) {
    Addresses some = all;
    some.active = 0;
    forActive(all.active, [&](unsigned lane) {
      const uint64_t aperture = all.lane[lane] >> 32;
      const Space of = aperture == sharedBase >> 32    ? Space::Lds
                       : aperture == privateBase >> 32 ? Space::Scratch
                                                       : Space::Global;
      some.active |= uint64_t(of == space) << lane;
      if (space != Space::Global)
        some.lane[lane] &= 0xffffffff;
    });
    if (some.active != 0 && wave.state == Wave::State::Running)
      access(space, some);
  }
}

template <class T, unsigned dwords>
static void flatLoad(Wave &wave, const Instruction &instruction) {
  forEachSpace(wave, instruction, [&](Space space, const Addresses &at) {
    loadLanes<T, dwords>(wave, instruction, space, at, rowOf(wave, instruction.destination));
  });
}

template <class T, unsigned dwords>
static void flatStore(Wave &wave, const Instruction &instruction) {
  forEachSpace(wave, instruction, [&](Space space, const Addresses &at) {
    storeLanes<T, dwords>(wave, instruction, space, at, rowOf(wave, instruction.source[1]));
  });
}

/// VADDR or SADDR or neither, + OFFSET, in the lane's own scratch.
static Addresses scratchAddresses(Wave &wave, const Instruction &instruction) {
  Addresses at;
  at.active = exec(wave);
  const uint32_t base = readUniform<uint32_t>(wave, instruction.source[2]) +
                        static_cast<uint32_t>(instruction.offset);
  const uint32_t *rows = sourceRows(wave, instruction.source[0], 0);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    at.lane[lane] = static_cast<uint32_t>(base + rows[lane]);
  return at;
}

template <class T, unsigned dwords>
static void scratchLoad(Wave &wave, const Instruction &instruction) {
  loadLanes<T, dwords>(wave, instruction, Space::Scratch, scratchAddresses(wave, instruction),
                       rowOf(wave, instruction.destination));
}

template <class T, unsigned dwords>
static void scratchStore(Wave &wave, const Instruction &instruction) {
  storeLanes<T, dwords>(wave, instruction, Space::Scratch, scratchAddresses(wave, instruction),
                        rowOf(wave, instruction.source[1]));
}

template <Handler F, unsigned dwords>
static constexpr Semantics loads = {F, nullptr, loadShape(Type::B64, dwords)};
template <Handler F, unsigned dwords>
static constexpr Semantics stores = {F, nullptr, storeShape(Type::B64, dwords)};

static constexpr Entry entries[] = {
    {"global_load_ubyte", loads<globalLoad<uint8_t, 1>, 1>},
    {"global_load_sbyte", loads<globalLoad<int8_t, 1>, 1>},
    {"global_load_ushort", loads<globalLoad<uint16_t, 1>, 1>},
    {"global_load_sshort", loads<globalLoad<int16_t, 1>, 1>},
    {"global_load_dword", loads<globalLoad<uint32_t, 1>, 1>},
    {"global_load_dwordx2", loads<globalLoad<uint32_t, 2>, 2>},
    {"global_load_dwordx3", loads<globalLoad<uint32_t, 3>, 3>},
    {"global_load_dwordx4", loads<globalLoad<uint32_t, 4>, 4>},
    {"global_store_byte", stores<globalStore<uint8_t, 1>, 1>},
    {"global_store_short", stores<globalStore<uint16_t, 1>, 1>},
    {"global_store_dword", stores<globalStore<uint32_t, 1>, 1>},
    {"global_store_dwordx2", stores<globalStore<uint32_t, 2>, 2>},
    {"global_store_dwordx3", stores<globalStore<uint32_t, 3>, 3>},
    {"global_store_dwordx4", stores<globalStore<uint32_t, 4>, 4>},
    {"flat_load_dword", loads<flatLoad<uint32_t, 1>, 1>},
    {"flat_store_dword", stores<flatStore<uint32_t, 1>, 1>},
    {"scratch_load_dword", loads<scratchLoad<uint32_t, 1>, 1>},
    {"scratch_store_dword", stores<scratchStore<uint32_t, 1>, 1>},
};
const Table flatTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
