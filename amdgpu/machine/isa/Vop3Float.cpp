#include "amdgpu/machine/isa/Lanes.h"
#include "amdgpu/machine/isa/MinMax.h"
#include "amdgpu/machine/isa/TwoOverPi.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

// Division: LLVM makes v_div_scale, v_rcp, a few v_fma, v_div_fmas and v_div_fixup of it.

/// By how much v_div_scale scales and when, from the manual's pseudo-code.
template <class T> struct DivisionLimits;
template <> struct DivisionLimits<float> {
  static constexpr int scale = 64, nearMaximum = 96, tinyNumerator = 23;
  static constexpr int underflow = -150, one = 127;
};
template <> struct DivisionLimits<double> {
  static constexpr int scale = 128, nearMaximum = 768, tinyNumerator = 53;
  static constexpr int underflow = -1075, one = 1023;
};

/// S0 is the denominator S1 or the numerator S2, and is scaled so that the quotient's steps neither
/// overflow nor lose bits. VCC tells v_div_fmas to undo it.
template <class T> static WithCarry<T> divisionScale(T s0, T s1, T s2) {
  using Limits = DivisionLimits<T>;
  const T up = std::ldexp(s0, Limits::scale), down = std::ldexp(s0, -Limits::scale);
  if (s1 == 0 || s2 == 0)
    return {nan<T>(), false};
  if (exponentOf(s2) - exponentOf(s1) >= Limits::nearMaximum)
    return {s0 == s1 ? up : s0, true};
  if (isDenormal(s1))
    return {up, false};
  // The manual scales the denominator up here, which would make it infinite.
  if (isDenormal(1 / s1) && isDenormal(s2 / s1))
    return {s0 == s1 ? down : s0, true};
  if (isDenormal(1 / s1))
    return {down, false};
  if (isDenormal(s2 / s1))
    return {s0 == s2 ? up : s0, true};
  if (exponentOf(s2) <= Limits::tinyNumerator)
    return {up, false};
  return {s0, false};
}

/// `sum` by a power of two, where the number that was rounded to it lies on the side of `error`: as
/// if that had been rounded once, also if the result is a denormal.
template <class T> static T scaledOnce(T sum, T error, int exponent) {
  const T result = std::ldexp(sum, exponent), back = std::ldexp(result, -exponent);
  const T lost = sum - back, other = back + 2 * lost;
  const bool isTie = std::ldexp(std::ldexp(other, exponent), -exponent) == other;
  const bool isBeyond = lost != 0 && error != 0 && (lost > 0) == (error > 0);
  return isTie && isBeyond ? std::ldexp(other, exponent) : result;
}

template <class T> static T divisionFma(T s0, T s1, T s2, Vcc vcc) {
  const T sum = std::fma(s0, s1, s2);
  const T error = std::fma(s0, s1, s2 - sum);
  const bool isUp = exponentOf(s2) > DivisionLimits<T>::one;
  const int scale = DivisionLimits<T>::scale;
  return vcc.value ? scaledOnce(sum, error, isUp ? scale : -scale) : sum;
}

/// S0 is the quotient of S2 by S1, wherever that is an ordinary one.
template <class T> static Settled<T> divisionFixup(T s0, T s1, T s2) {
  const auto quotient = widen(s0), denominator = widen(s1), numerator = widen(s2);
  const bool isNegative = signOf(s1) != signOf(s2);
  const bool isInfiniteBy = std::isinf(denominator), isInfinite = std::isinf(numerator);
  using Host = HostFloat<T>;
  const auto signedly = [&](Host magnitude) {
    return Settled<T>{withSign(narrow<T>(magnitude), isNegative)};
  };
  if (isNaN(s2))
    return {quieted(s2)};
  if (isNaN(s1))
    return {quieted(s1)};
  if ((denominator == 0 && numerator == 0) || (isInfiniteBy && isInfinite))
    return {nan<T>()};
  if (denominator == 0 || isInfinite)
    return signedly(std::numeric_limits<Host>::infinity());
  if (isInfiniteBy || numerator == 0)
    return signedly(0);
  if constexpr (!std::is_same_v<T, Half>)
    if (exponentOf(s2) - exponentOf(s1) < DivisionLimits<T>::underflow)
      return signedly(0);
  // Steps of a quotient that overflows give infinities, and then their difference.
  return signedly(isNaN(s0) ? std::numeric_limits<Host>::infinity() : quotient);
}

