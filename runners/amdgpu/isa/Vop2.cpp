#include "runners/amdgpu/isa/Lanes.h"
#include "runners/amdgpu/isa/MinMax.h"

#include <cmath>

namespace assay::amdgpu::AMDGPU_LEVEL {

using Carry = WithCarry<uint32_t>;

static Carry add(uint32_t a, uint32_t b, bool carry) {
  const uint64_t sum = uint64_t(a) + b + carry;
  return {uint32_t(sum), sum > UINT32_MAX};
}
static Carry subtract(uint32_t a, uint32_t b, bool borrow) {
  return {a - b - borrow, uint64_t(b) + borrow > a};
}

static constexpr Entry entries[] = {
    {"v_cndmask_b32", lanes<[](uint32_t s0, uint32_t s1, bool vcc) { return vcc ? s1 : s0; }>},
    {"v_add_f32", lanes<[](float s0, float s1) { return s0 + s1; }>},
    {"v_sub_f32", lanes<[](float s0, float s1) { return s0 - s1; }>},
    {"v_subrev_f32", lanes<[](float s0, float s1) { return s1 - s0; }>},
    {"v_mul_f32", lanes<[](float s0, float s1) { return s0 * s1; }>},
    {"v_min_f32", lanes<[](float s0, float s1) { return minNumber(s0, s1); }>},
    {"v_max_f32", lanes<[](float s0, float s1) { return maxNumber(s0, s1); }>},
    {"v_fmac_f32",
     lanes<[](float s0, float s1, Former<float> d) { return std::fma(s0, s1, d.value); }>},
    {"v_fmac_f64",
     lanes<[](double s0, double s1, Former<double> d) { return std::fma(s0, s1, d.value); }>},
    {"v_min_i32", lanes<[](int32_t s0, int32_t s1) { return s0 < s1 ? s0 : s1; }>},
    {"v_max_i32", lanes<[](int32_t s0, int32_t s1) { return s0 > s1 ? s0 : s1; }>},
    {"v_min_u32", lanes<[](uint32_t s0, uint32_t s1) { return s0 < s1 ? s0 : s1; }>},
    {"v_max_u32", lanes<[](uint32_t s0, uint32_t s1) { return s0 > s1 ? s0 : s1; }>},
    {"v_lshlrev_b32", lanes<[](uint32_t s0, uint32_t s1) { return s1 << (s0 & 31); }>},
    {"v_lshrrev_b32", lanes<[](uint32_t s0, uint32_t s1) { return s1 >> (s0 & 31); }>},
    {"v_ashrrev_i32", lanes<[](uint32_t s0, int32_t s1) { return s1 >> (s0 & 31); }>},
    {"v_and_b32", lanes<[](uint32_t s0, uint32_t s1) { return s0 & s1; }>},
    {"v_or_b32", lanes<[](uint32_t s0, uint32_t s1) { return s0 | s1; }>},
    {"v_xor_b32", lanes<[](uint32_t s0, uint32_t s1) { return s0 ^ s1; }>},
    {"v_add_u32", lanes<[](uint32_t s0, uint32_t s1) { return s0 + s1; }>},
    {"v_sub_u32", lanes<[](uint32_t s0, uint32_t s1) { return s0 - s1; }>},
    {"v_subrev_u32", lanes<[](uint32_t s0, uint32_t s1) { return s1 - s0; }>},
    {"v_add_co_u32", lanes<[](uint32_t s0, uint32_t s1) { return add(s0, s1, false); }>},
    {"v_addc_co_u32", lanes<[](uint32_t s0, uint32_t s1, bool vcc) { return add(s0, s1, vcc); }>},
    {"v_sub_co_u32", lanes<[](uint32_t s0, uint32_t s1) { return subtract(s0, s1, false); }>},
    {"v_subb_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, bool vcc) { return subtract(s0, s1, vcc); }>},
    {"v_mul_u32_u24",
     lanes<[](uint32_t s0, uint32_t s1) { return (s0 & 0xffffff) * (s1 & 0xffffff); }>},
    {"v_mul_i32_i24", lanes<[](uint32_t s0, uint32_t s1) {
       return uint32_t(int32_t(s0 << 8) >> 8) * uint32_t(int32_t(s1 << 8) >> 8);
     }>},
};
const Table vop2Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
