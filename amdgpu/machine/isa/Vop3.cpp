#include "amdgpu/machine/isa/Lanes.h"
#include "amdgpu/machine/isa/MinMax.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

// Integers and bits.

/// S0 of the lane that S1 names.
static void readLane(Wave &wave, const Instruction &instruction) {
  const unsigned lane = readUniform<uint32_t>(wave, instruction.source[1]) % lanesPerWave;
  writeScalar(wave, instruction.destination.index,
              sourceRows(wave, instruction.source[0], 0)[lane]);
}

/// Writes the lane that S1 names, active or not.
static void writeLaneOf(Wave &wave, const Instruction &instruction) {
  const unsigned lane = readUniform<uint32_t>(wave, instruction.source[1]) % lanesPerWave;
  rowOf(wave, instruction.destination)[lane] = readUniform<uint32_t>(wave, instruction.source[0]);
}

static constexpr Shape twoDwords = shapeOf<[](uint32_t s0, uint32_t s1) { return s0; }>();
constexpr Shape scalarResult(Shape shape) {
  shape.resultIsScalar = true;
  return shape;
}

/// S1 plus the bits of S0 for the lanes below, of lanes 0-31 or 32-63.
template <bool isHigh> static uint32_t maskedBitCount(uint32_t s0, uint32_t s1, Lane lane) {
  const uint64_t lower = (uint64_t(1) << lane.value) - 1;
  const auto counted = static_cast<uint32_t>(isHigh ? lower >> 32 : lower);
  return s1 + static_cast<uint32_t>(std::popcount(s0 & counted));
}

template <class Int, class Wide> static Int productSum(Int s0, Int s1, Wide s2, Control control) {
  return wrapped<Int>(int64_t(s0) * s1 + s2, control);
}
template <class Int> static Int mad16(Int s0, Int s1, Int s2, Control control) {
  return productSum<Int, Int>(s0, s1, s2, control);
}

