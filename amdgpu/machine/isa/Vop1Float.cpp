#include "amdgpu/machine/isa/Lanes.h"
#include "amdgpu/machine/isa/Transcendental.h"

#include <numbers>

namespace assay::amdgpu::AMDGPU_LEVEL {

// Rounding to integers, and the parts of floats.

template <class T> static T floorOf(T s0) { return narrow<T>(std::floor(widen(s0))); }
template <class T> static T ceilOf(T s0) { return narrow<T>(std::ceil(widen(s0))); }
template <class T> static T truncOf(T s0) { return narrow<T>(std::trunc(widen(s0))); }
template <class T> static T rndneOf(T s0) { return narrow<T>(nearestEven(widen(s0))); }

/// Below 1, also where the difference rounds to it.
template <class T> static T fractOf(T s0) {
  const T fraction = narrow<T>(widen(s0) - std::floor(widen(s0)));
  constexpr BitsOf<T> below1 = sizeof(T) == 2   ? 0x3bff
                               : sizeof(T) == 4 ? 0x3f7fffff
                                                : BitsOf<T>(0x3fefffffffffffff);
  return widen(fraction) >= 1 ? std::bit_cast<T>(below1) : fraction;
}

template <class Int, class T> static Int frexpExponent(T s0) {
  int exponent = 0;
  if (std::isfinite(widen(s0)))
    (void)std::frexp(widen(s0), &exponent);
  return static_cast<Int>(exponent);
}
template <class T> static T frexpMantissa(T s0) {
  int exponent = 0;
  return std::isfinite(widen(s0)) ? narrow<T>(std::frexp(widen(s0), &exponent)) : s0;
}

// Transcendentals. The hardware is within 1 ulp for f32 and 0.51 ulp for f16; here they are rounded
// from f64. In f32 all but v_sin and v_cos take denormals to zero, in and out, whatever MODE says.
// v_rcp_f64, v_rsq_f64 and v_sqrt_f64 are good to 2^29 ulp in hardware, and exact here.

template <auto F> static float withoutDenormals(float s0) {
  return flushed(static_cast<float>(F(double(flushed(s0)))));
}
template <auto F> static Half halfFrom(Half s0) { return half(F(double(widen(s0)))); }

static double reciprocal(double x) { return 1.0 / x; }
static double reciprocalRoot(double x) { return 1.0 / std::sqrt(x); }
static double root(double x) { return std::sqrt(x); }

/// Of revolutions. Outside of [-256, 256] the sine is 0 and the cosine 1. Reduced to an eighth of a
/// turn around a multiple of a quarter, so that multiples of a half give a sine of exactly 0.
template <bool isCosine> static double circular(double x) {
  if (std::fabs(x) > 256)
    return std::isinf(x) ? std::numeric_limits<double>::quiet_NaN() : isCosine;
  const double quarters = nearestEven(4 * x);
  const double rest = (x - quarters / 4) * (2 * std::numbers::pi);
  const int quadrant = (static_cast<int>(quarters) + isCosine) & 3;
  const double value = (quadrant & 1) != 0 ? std::cos(rest) : std::sin(rest);
  // -0 stays what it is.
  return quadrant >= 2 ? (value == 0 ? 0 : -value) : value;
}
static double sine(double x) { return circular<false>(x); }
static double cosine(double x) { return circular<true>(x); }
template <auto F> static float angle(float s0) { return static_cast<float>(F(s0)); }

static constexpr Entry entries[] = {
    {"v_floor_f16", lanes<floorOf<Half>>},
    {"v_floor_f32", lanes<floorOf<float>>},
    {"v_floor_f64", lanes<floorOf<double>>},
    {"v_ceil_f16", lanes<ceilOf<Half>>},
    {"v_ceil_f32", lanes<ceilOf<float>>},
    {"v_ceil_f64", lanes<ceilOf<double>>},
    {"v_trunc_f16", lanes<truncOf<Half>>},
    {"v_trunc_f32", lanes<truncOf<float>>},
    {"v_trunc_f64", lanes<truncOf<double>>},
    {"v_rndne_f16", lanes<rndneOf<Half>>},
    {"v_rndne_f32", lanes<rndneOf<float>>},
    {"v_rndne_f64", lanes<rndneOf<double>>},
    {"v_fract_f16", lanes<fractOf<Half>>},
    {"v_fract_f32", lanes<fractOf<float>>},
    {"v_fract_f64", lanes<fractOf<double>>},
    {"v_frexp_exp_i16_f16", lanes<frexpExponent<int16_t, Half>>},
    {"v_frexp_exp_i32_f32", lanes<frexpExponent<int32_t, float>>},
    {"v_frexp_exp_i32_f64", lanes<frexpExponent<int32_t, double>>},
    {"v_frexp_mant_f16", lanes<frexpMantissa<Half>>},
    {"v_frexp_mant_f32", lanes<frexpMantissa<float>>},
    {"v_frexp_mant_f64", lanes<frexpMantissa<double>>},
    {"v_rcp_f16", lanes<halfFrom<reciprocal>>},
    {"v_rcp_f32", lanes<withoutDenormals<reciprocal>>},
    {"v_rcp_iflag_f32", lanes<withoutDenormals<reciprocal>>},
    {"v_rcp_f64", lanes<reciprocal>},
    {"v_rsq_f16", lanes<halfFrom<reciprocalRoot>>},
    {"v_rsq_f32", lanes<withoutDenormals<reciprocalRoot>>},
    {"v_rsq_f64", lanes<reciprocalRoot>},
    {"v_sqrt_f16", lanes<halfFrom<root>>},
    {"v_sqrt_f32", lanes<withoutDenormals<root>>},
    {"v_sqrt_f64", lanes<root>},
    {"v_exp_f16", lanes<halfFrom<exponential>>},
    {"v_exp_f32", lanes<withoutDenormals<exponential>>},
    {"v_exp_legacy_f32", lanes<withoutDenormals<exponential>>},
    {"v_log_f16", lanes<halfFrom<logarithm>>},
    {"v_log_f32", lanes<withoutDenormals<logarithm>>},
    {"v_log_legacy_f32", lanes<withoutDenormals<logarithm>>},
    {"v_sin_f16", lanes<halfFrom<sine>>},
    {"v_sin_f32", lanes<angle<sine>>},
    {"v_cos_f16", lanes<halfFrom<cosine>>},
    {"v_cos_f32", lanes<angle<cosine>>},
};
const Table vop1FloatTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
