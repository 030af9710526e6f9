#include "amdgpu/machine/isa/Lanes.h"
#include "amdgpu/machine/isa/MinMax.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

using Carry = WithCarry<uint32_t>;

static Carry add(uint32_t a, uint32_t b, bool carry, Control control) {
  const uint64_t sum = uint64_t(a) + b + carry;
  return {control.clamp && sum > UINT32_MAX ? UINT32_MAX : uint32_t(sum), sum > UINT32_MAX};
}
static Carry subtract(uint32_t a, uint32_t b, bool borrow, Control control) {
  const bool isBelow = uint64_t(b) + borrow > a;
  return {control.clamp && isBelow ? 0 : a - b - borrow, isBelow};
}

template <class Int> static Int sum(Int s0, Int s1, Control control) {
  return wrapped<Int>(int64_t(s0) + s1, control);
}
template <class Int> static Int difference(Int s0, Int s1, Control control) {
  return wrapped<Int>(int64_t(s0) - s1, control);
}

template <class T> static T sumOf(T s0, T s1) { return narrow<T>(widen(s0) + widen(s1)); }
template <class T> static T differenceOf(T s0, T s1) { return narrow<T>(widen(s0) - widen(s1)); }
template <class T> static T productOf(T s0, T s1) { return narrow<T>(widen(s0) * widen(s1)); }

static float legacyProduct(float s0, float s1) { return s0 == 0 || s1 == 0 ? 0 : s0 * s1; }

static int32_t signed24(uint32_t value) { return int32_t(value << 8) >> 8; }