/// A byte of {S0, S1} for each byte of S2: from 8 on a sign spread out, 0 or 0xff.
static uint32_t permute(uint32_t s0, uint32_t s1, uint32_t s2) {
  const uint64_t data = uint64_t(s0) << 32 | s1;
  uint32_t result = 0;
  for (unsigned i = 0; i < 4; ++i) {
    const uint32_t select = s2 >> (8 * i) & 0xff;
    uint32_t byte = 0xff;
    if (select < 8)
      byte = static_cast<uint32_t>(data >> (8 * select)) & 0xff;
    else if (select < 12)
      byte = (data >> (16 * (select - 8) + 15) & 1) != 0 ? 0xff : 0;
    else if (select == 12)
      byte = 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// Offsets of 32 and more do not exist, and widths of 0 give 0.
static uint32_t extractUnsigned(uint32_t s0, uint32_t s1, uint32_t s2) {
  return s0 >> (s1 & 31) & ((1U << (s2 & 31)) - 1);
}
static int32_t extractSigned(int32_t s0, uint32_t s1, uint32_t s2) {
  const uint32_t offset = s1 & 31, width = s2 & 31;
  if (width == 0)
    return 0;
  const uint32_t unused = 32 - width;
  const auto field = static_cast<uint32_t>(s0 >> offset);
  return static_cast<int32_t>(field << unused) >> unused;
}

/// In halves, as they lie in registers: twice as many lanes to a vector of the host's.
static uint64_t shiftAndAdd64(uint64_t s0, uint32_t s1, uint64_t s2) {
  const uint32_t shift = s1 & 7;
  const auto low = static_cast<uint32_t>(s0), high = static_cast<uint32_t>(s0 >> 32);
  const uint32_t shiftedLow = low << shift;
  const uint32_t shiftedHigh = high << shift | low >> 1 >> (31 - shift);
  const uint32_t sum = shiftedLow + static_cast<uint32_t>(s2);
  const uint32_t carry = sum < shiftedLow ? 1 : 0;
  return sum | uint64_t(shiftedHigh + static_cast<uint32_t>(s2 >> 32) + carry) << 32;
}

static constexpr Entry entries[] = {
    {"v_mul_lo_u32", lanes<[](uint32_t s0, uint32_t s1) { return s0 * s1; }>},
    {"v_mul_hi_u32",
     lanes<[](uint32_t s0, uint32_t s1) { return uint32_t(uint64_t(s0) * s1 >> 32); }>},
    {"v_mul_hi_i32", lanes<[](int32_t s0, int32_t s1) { return int32_t(int64_t(s0) * s1 >> 32); }>},
    {"v_mad_u64_u32", lanes<[](uint32_t s0, uint32_t s1, uint64_t s2) {
       const uint64_t product = uint64_t(s0) * s1;
       return WithCarry<uint64_t>{product + s2, product + s2 < product};
     }>},
    {"v_mad_i64_i32", lanes<[](int32_t s0, int32_t s1, int64_t s2) {
       int64_t sum = 0;
       const bool overflows = __builtin_add_overflow(int64_t(s0) * s1, s2, &sum);
       return WithCarry<int64_t>{sum, overflows};
     }>},
    {"v_mad_i32_i24", lanes<[](uint32_t s0, uint32_t s1, int32_t s2, Control control) {
       return wrapped<int32_t>(int64_t(int32_t(s0 << 8) >> 8) * (int32_t(s1 << 8) >> 8) + s2,
                               control);
     }>},
    {"v_mad_u32_u24", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2, Control control) {
       return wrapped<uint32_t>(int64_t(s0 & 0xffffff) * (s1 & 0xffffff) + s2, control);
     }>},
    {"v_mad_u16", preservingHigh(lanes<mad16<uint16_t>>)},
    {"v_mad_i16", preservingHigh(lanes<mad16<int16_t>>)},
    {"v_mad_legacy_u16", lanes<mad16<uint16_t>>},
    {"v_mad_legacy_i16", lanes<mad16<int16_t>>},
    {"v_mad_u32_u16", lanes<[](uint16_t s0, uint16_t s1, uint32_t s2, Control control) {
       return wrapped<uint32_t>(int64_t(s0) * s1 + s2, control);
     }>},
    {"v_mad_i32_i16", lanes<[](int16_t s0, int16_t s1, int32_t s2, Control control) {
       return wrapped<int32_t>(int64_t(s0) * s1 + s2, control);
     }>},
    {"v_add_i16", preservingHigh(lanes<[](int16_t s0, int16_t s1, Control control) {
       return wrapped<int16_t>(s0 + s1, control);
     }>)},
    {"v_sub_i16", preservingHigh(lanes<[](int16_t s0, int16_t s1, Control control) {
       return wrapped<int16_t>(s0 - s1, control);
     }>)},
    {"v_add_i32", lanes<[](int32_t s0, int32_t s1, Control control) {
       return wrapped<int32_t>(int64_t(s0) + s1, control);
     }>},
    {"v_sub_i32", lanes<[](int32_t s0, int32_t s1, Control control) {
       return wrapped<int32_t>(int64_t(s0) - s1, control);
     }>},
    {"v_lshlrev_b64", lanes<[](uint32_t s0, uint64_t s1) { return s1 << (s0 & 63); }>},
    {"v_lshrrev_b64", lanes<[](uint32_t s0, uint64_t s1) { return s1 >> (s0 & 63); }>},
    {"v_ashrrev_i64", lanes<[](uint32_t s0, int64_t s1) { return s1 >> (s0 & 63); }>},
    {"v_lshl_add_u32",
     lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 << (s1 & 31)) + s2; }>},
    {"v_add_lshl_u32",
     lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 + s1) << (s2 & 31); }>},
    {"v_lshl_or_b32",
     lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 << (s1 & 31)) | s2; }>},
    {"v_and_or_b32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 & s1) | s2; }>},
    {"v_or3_b32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return s0 | s1 | s2; }>},
    {"v_add3_u32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return s0 + s1 + s2; }>},
    {"v_xad_u32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 ^ s1) + s2; }>},
    // Shifts of more than 4 are not defined.
    {"v_lshl_add_u64", lanes<shiftAndAdd64>},
    {"v_bfe_u32", lanes<extractUnsigned>},
    {"v_bfe_i32", lanes<extractSigned>},
    {"v_bfi_b32",
     lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 & s1) | (~s0 & s2); }>},
    {"v_bfm_b32",
     lanes<[](uint32_t s0, uint32_t s1) { return ((1U << (s0 & 31)) - 1) << (s1 & 31); }>},
    {"v_bcnt_u32_b32",
     lanes<[](uint32_t s0, uint32_t s1) { return uint32_t(std::popcount(s0)) + s1; }>},
    {"v_alignbit_b32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) {
       return uint32_t((uint64_t(s0) << 32 | s1) >> (s2 & 31));
     }>},
    {"v_alignbyte_b32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) {
       return uint32_t((uint64_t(s0) << 32 | s1) >> (8 * (s2 & 3)));
     }>},
    {"v_perm_b32", lanes<permute>},
    {"v_pack_b32_f16",
     lanes<[](Raw<Half> s0, Raw<Half> s1) { return uint32_t(s0.bits) | uint32_t(s1.bits) << 16; }>},
    {"v_min3_i16", preservingHigh(lanes<smallest<int16_t>>)},
    {"v_min3_u16", preservingHigh(lanes<smallest<uint16_t>>)},
    {"v_min3_i32", lanes<smallest<int32_t>>},
    {"v_min3_u32", lanes<smallest<uint32_t>>},
    {"v_max3_i16", preservingHigh(lanes<largest<int16_t>>)},
    {"v_max3_u16", preservingHigh(lanes<largest<uint16_t>>)},
    {"v_max3_i32", lanes<largest<int32_t>>},
    {"v_max3_u32", lanes<largest<uint32_t>>},
    {"v_med3_i16", preservingHigh(lanes<middle<int16_t>>)},
    {"v_med3_u16", preservingHigh(lanes<middle<uint16_t>>)},
    {"v_med3_i32", lanes<middle<int32_t>>},
    {"v_med3_u32", lanes<middle<uint32_t>>},
    {"v_mbcnt_lo_u32_b32", lanes<maskedBitCount<false>>},
    {"v_mbcnt_hi_u32_b32", lanes<maskedBitCount<true>>},
    {"v_readlane_b32", {readLane, nullptr, scalarResult(twoDwords)}},
    {"v_writelane_b32", {writeLaneOf, nullptr, twoDwords}},
};
const Table vop3Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
