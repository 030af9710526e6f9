#include "amdgpu/machine/isa/Atomics.h"

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

// The ways to find addresses: each calls access(space, addresses), for FLAT perhaps several times.

struct Global {
  template <class Access>
  static void each(Wave &wave, const Instruction &instruction, Access access) {
    access(Space::Global, globalAddresses(wave, instruction));
  }
};

/// A flat address is one of global memory, or lies in an aperture: then its low half is an offset
/// in the LDS or in the lane's scratch.
struct Flat {
  template <class Access>
  static void each(Wave &wave, const Instruction &instruction, Access access) {
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
};

/// VADDR or SADDR or neither or both, + OFFSET, in the lane's own scratch.
struct Scratch {
  template <class Access>
  static void each(Wave &wave, const Instruction &instruction, Access access) {
    Addresses at;
    at.active = exec(wave);
    const uint32_t base = readUniform<uint32_t>(wave, instruction.source[2]) +
                          static_cast<uint32_t>(instruction.offset);
    const uint32_t *rows = sourceRows(wave, instruction.source[0], 0);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      at.lane[lane] = static_cast<uint32_t>(base + rows[lane]);
    access(Space::Scratch, at);
  }
};

template <class Way, class T, unsigned dwords>
static void load(Wave &wave, const Instruction &instruction) {
  Way::each(wave, instruction, [&](Space space, const Addresses &at) {
    loadLanes<T, dwords>(wave, instruction, space, at, rowOf(wave, instruction.destination));
  });
}
template <class Way, class T, bool isHigh>
static void loadHalf(Wave &wave, const Instruction &instruction) {
  Way::each(wave, instruction, [&](Space space, const Addresses &at) {
    loadHalves<T, isHigh>(wave, instruction, space, at, rowOf(wave, instruction.destination));
  });
}
template <class Way, class T, unsigned dwords>
static void store(Wave &wave, const Instruction &instruction) {
  Way::each(wave, instruction, [&](Space space, const Addresses &at) {
    storeLanes<T, dwords>(wave, instruction, space, at, rowOf(wave, instruction.source[1]));
  });
}
template <class Way, class T> static void storeHigh(Wave &wave, const Instruction &instruction) {
  Way::each(wave, instruction, [&](Space space, const Addresses &at) {
    storeHighHalves<T>(wave, instruction, space, at, rowOf(wave, instruction.source[1]));
  });
}
template <class Way, class T> static void toLds(Wave &wave, const Instruction &instruction) {
  Way::each(wave, instruction, [&](Space space, const Addresses &at) {
    loadToLds<T>(wave, instruction, space, at, at.active);
  });
}
template <class Way, class Atomic> static void atomic(Wave &wave, const Instruction &instruction) {
  Way::each(wave, instruction,
            [&](Space space, const Addresses &at) { Atomic::run(wave, instruction, space, at); });
}

template <class Way, class T, unsigned dwords = 1>
static constexpr Semantics loads = {load<Way, T, dwords>, nullptr, loadShape(Type::B64, dwords)};
template <class Way, class T, bool isHigh>
static constexpr Semantics loadsHalf = {loadHalf<Way, T, isHigh>, nullptr,
                                        halfLoadShape(Type::B64)};
template <class Way, class T, unsigned dwords = 1>
static constexpr Semantics stores = {store<Way, T, dwords>, nullptr, storeShape(Type::B64, dwords)};
template <class Way, class T>
static constexpr Semantics storesHigh = {storeHigh<Way, T>, nullptr, storeShape(Type::B64, 1)};
template <class Way, class T>
static constexpr Semantics loadsToLds = {toLds<Way, T>, nullptr, addressShape(Type::B64)};
template <class Way, class Atomic>
static constexpr Semantics atomics = {
    atomic<Way, Atomic>, nullptr, atomicShape(Type::B64, Atomic::dataDwords, Atomic::resultDwords)};

template <class Atomic> static constexpr Semantics globalAtomics = atomics<Global, Atomic>;
template <class Atomic> static constexpr Semantics flatAtomics = atomics<Flat, Atomic>;

// The same for each way: NAME begins "flat", "global" or "scratch".
#define AMDGPU_LOADS_AND_STORES(NAME, Way)                                                         \
  {NAME "_load_ubyte", loads<Way, uint8_t>}, {NAME "_load_sbyte", loads<Way, int8_t>},             \
      {NAME "_load_ushort", loads<Way, uint16_t>}, {NAME "_load_sshort", loads<Way, int16_t>},     \
      {NAME "_load_dword", loads<Way, uint32_t>}, {NAME "_load_dwordx2", loads<Way, uint32_t, 2>}, \
      {NAME "_load_dwordx3", loads<Way, uint32_t, 3>},                                             \
      {NAME "_load_dwordx4", loads<Way, uint32_t, 4>},                                             \
      {NAME "_load_ubyte_d16", loadsHalf<Way, uint8_t, false>},                                    \
      {NAME "_load_ubyte_d16_hi", loadsHalf<Way, uint8_t, true>},                                  \
      {NAME "_load_sbyte_d16", loadsHalf<Way, int8_t, false>},                                     \
      {NAME "_load_sbyte_d16_hi", loadsHalf<Way, int8_t, true>},                                   \
      {NAME "_load_short_d16", loadsHalf<Way, uint16_t, false>},                                   \
      {NAME "_load_short_d16_hi", loadsHalf<Way, uint16_t, true>},                                 \
      {NAME "_store_byte", stores<Way, uint8_t>},                                                  \
      {NAME "_store_byte_d16_hi", storesHigh<Way, uint8_t>},                                       \
      {NAME "_store_short", stores<Way, uint16_t>},                                                \
      {NAME "_store_short_d16_hi", storesHigh<Way, uint16_t>},                                     \
      {NAME "_store_dword", stores<Way, uint32_t>},                                                \
      {NAME "_store_dwordx2", stores<Way, uint32_t, 2>},                                           \
      {NAME "_store_dwordx3", stores<Way, uint32_t, 3>}, {                                         \
    NAME "_store_dwordx4", stores<Way, uint32_t, 4>                                                \
  }

#define AMDGPU_LOADS_TO_LDS(NAME, Way)                                                             \
  {NAME "_load_lds_ubyte", loadsToLds<Way, uint8_t>},                                              \
      {NAME "_load_lds_sbyte", loadsToLds<Way, int8_t>},                                           \
      {NAME "_load_lds_ushort", loadsToLds<Way, uint16_t>},                                        \
      {NAME "_load_lds_sshort", loadsToLds<Way, int16_t>}, {                                       \
    NAME "_load_lds_dword", loadsToLds<Way, uint32_t>                                              \
  }

static constexpr Entry entries[] = {
    AMDGPU_LOADS_AND_STORES("flat", Flat),
    AMDGPU_LOADS_AND_STORES("global", Global),
    AMDGPU_LOADS_AND_STORES("scratch", Scratch),
    AMDGPU_LOADS_TO_LDS("global", Global),
    AMDGPU_LOADS_TO_LDS("scratch", Scratch),
    AMDGPU_INTEGER_ATOMICS("flat", flatAtomics),
    AMDGPU_INTEGER_ATOMICS("global", globalAtomics),
    AMDGPU_FLOAT_ATOMICS("flat", flatAtomics),
    AMDGPU_FLOAT_ATOMICS("global", globalAtomics),
    {"flat_atomic_pk_add_bf16", flatAtomics<Modify<uint32_t, addBrainFloats>>},
    {"global_atomic_pk_add_bf16", globalAtomics<Modify<uint32_t, addBrainFloats>>},
};
const Table flatTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