/// Which of the manual's ten classes S0 is of, as one bit.
template <class T> static uint32_t classOf(T value) {
  const bool isNegative = signOf(value);
  const T magnitude = withSign(value, false);
  const BitsOf<T> bits = std::bit_cast<BitsOf<T>>(magnitude);
  constexpr int fraction = std::is_same_v<T, Half> ? 10 : std::is_same_v<T, float> ? 23 : 52;
  constexpr BitsOf<T> one = BitsOf<T>(1) << fraction;
  if (isNaN(value))
    return isSignalling(value) ? 1 : 2;
  if (std::isinf(widen(value)))
    return isNegative ? 4 : 1 << 9;
  if (bits >= one)
    return isNegative ? 8 : 1 << 8;
  if (bits != 0)
    return isNegative ? 16 : 1 << 7;
  return isNegative ? 32 : 1 << 6;
}
template <class T> static bool isOfClass(Raw<T> s0, uint32_t s1) {
  return (classOf(std::bit_cast<T>(s0.bits)) & s1) != 0;
}
/// EXEC is written as well: see comparisonToExec().
template <auto F> static void classToExec(Wave &wave, const Instruction &instruction) {
  runModified<F>(wave, instruction);
  writeScalar(wave, scalar::exec, readScalar<uint64_t>(wave, instruction.destination.index));
}
template <auto F>
static constexpr Semantics classesToExec = {classToExec<F>, classToExec<F>, shapeOf<F>()};

// Faces of a cube map.
static bool isMajor(float a, float b, float c) {
  return std::fabs(a) >= std::fabs(b) && std::fabs(a) >= std::fabs(c);
}
static float cubeFace(float x, float y, float z) {
  if (isMajor(z, x, y))
    return z < 0 ? 5 : 4;
  if (std::fabs(y) >= std::fabs(x))
    return y < 0 ? 3 : 2;
  return x < 0 ? 1 : 0;
}
static float cubeS(float x, float y, float z) {
  if (isMajor(z, x, y))
    return z < 0 ? -x : x;
  if (std::fabs(y) >= std::fabs(x))
    return x;
  return x < 0 ? z : -z;
}
static float cubeT(float x, float y, float z) {
  if (isMajor(z, x, y))
    return -y;
  if (std::fabs(y) >= std::fabs(x))
    return y < 0 ? -z : z;
  return -y;
}
static float cubeMajor(float x, float y, float z) {
  if (isMajor(z, x, y))
    return 2 * z;
  return 2 * (std::fabs(y) >= std::fabs(x) ? y : x);
}

static constexpr Entry entries[] = {
    {"v_fma_f16", preservingHigh(lanes<fused<Half>>)},
    {"v_fma_legacy_f16", lanes<fused<Half>>},
    {"v_fma_f32", lanes<fused<float>>},
    {"v_fma_f64", lanes<fused<double>>},
    {"v_mad_f16", preservingHigh(lanes<multiplyThenAdd<Half>>)},
    {"v_mad_legacy_f16", lanes<multiplyThenAdd<Half>>},
    {"v_mad_f32", lanes<multiplyThenAdd<float>>},
    {"v_mad_legacy_f32", lanes<[](float s0, float s1, float s2) {
       return s0 == 0 || s1 == 0 ? flushed(s2) : multiplyThenAdd(s0, s1, s2);
     }>},
    {"v_ldexp_f32", lanes<[](float s0, int32_t s1) { return scaled(s0, s1); }>},
    {"v_ldexp_f64", lanes<[](double s0, int32_t s1) { return scaled(s0, s1); }>},
    {"v_min3_f16", preservingHigh(lanes<minimum3<Half>>)},
    {"v_min3_f32", lanes<minimum3<float>>},
    {"v_max3_f16", preservingHigh(lanes<maximum3<Half>>)},
    {"v_max3_f32", lanes<maximum3<float>>},
    {"v_med3_f16", preservingHigh(lanes<median3<Half>>)},
    {"v_med3_f32", lanes<median3<float>>},
    {"v_div_scale_f32", lanes<divisionScale<float>>},
    {"v_div_scale_f64", lanes<divisionScale<double>>},
    {"v_div_fmas_f32", lanes<divisionFma<float>>},
    {"v_div_fmas_f64", lanes<divisionFma<double>>},
    {"v_div_fixup_f16", preservingHigh(lanes<divisionFixup<Half>>)},
    {"v_div_fixup_legacy_f16", lanes<divisionFixup<Half>>},
    {"v_div_fixup_f32", lanes<divisionFixup<float>>},
    {"v_div_fixup_f64", lanes<divisionFixup<double>>},
    {"v_trig_preop_f64", lanes<twoOverPiSegment>},
    {"v_cubeid_f32", lanes<cubeFace>},
    {"v_cubesc_f32", lanes<cubeS>},
    {"v_cubetc_f32", lanes<cubeT>},
    {"v_cubema_f32", lanes<cubeMajor>},
    {"v_cmp_class_f16", lanes<isOfClass<Half>>},
    {"v_cmp_class_f32", lanes<isOfClass<float>>},
    {"v_cmp_class_f64", lanes<isOfClass<double>>},
    {"v_cmpx_class_f16", classesToExec<isOfClass<Half>>},
    {"v_cmpx_class_f32", classesToExec<isOfClass<float>>},
    {"v_cmpx_class_f64", classesToExec<isOfClass<double>>},
};
const Table vop3FloatTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
