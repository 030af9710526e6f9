#include "amdgpu/machine/isa/LdsAddresses.h"

#include <algorithm>

namespace assay::amdgpu::AMDGPU_LEVEL {

template <class T, unsigned dwords> static void read(Wave &wave, const Instruction &instruction) {
  const uint32_t offset = singleOffset(instruction), bytes = sizeof(T) * dwords;
  const uint32_t *base = rowOf(wave, instruction.source[0]);
  uint32_t *rows = rowOf(wave, instruction.destination);
  if (!isInLds(wave, base, offset, bytes))
    return loadLanes<T, dwords>(wave, instruction, Space::Lds,
                                ldsAddresses(wave, instruction, offset), rows);
  if (showLds(wave, instruction, Mode::Load, offset, bytes))
    gather<T, dwords, 1>({wave.group->lds.data() + offset}, base, exec(wave), rows);
}

template <class T, unsigned dwords> static void write(Wave &wave, const Instruction &instruction) {
  const uint32_t offset = singleOffset(instruction), bytes = sizeof(T) * dwords;
  const uint32_t *base = rowOf(wave, instruction.source[0]);
  const uint32_t *rows = rowOf(wave, instruction.source[1]);
  if (!isInLds(wave, base, offset, bytes))
    return storeLanes<T, dwords>(wave, instruction, Space::Lds,
                                 ldsAddresses(wave, instruction, offset), rows);
  if (showLds(wave, instruction, Mode::Store, offset, bytes))
    scatter<T, dwords>(wave.group->lds.data() + offset, base, exec(wave), rows);
}

/// Two elements of `dwords` dwords each, at offset0 and offset1 in units of `stride` bytes.
template <unsigned dwords, unsigned stride>
static void read2(Wave &wave, const Instruction &instruction) {
  const uint32_t offset[] = {stride * uint32_t(instruction.offset),
                             stride * uint32_t(instruction.offset1)};
  constexpr uint32_t bytes = 4 * dwords;
  uint32_t *first = rowOf(wave, instruction.destination);
  uint32_t *second = first + dwords * lanesPerWave;
  const uint32_t *base = rowOf(wave, instruction.source[0]);
  if (!isInLds(wave, base, std::max(offset[0], offset[1]), bytes)) {
    // The destination may be the register of the address.
    const Addresses at[] = {ldsAddresses(wave, instruction, offset[0]),
                            ldsAddresses(wave, instruction, offset[1])};
    loadLanes<uint32_t, dwords>(wave, instruction, Space::Lds, at[0], first);
    loadLanes<uint32_t, dwords>(wave, instruction, Space::Lds, at[1], second);
    return;
  }
  for (uint32_t one : offset)
    if (!showLds(wave, instruction, Mode::Load, one, bytes))
      return;
  const std::byte *lds = wave.group->lds.data();
  gather<uint32_t, dwords, 2>({lds + offset[0], lds + offset[1]}, base, exec(wave), first);
}

template <unsigned dwords, unsigned stride>
static void write2(Wave &wave, const Instruction &instruction) {
  const uint32_t offset[] = {stride * uint32_t(instruction.offset),
                             stride * uint32_t(instruction.offset1)};
  constexpr uint32_t bytes = 4 * dwords;
  const uint32_t *base = rowOf(wave, instruction.source[0]);
  const uint32_t *rows[] = {rowOf(wave, instruction.source[1]), rowOf(wave, instruction.source[2])};
  const bool isInRange = isInLds(wave, base, std::max(offset[0], offset[1]), bytes);
  for (unsigned i = 0; i < 2; ++i)
    if (!isInRange)
      storeLanes<uint32_t, dwords>(wave, instruction, Space::Lds,
                                   ldsAddresses(wave, instruction, offset[i]), rows[i]);
    else if (showLds(wave, instruction, Mode::Store, offset[i], bytes))
      scatter<uint32_t, dwords>(wave.group->lds.data() + offset[i], base, exec(wave), rows[i]);
}

template <class T, bool isHigh> static void readHalf(Wave &wave, const Instruction &instruction) {
  loadHalves<T, isHigh>(wave, instruction, Space::Lds, singleAddress(wave, instruction),
                        rowOf(wave, instruction.destination));
}

template <class T> static void writeHigh(Wave &wave, const Instruction &instruction) {
  storeHighHalves<T>(wave, instruction, Space::Lds, singleAddress(wave, instruction),
                     rowOf(wave, instruction.source[1]));
}

/// M0 + offset + 4 * lane.
static Addresses laneAddresses(Wave &wave, const Instruction &instruction) {
  Addresses at;
  at.active = exec(wave);
  const uint32_t base = (readScalar<uint32_t>(wave, scalar::m0) & 0xffff) +
                        static_cast<uint32_t>(instruction.offset | instruction.offset1 << 8);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    at.lane[lane] = uint64_t(base) + 4 * lane;
  return at;
}
static void readByLane(Wave &wave, const Instruction &instruction) {
  loadLanes<uint32_t, 1>(wave, instruction, Space::Lds, laneAddresses(wave, instruction),
                         rowOf(wave, instruction.destination));
}
static void writeByLane(Wave &wave, const Instruction &instruction) {
  storeLanes<uint32_t, 1>(wave, instruction, Space::Lds, laneAddresses(wave, instruction),
                          rowOf(wave, instruction.source[1]));
}

template <class T, bool isHigh>
static constexpr Semantics readsHalf = {readHalf<T, isHigh>, nullptr, halfLoadShape(Type::B32)};
template <class T>
static constexpr Semantics writesHigh = {writeHigh<T>, nullptr, storeShape(Type::B32, 1)};

template <Handler F, unsigned dwords>
static constexpr Semantics reads = {F, nullptr, loadShape(Type::B32, dwords)};
template <Handler F, unsigned dwords>
static constexpr Semantics writes = {F, nullptr, storeShape(Type::B32, dwords)};

constexpr Shape write2Shape(unsigned dwords) {
  Shape shape = storeShape(Type::B32, dwords);
  shape.source[2] = shape.source[1];
  return shape;
}
template <Handler F, unsigned dwords>
static constexpr Semantics writesTwo = {F, nullptr, write2Shape(dwords)};

static constexpr Entry entries[] = {
    {"ds_read_u8", reads<read<uint8_t, 1>, 1>},
    {"ds_read_i8", reads<read<int8_t, 1>, 1>},
    {"ds_read_u16", reads<read<uint16_t, 1>, 1>},
    {"ds_read_i16", reads<read<int16_t, 1>, 1>},
    {"ds_read_b32", reads<read<uint32_t, 1>, 1>},
    {"ds_read_b64", reads<read<uint32_t, 2>, 2>},
    {"ds_read_b96", reads<read<uint32_t, 3>, 3>},
    {"ds_read_b128", reads<read<uint32_t, 4>, 4>},
    {"ds_read2_b32", reads<read2<1, 4>, 2>},
    {"ds_read2_b64", reads<read2<2, 8>, 4>},
    {"ds_read2st64_b32", reads<read2<1, 256>, 2>},
    {"ds_read2st64_b64", reads<read2<2, 512>, 4>},
    {"ds_write_b8", writes<write<uint8_t, 1>, 1>},
    {"ds_write_b16", writes<write<uint16_t, 1>, 1>},
    {"ds_write_b32", writes<write<uint32_t, 1>, 1>},
    {"ds_write_b64", writes<write<uint32_t, 2>, 2>},
    {"ds_write_b96", writes<write<uint32_t, 3>, 3>},
    {"ds_write_b128", writes<write<uint32_t, 4>, 4>},
    {"ds_write2_b32", writesTwo<write2<1, 4>, 1>},
    {"ds_write2_b64", writesTwo<write2<2, 8>, 2>},
    {"ds_write2st64_b32", writesTwo<write2<1, 256>, 1>},
    {"ds_write2st64_b64", writesTwo<write2<2, 512>, 2>},
    {"ds_read_u8_d16", readsHalf<uint8_t, false>},
    {"ds_read_u8_d16_hi", readsHalf<uint8_t, true>},
    {"ds_read_i8_d16", readsHalf<int8_t, false>},
    {"ds_read_i8_d16_hi", readsHalf<int8_t, true>},
    {"ds_read_u16_d16", readsHalf<uint16_t, false>},
    {"ds_read_u16_d16_hi", readsHalf<uint16_t, true>},
    {"ds_write_b8_d16_hi", writesHigh<uint8_t>},
    {"ds_write_b16_d16_hi", writesHigh<uint16_t>},
    {"ds_read_addtid_b32", {readByLane, nullptr, loadShape(Type::None, 1)}},
    {"ds_write_addtid_b32", {writeByLane, nullptr, storeShape(Type::None, 1)}},
};
const Table dsTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
