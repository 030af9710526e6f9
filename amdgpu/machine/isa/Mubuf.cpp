#include "amdgpu/machine/isa/Atomics.h"
#include "amdgpu/machine/isa/Buffer.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// Zero in the active lanes that are not among `present`: what a load gives behind the end.
static void clearOthers(const Addresses &all, uint64_t present, uint32_t *row) {
  forActive(all.active & ~present, [&](unsigned lane) { row[lane] = 0; });
}

template <class T>
static void toLds(Wave &wave, const Instruction &instruction, const BufferAddresses &all) {
  loadToLds<T>(wave, instruction, all.space, lanesWithin(all, 0, sizeof(T)), all.at.active);
}

/// Each dword is checked by itself against the buffer's end.
template <class T, unsigned dwords> static void load(Wave &wave, const Instruction &instruction) {
  const BufferAddresses all = bufferAddresses(wave, instruction);
  if constexpr (dwords == 1)
    if (instruction.modifiers.lds)
      return toLds<T>(wave, instruction, all);
  uint32_t *rows = rowOf(wave, instruction.destination);
  const Addresses whole = lanesWithin(all, 0, sizeof(T) * dwords);
  if (whole.active == all.at.active)
    return loadLanes<T, dwords>(wave, instruction, all.space, whole, rows);
  for (unsigned dword = 0; dword < dwords; ++dword) {
    const Addresses present = lanesWithin(all, 4 * dword, sizeof(T));
    loadLanes<T, 1>(wave, instruction, all.space, present, rows + dword * lanesPerWave);
    clearOthers(all.at, present.active, rows + dword * lanesPerWave);
  }
}

template <class T, unsigned dwords> static void store(Wave &wave, const Instruction &instruction) {
  const BufferAddresses all = bufferAddresses(wave, instruction);
  const uint32_t *rows = rowOf(wave, instruction.source[1]);
  const Addresses whole = lanesWithin(all, 0, sizeof(T) * dwords);
  if (whole.active == all.at.active)
    return storeLanes<T, dwords>(wave, instruction, all.space, whole, rows);
  for (unsigned dword = 0; dword < dwords; ++dword)
    storeLanes<T, 1>(wave, instruction, all.space, lanesWithin(all, 4 * dword, sizeof(T)),
                     rows + dword * lanesPerWave);
}

template <class T, bool isHigh> static void loadHalf(Wave &wave, const Instruction &instruction) {
  const BufferAddresses all = bufferAddresses(wave, instruction);
  uint32_t *rows = rowOf(wave, instruction.destination);
  const Addresses present = lanesWithin(all, 0, sizeof(T));
  loadHalves<T, isHigh>(wave, instruction, all.space, present, rows);
  forActive(all.at.active & ~present.active,
            [&](unsigned lane) { rows[lane] &= isHigh ? 0xffff : 0xffff0000; });
}

template <class T> static void storeHigh(Wave &wave, const Instruction &instruction) {
  const BufferAddresses all = bufferAddresses(wave, instruction);
  storeHighHalves<T>(wave, instruction, all.space, lanesWithin(all, 0, sizeof(T)),
                     rowOf(wave, instruction.source[1]));
}

/// Behind the end memory stays, and what is returned is 0.
template <class Atomic> static void atomic(Wave &wave, const Instruction &instruction) {
  const BufferAddresses all = bufferAddresses(wave, instruction);
  const Addresses present = lanesWithin(all, 0, 4 * Atomic::resultDwords);
  Atomic::run(wave, instruction, all.space, present);
  if (instruction.destination.kind == Operand::Kind::Vector)
    for (unsigned dword = 0; dword < Atomic::resultDwords; ++dword)
      clearOthers(all.at, present.active,
                  rowOf(wave, instruction.destination) + dword * lanesPerWave);
}

template <class T, unsigned dwords = 1>
static constexpr Semantics loads = {load<T, dwords>, nullptr, loadShape(Type::None, dwords)};
template <class T, unsigned dwords = 1>
static constexpr Semantics stores = {store<T, dwords>, nullptr, storeShape(Type::None, dwords)};
template <class T, bool isHigh>
static constexpr Semantics loadsHalf = {loadHalf<T, isHigh>, nullptr, halfLoadShape(Type::None)};
template <class T>
static constexpr Semantics storesHigh = {storeHigh<T>, nullptr, storeShape(Type::None, 1)};
template <class Atomic>
static constexpr Semantics atomics = {
    atomic<Atomic>, nullptr, atomicShape(Type::None, Atomic::dataDwords, Atomic::resultDwords)};

/// There are no caches.
static void nothing(Wave &, const Instruction &) {}

static constexpr Entry entries[] = {
    {"buffer_load_ubyte", loads<uint8_t>},
    {"buffer_load_sbyte", loads<int8_t>},
    {"buffer_load_ushort", loads<uint16_t>},
    {"buffer_load_sshort", loads<int16_t>},
    {"buffer_load_dword", loads<uint32_t>},
    {"buffer_load_dwordx2", loads<uint32_t, 2>},
    {"buffer_load_dwordx3", loads<uint32_t, 3>},
    {"buffer_load_dwordx4", loads<uint32_t, 4>},
    {"buffer_load_ubyte_d16", loadsHalf<uint8_t, false>},
    {"buffer_load_ubyte_d16_hi", loadsHalf<uint8_t, true>},
    {"buffer_load_sbyte_d16", loadsHalf<int8_t, false>},
    {"buffer_load_sbyte_d16_hi", loadsHalf<int8_t, true>},
    {"buffer_load_short_d16", loadsHalf<uint16_t, false>},
    {"buffer_load_short_d16_hi", loadsHalf<uint16_t, true>},
    {"buffer_store_byte", stores<uint8_t>},
    {"buffer_store_byte_d16_hi", storesHigh<uint8_t>},
    {"buffer_store_short", stores<uint16_t>},
    {"buffer_store_short_d16_hi", storesHigh<uint16_t>},
    {"buffer_store_dword", stores<uint32_t>},
    {"buffer_store_dwordx2", stores<uint32_t, 2>},
    {"buffer_store_dwordx3", stores<uint32_t, 3>},
    {"buffer_store_dwordx4", stores<uint32_t, 4>},
    AMDGPU_INTEGER_ATOMICS("buffer", atomics),
    AMDGPU_FLOAT_ATOMICS("buffer", atomics),
    {"buffer_wbl2", {nothing, nullptr, {}}},
    {"buffer_inv", {nothing, nullptr, {}}},
    {"buffer_invl2", {nothing, nullptr, {}}},
    {"buffer_wbinvl1", {nothing, nullptr, {}}},
    {"buffer_wbinvl1_vol", {nothing, nullptr, {}}},
    {"buffer_store_lds_dword", refused("LLVM makes no stores from the LDS")},
};
const Table mubufTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
