#include "amdgpu/machine/isa/Fp8.h"
#include "amdgpu/machine/isa/Lanes.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// [-1, 1] to all of Int, or [0, 1] if that is unsigned; NaN to 0.
template <class Int> static Int normalised(float value) {
  constexpr float low = std::is_signed_v<Int> ? -1.0f : 0.0f;
  const float within = value > low ? (value < 1 ? value : 1.0f) : value <= low ? low : 0.0f;
  return static_cast<Int>(nearestEven(within * std::numeric_limits<Int>::max()));
}

/// Vectorised for the default rounding, the conversion would give -0 for 0 when the host rounds
/// downward.
template <class Float> static Float unsignedTo(uint32_t value) {
#pragma STDC FENV_ACCESS ON
  return static_cast<Float>(value);
}

/// A NaN is quieted on the way.
template <class To, class From> static To widened(From value) {
  const auto wide = static_cast<To>(widen(value));
  return wide != wide ? quieted(wide) : wide;
}

/// Two results, and the word that both come from is op_sel's.
template <class Format> static uint64_t twoFrom8(uint16_t s0) {
  const auto low = std::bit_cast<uint32_t>(widen8<Format>(s0 & 0xff));
  const auto high = std::bit_cast<uint32_t>(widen8<Format>(s0 >> 8));
  return low | uint64_t(high) << 32;
}

static constexpr Entry entries[] = {
    {"v_cvt_f32_i32", lanes<[](int32_t s0) { return float(s0); }>},
    {"v_cvt_f32_u32", lanes<[](uint32_t s0) { return unsignedTo<float>(s0); }>},
    {"v_cvt_i32_f32", lanes<[](float s0) { return truncated<int32_t>(s0); }>},
    {"v_cvt_u32_f32", lanes<[](float s0) { return truncated<uint32_t>(s0); }>},
    {"v_cvt_f64_i32", lanes<[](int32_t s0) { return double(s0); }>},
    {"v_cvt_f64_u32", lanes<[](uint32_t s0) { return unsignedTo<double>(s0); }>},
    {"v_cvt_i32_f64", lanes<[](double s0) { return truncated<int32_t>(s0); }>},
    {"v_cvt_u32_f64", lanes<[](double s0) { return truncated<uint32_t>(s0); }>},
    {"v_cvt_f64_f32", lanes<[](float s0) { return widened<double>(s0); }>},
    {"v_cvt_f32_f64", lanes<[](double s0) { return float(s0); }>},
    {"v_cvt_f16_f32", lanes<[](float s0) { return half(s0); }>},
    {"v_cvt_f32_f16", lanes<[](Half s0) { return widened<float>(s0); }>},
    {"v_cvt_f16_u16", lanes<[](uint16_t s0) { return half(float(s0)); }>},
    {"v_cvt_f16_i16", lanes<[](int16_t s0) { return half(float(s0)); }>},
    {"v_cvt_u16_f16", lanes<[](Half s0) { return truncated<uint16_t>(widen(s0)); }>},
    {"v_cvt_i16_f16", lanes<[](Half s0) { return truncated<int16_t>(widen(s0)); }>},
    {"v_cvt_norm_i16_f16", lanes<[](Half s0) { return normalised<int16_t>(widen(s0)); }>},
    {"v_cvt_norm_u16_f16", lanes<[](Half s0) { return normalised<uint16_t>(widen(s0)); }>},
    // To nearest with halves up, and down.
    {"v_cvt_rpi_i32_f32",
     lanes<[](float s0) { return truncated<int32_t>(std::floor(double(s0) + 0.5)); }>},
    {"v_cvt_flr_i32_f32", lanes<[](float s0) { return truncated<int32_t>(std::floor(s0)); }>},
    // A signed number of four bits, in sixteenths.
    {"v_cvt_off_f32_i4",
     lanes<[](uint32_t s0) { return float(int32_t(s0 << 28) >> 28) * 0.0625f; }>},
    {"v_cvt_f32_ubyte0", lanes<[](uint32_t s0) { return float(s0 & 0xff); }>},
    {"v_cvt_f32_ubyte1", lanes<[](uint32_t s0) { return float(s0 >> 8 & 0xff); }>},
    {"v_cvt_f32_ubyte2", lanes<[](uint32_t s0) { return float(s0 >> 16 & 0xff); }>},
    {"v_cvt_f32_ubyte3", lanes<[](uint32_t s0) { return float(s0 >> 24); }>},
    {"v_cvt_f32_fp8", lanes<[](uint32_t s0) { return Settled<float>{widen8<Fp8>(s0)}; }>},
    {"v_cvt_f32_bf8", lanes<[](uint32_t s0) { return Settled<float>{widen8<Bf8>(s0)}; }>},
    {"v_cvt_pk_f32_fp8", lanes<twoFrom8<Fp8>>},
    {"v_cvt_pk_f32_bf8", lanes<twoFrom8<Bf8>>},
};
const Table vop1ConvertTable(entries);