static constexpr Entry entries[] = {
    {"v_cndmask_b32", lanes<[](Raw<float> s0, Raw<float> s1, bool vcc) { return vcc ? s1 : s0; }>},
    {"v_add_f16", lanes<sumOf<Half>>},
    {"v_add_f32", lanes<sumOf<float>>},
    {"v_add_f64", lanes<sumOf<double>>},
    {"v_sub_f16", lanes<differenceOf<Half>>},
    {"v_sub_f32", lanes<differenceOf<float>>},
    {"v_subrev_f16", lanes<[](Half s0, Half s1) { return differenceOf(s1, s0); }>},
    {"v_subrev_f32", lanes<[](float s0, float s1) { return differenceOf(s1, s0); }>},
    {"v_mul_f16", lanes<productOf<Half>>},
    {"v_mul_f32", lanes<productOf<float>>},
    {"v_mul_f64", lanes<productOf<double>>},
    // 0 times anything is 0.
    {"v_mul_legacy_f32", lanes<legacyProduct>},
    {"v_min_f16", lanes<minimum<Half>>},
    {"v_min_f32", lanes<minimum<float>>},
    {"v_min_f64", lanes<minimum<double>>},
    {"v_max_f16", lanes<maximum<Half>>},
    {"v_max_f32", lanes<maximum<float>>},
    {"v_max_f64", lanes<maximum<double>>},
    {"v_fmac_f32",
     lanes<[](float s0, float s1, Former<float> d) { return fused(s0, s1, d.value); }>},
    {"v_fmac_f64",
     lanes<[](double s0, double s1, Former<double> d) { return fused(s0, s1, d.value); }>},
    {"v_fmamk_f32",
     lanes<[](float s0, Literal<float> k, float s1) { return fused(s0, k.value, s1); }>},
    {"v_fmaak_f32",
     lanes<[](float s0, float s1, Literal<float> k) { return fused(s0, s1, k.value); }>},
    {"v_mac_f32",
     lanes<[](float s0, float s1, Former<float> d) { return multiplyThenAdd(s0, s1, d.value); }>},
    {"v_madmk_f32",
     lanes<[](float s0, Literal<float> k, float s1) { return multiplyThenAdd(s0, k.value, s1); }>},
    {"v_madak_f32",
     lanes<[](float s0, float s1, Literal<float> k) { return multiplyThenAdd(s0, s1, k.value); }>},
    {"v_mac_f16",
     preservingHigh(
         lanes<[](Half s0, Half s1, Former<Half> d) { return multiplyThenAdd(s0, s1, d.value); }>)},
    {"v_madmk_f16", preservingHigh(lanes<[](Half s0, Literal<Half> k, Half s1) {
       return multiplyThenAdd(s0, k.value, s1);
     }>)},
    {"v_madak_f16", preservingHigh(lanes<[](Half s0, Half s1, Literal<Half> k) {
       return multiplyThenAdd(s0, s1, k.value);
     }>)},
    {"v_ldexp_f16", lanes<[](Half s0, int16_t s1) { return scaled(s0, s1); }>},
    {"v_min_i16", lanes<smaller<int16_t>>},
    {"v_min_u16", lanes<smaller<uint16_t>>},
    {"v_min_i32", lanes<smaller<int32_t>>},
    {"v_min_u32", lanes<smaller<uint32_t>>},
    {"v_max_i16", lanes<larger<int16_t>>},
    {"v_max_u16", lanes<larger<uint16_t>>},
    {"v_max_i32", lanes<larger<int32_t>>},
    {"v_max_u32", lanes<larger<uint32_t>>},
    {"v_lshlrev_b16",
     lanes<[](uint16_t s0, uint16_t s1) { return uint16_t(uint32_t(s1) << (s0 & 15)); }>},
    {"v_lshrrev_b16", lanes<[](uint16_t s0, uint16_t s1) { return uint16_t(s1 >> (s0 & 15)); }>},
    {"v_ashrrev_i16", lanes<[](uint16_t s0, int16_t s1) { return int16_t(s1 >> (s0 & 15)); }>},
    {"v_lshlrev_b32", lanes<[](uint32_t s0, uint32_t s1) { return s1 << (s0 & 31); }>},
    {"v_lshrrev_b32", lanes<[](uint32_t s0, uint32_t s1) { return s1 >> (s0 & 31); }>},
    {"v_ashrrev_i32", lanes<[](uint32_t s0, int32_t s1) { return s1 >> (s0 & 31); }>},
    {"v_and_b32", lanes<[](uint32_t s0, uint32_t s1) { return s0 & s1; }>},
    {"v_or_b32", lanes<[](uint32_t s0, uint32_t s1) { return s0 | s1; }>},
    {"v_xor_b32", lanes<[](uint32_t s0, uint32_t s1) { return s0 ^ s1; }>},
    {"v_xnor_b32", lanes<[](uint32_t s0, uint32_t s1) { return ~(s0 ^ s1); }>},
    {"v_add_u16", lanes<sum<uint16_t>>},
    {"v_add_u32", lanes<sum<uint32_t>>},
    {"v_sub_u16", lanes<difference<uint16_t>>},
    {"v_sub_u32", lanes<difference<uint32_t>>},
    {"v_subrev_u16",
     lanes<[](uint16_t s0, uint16_t s1, Control control) { return difference(s1, s0, control); }>},
    {"v_subrev_u32",
     lanes<[](uint32_t s0, uint32_t s1, Control control) { return difference(s1, s0, control); }>},
    {"v_mul_lo_u16", lanes<[](uint16_t s0, uint16_t s1) { return uint16_t(uint32_t(s0) * s1); }>},
    {"v_add_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, Control c) { return add(s0, s1, false, c); }>},
    {"v_addc_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, bool vcc, Control c) { return add(s0, s1, vcc, c); }>},
    {"v_sub_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, Control c) { return subtract(s0, s1, false, c); }>},
    {"v_subb_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, bool vcc, Control c) { return subtract(s0, s1, vcc, c); }>},
    {"v_subrev_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, Control c) { return subtract(s1, s0, false, c); }>},
    {"v_subbrev_co_u32",
     lanes<[](uint32_t s0, uint32_t s1, bool vcc, Control c) { return subtract(s1, s0, vcc, c); }>},
    {"v_mul_u32_u24",
     lanes<[](uint32_t s0, uint32_t s1) { return (s0 & 0xffffff) * (s1 & 0xffffff); }>},
    {"v_mul_i32_i24", lanes<[](uint32_t s0, uint32_t s1) {
       return uint32_t(signed24(s0)) * uint32_t(signed24(s1));
     }>},
    {"v_mul_hi_u32_u24", lanes<[](uint32_t s0, uint32_t s1) {
       return uint32_t(uint64_t(s0 & 0xffffff) * (s1 & 0xffffff) >> 32);
     }>},
    {"v_mul_hi_i32_i24", lanes<[](uint32_t s0, uint32_t s1) {
       return int32_t(int64_t(signed24(s0)) * signed24(s1) >> 32);
     }>},
};
const Table vop2Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
