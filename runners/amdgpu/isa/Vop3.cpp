#include "runners/amdgpu/isa/Lanes.h"
#include "runners/amdgpu/isa/MinMax.h"

#include <cmath>

namespace assay::amdgpu::AMDGPU_LEVEL {

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

/// S1 plus the bits set in S0 for the lanes below, out of lanes 0-31 or 32-63.
template <bool isHigh> static void maskedBitCount(Wave &wave, const Instruction &instruction) {
  const uint32_t *mask = sourceRows(wave, instruction.source[0], 0);
  const uint32_t *addend = sourceRows(wave, instruction.source[1], 1);
  const uint32_t *active = activeRow(wave);
  uint32_t *result = rowOf(wave, instruction.destination);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint64_t lower = (uint64_t(1) << lane) - 1;
    const auto counted = static_cast<uint32_t>(isHigh ? lower >> 32 : lower);
    const uint32_t count =
        addend[lane] + static_cast<uint32_t>(std::popcount(mask[lane] & counted));
    result[lane] = (count & active[lane]) | (result[lane] & ~active[lane]);
  }
}

static constexpr Shape twoDwords = shapeOf<[](uint32_t s0, uint32_t s1) { return s0; }>();
constexpr Shape scalarResult(Shape shape) {
  shape.resultIsScalar = true;
  return shape;
}

static constexpr Entry entries[] = {
    {"v_fma_f32", lanes<[](float s0, float s1, float s2) { return std::fma(s0, s1, s2); }>},
    {"v_fma_f64", lanes<[](double s0, double s1, double s2) { return std::fma(s0, s1, s2); }>},
    {"v_add_f64", lanes<[](double s0, double s1) { return s0 + s1; }>},
    {"v_mul_f64", lanes<[](double s0, double s1) { return s0 * s1; }>},
    {"v_mul_lo_u32", lanes<[](uint32_t s0, uint32_t s1) { return s0 * s1; }>},
    {"v_mul_hi_u32",
     lanes<[](uint32_t s0, uint32_t s1) { return uint32_t(uint64_t(s0) * s1 >> 32); }>},
    {"v_mul_hi_i32", lanes<[](int32_t s0, int32_t s1) { return int32_t(int64_t(s0) * s1 >> 32); }>},
    {"v_mad_u64_u32", lanes<[](uint32_t s0, uint32_t s1, uint64_t s2) {
       const uint64_t product = uint64_t(s0) * s1;
       return WithCarry<uint64_t>{product + s2, product + s2 < product};
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
    // Shifts of more than 4 are not defined.
    {"v_lshl_add_u64",
     lanes<[](uint64_t s0, uint32_t s1, uint64_t s2) { return (s0 << (s1 & 7)) + s2; }>},
    {"v_bfe_u32", lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) {
       return s0 >> (s1 & 31) & ((1U << (s2 & 31)) - 1);
     }>},
    {"v_bfi_b32",
     lanes<[](uint32_t s0, uint32_t s1, uint32_t s2) { return (s0 & s1) | (~s0 & s2); }>},
    {"v_mbcnt_lo_u32_b32", {maskedBitCount<false>, nullptr, twoDwords}},
    {"v_mbcnt_hi_u32_b32", {maskedBitCount<true>, nullptr, twoDwords}},
    {"v_readlane_b32", {readLane, nullptr, scalarResult(twoDwords)}},
    {"v_writelane_b32", {writeLaneOf, nullptr, twoDwords}},
};
const Table vop3Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