/// Both halves of a dword.
static uint32_t pair(uint16_t low, uint16_t high) { return low | uint32_t(high) << 16; }

static Half towardZero(float value) {
  const Half nearest = half(value);
  const float back = widen(nearest);
  // The magnitudes of neighbours differ by one, also at infinity.
  const bool isTooLarge = std::fabs(back) > std::fabs(value);
  return {static_cast<uint16_t>(nearest.bits - (isTooLarge ? 1 : 0))};
}

static uint32_t byteOf(float value) {
  const float nearest = std::nearbyint(value);
  return static_cast<uint32_t>(nearest > 0 ? (nearest < 255 ? nearest : 255) : 0);
}
static uint32_t withByte(uint32_t former, uint32_t index, uint32_t byte) {
  const uint32_t shift = 8 * (index & 3);
  return (former & ~(0xffU << shift)) | byte << shift;
}

template <class Format> static uint16_t twoTo8(float s0, float s1, Control control) {
  return static_cast<uint16_t>(narrow8<Format>(s0, control) | narrow8<Format>(s1, control) << 8);
}
/// Only the bits of S1 that stand for the dropped ones of an f32's fraction count.
template <class Format> static uint8_t stochasticTo8(float s0, uint32_t s1, Control control) {
  const uint32_t addend = s1 & ~((1U << (32 - (23 - Format::fractionBits))) - 1);
  return static_cast<uint8_t>(narrow8<Format>(s0, control, &addend));
}

static constexpr Entry vop3Entries[] = {
    {"v_cvt_pkrtz_f16_f32",
     lanes<[](float s0, float s1) { return pair(towardZero(s0).bits, towardZero(s1).bits); }>},
    {"v_cvt_pknorm_i16_f32", lanes<[](float s0, float s1) {
       return pair(uint16_t(normalised<int16_t>(s0)), uint16_t(normalised<int16_t>(s1)));
     }>},
    {"v_cvt_pknorm_u16_f32", lanes<[](float s0, float s1) {
       return pair(normalised<uint16_t>(s0), normalised<uint16_t>(s1));
     }>},
    {"v_cvt_pknorm_i16_f16", lanes<[](Half s0, Half s1) {
       return pair(uint16_t(normalised<int16_t>(widen(s0))),
                   uint16_t(normalised<int16_t>(widen(s1))));
     }>},
    {"v_cvt_pknorm_u16_f16", lanes<[](Half s0, Half s1) {
       return pair(normalised<uint16_t>(widen(s0)), normalised<uint16_t>(widen(s1)));
     }>},
    {"v_cvt_pk_u16_u32", lanes<[](uint32_t s0, uint32_t s1) {
       return pair(uint16_t(s0 > 0xffff ? 0xffff : s0), uint16_t(s1 > 0xffff ? 0xffff : s1));
     }>},
    {"v_cvt_pk_i16_i32", lanes<[](int32_t s0, int32_t s1) {
       const Control saturating{.ieee = false, .clamp = true};
       return pair(uint16_t(wrapped<int16_t>(s0, saturating)),
                   uint16_t(wrapped<int16_t>(s1, saturating)));
     }>},
    {"v_cvt_pk_u8_f32",
     lanes<[](float s0, uint32_t s1, uint32_t s2) { return withByte(s2, s1, byteOf(s0)); }>},
    {"v_cvt_pkaccum_u8_f32", lanes<[](float s0, uint32_t s1, Former<uint32_t> d) {
       return withByte(d.value, s1, byteOf(s0));
     }>},
    {"v_cvt_pk_fp8_f32", preservingHigh(lanes<twoTo8<Fp8>>)},
    {"v_cvt_pk_bf8_f32", preservingHigh(lanes<twoTo8<Bf8>>)},
    {"v_cvt_sr_fp8_f32", lanes<stochasticTo8<Fp8>>},
    {"v_cvt_sr_bf8_f32", lanes<stochasticTo8<Bf8>>},
};
const Table vop3ConvertTable(vop3Entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
