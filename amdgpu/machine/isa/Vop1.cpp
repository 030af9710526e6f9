#include "amdgpu/machine/isa/Lanes.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// The first active lane's value; lane 0's if none is active.
static void readFirstLane(Wave &wave, const Instruction &instruction) {
  const uint64_t active = exec(wave);
  const unsigned lane = active == 0 ? 0 : static_cast<unsigned>(std::countr_zero(active));
  writeScalar(wave, instruction.destination.index,
              sourceRows(wave, instruction.source[0], 0)[lane]);
}

static void swap(Wave &wave, const Instruction &instruction) {
  uint32_t *a = rowOf(wave, instruction.destination), *b = rowOf(wave, instruction.source[0]);
  const uint64_t active = exec(wave);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    if (active >> lane & 1)
      std::swap(a[lane], b[lane]);
}

static void nothing(Wave &, const Instruction &) {}

static constexpr Shape toScalar = {
    .source = {{Role::Field, Type::B32}}, .result = Type::B32, .resultIsScalar = true};
static constexpr Shape twoRows = {.source = {{Role::Field, Type::B32}}, .result = Type::B32};
static constexpr Shape agprs = {.source = {{Role::Field, Type::B32}},
                                .result = Type::B32,
                                .sourceIsAgpr = true,
                                .resultIsAgpr = true};

static uint32_t saturateByte(int32_t value) {
  return static_cast<uint32_t>(value < 0 ? 0 : value > 255 ? 255 : value);
}

static constexpr Semantics move = lanes<[](uint32_t s0) { return s0; }>;
constexpr Semantics withShape(Semantics semantics, Shape shape) {
  semantics.shape = shape;
  return semantics;
}

static constexpr Entry entries[] = {
    {"v_nop", {nothing, nullptr, {}}},
    // There are no exceptions to clear.
    {"v_clrexcp", {nothing, nullptr, {}}},
    {"v_mov_b32", move},
    {"v_mov_b64", lanes<[](uint64_t s0) { return s0; }>},
    {"v_accvgpr_mov_b32", withShape(move, agprs)},
    {"v_swap_b32", {swap, nullptr, twoRows}},
    {"v_readfirstlane_b32", {readFirstLane, nullptr, toScalar}},
    {"v_not_b32", lanes<[](uint32_t s0) { return ~s0; }>},
    {"v_bfrev_b32", lanes<[](uint32_t s0) { return __builtin_bitreverse32(s0); }>},
    // Places of a first bit: -1 if there is none.
    {"v_ffbh_u32",
     lanes<[](uint32_t s0) { return s0 == 0 ? -1 : static_cast<int32_t>(std::countl_zero(s0)); }>},
    {"v_ffbl_b32",
     lanes<[](uint32_t s0) { return s0 == 0 ? -1 : static_cast<int32_t>(std::countr_zero(s0)); }>},
    {"v_ffbh_i32", lanes<[](int32_t s0) {
       const auto different = static_cast<uint32_t>(s0 < 0 ? ~s0 : s0);
       return different == 0 ? -1 : static_cast<int32_t>(std::countl_zero(different));
     }>},
    {"v_sat_pk_u8_i16", lanes<[](uint32_t s0) {
       return saturateByte(int16_t(s0)) | saturateByte(int16_t(s0 >> 16)) << 8;
     }>},
};
const Table vop1Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
