#include "runners/amdgpu/isa/Lanes.h"

#include <cmath>

namespace assay::amdgpu::AMDGPU_LEVEL {

/// The first active lane's value; lane 0's if none is active.
static void readFirstLane(Wave &wave, const Instruction &instruction) {
  const uint64_t active = exec(wave);
  const unsigned lane = active == 0 ? 0 : static_cast<unsigned>(std::countr_zero(active));
  writeScalar(wave, instruction.destination.index,
              sourceRows(wave, instruction.source[0], 0)[lane]);
}

static constexpr Shape toScalar = {
    .source = {{Role::Field, Type::B32}}, .result = Type::B32, .resultIsScalar = true};

/// Toward zero; what does not fit becomes the nearest integer, NaN becomes 0.
template <class Int> static Int saturate(float value) {
  constexpr float low = std::is_signed_v<Int> ? -2147483648.0f : 0.0f;
  constexpr float high = std::is_signed_v<Int> ? 2147483648.0f : 4294967296.0f;
  if (!(value > low))
    return value <= low ? std::numeric_limits<Int>::min() : Int(0);
  return value < high ? static_cast<Int>(value) : std::numeric_limits<Int>::max();
}

static constexpr Entry entries[] = {
    {"v_mov_b32", lanes<[](uint32_t s0) { return s0; }>},
    {"v_mov_b64", lanes<[](uint64_t s0) { return s0; }>},
    {"v_not_b32", lanes<[](uint32_t s0) { return ~s0; }>},
    {"v_cvt_f32_i32", lanes<[](int32_t s0) { return float(s0); }>},
    {"v_cvt_f32_u32", lanes<[](uint32_t s0) { return float(s0); }>},
    {"v_cvt_i32_f32", lanes<[](float s0) { return saturate<int32_t>(s0); }>},
    {"v_cvt_u32_f32", lanes<[](float s0) { return saturate<uint32_t>(s0); }>},
    {"v_sqrt_f32", lanes<[](float s0) { return std::sqrt(s0); }>},
    {"v_floor_f32", lanes<[](float s0) { return std::floor(s0); }>},
    {"v_ceil_f32", lanes<[](float s0) { return std::ceil(s0); }>},
    {"v_trunc_f32", lanes<[](float s0) { return std::trunc(s0); }>},
    {"v_readfirstlane_b32", {readFirstLane, nullptr, toScalar}},
};
const Table vop1Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
