#include "amdgpu/tests/unit/Reference.h"
#include "amdgpu/tests/unit/Sweep.h"

#include <cmath>
#include <random>

namespace assay::amdgpu::test {
namespace {

using U = uint64_t;
using Function = long double (*)(long double);

float single(U bits) { return __builtin_bit_cast(float, uint32_t(bits)); }

/// Places of f32 or f16 between two numbers, over zero as well.
int64_t distance(char type, U a, U b) {
  auto place = [&](U bits) {
    const unsigned width = bitsOf(type);
    const U sign = U(1) << (width - 1);
    return bits & sign ? -int64_t(bits - sign) : int64_t(bits);
  };
  return std::abs(place(a) - place(b));
}

std::vector<U> samples(char type) {
  std::vector<U> values = edgeValues(type);
  std::mt19937_64 random(7);
  if (type == 'h') {
    for (U bits = 0; bits < 65536; bits += 3)
      values.push_back(bits);
    return values;
  }
  for (int i = 0; i < 3000; ++i) {
    values.push_back(random() & 0xffffffff);
    // Where the functions do something.
    values.push_back(__builtin_bit_cast(uint32_t, float(random() % 200000) / 1000 - 100));
  }
  return values;
}

/// Holds f32 to `bound` ulps. Denormals are zero, in and out, unless `hasDenormals`.
void sweepFunction(const std::string &name, char type, Function function, int64_t bound,
                   bool hasDenormals) {
  runUnary(name, {type, type}, samples(type), [=](U value, U result) {
    const Number x = number(type, value);
    if (x.isNaN())
      return result == (value | quietBit(type));
    long double argument = type == 'h'
                               ? (long double)(__builtin_bit_cast(_Float16, uint16_t(value)))
                               : (long double)(single(value));
    if (!hasDenormals && x.isDenormal())
      argument = std::copysign(0.0L, argument);
    long double exact = function(argument);
    // Multiples of a quarter turn are exact; pi is not.
    if (hasDenormals && std::fabs(exact) < 1e-17L && std::fmod(argument, 0.25L) == 0)
      exact = 0;
    if (std::isnan(exact))
      return result == defaultNaN(type);
    U wanted = type == 'h' ? U(__builtin_bit_cast(uint16_t, _Float16(exact)))
                           : U(__builtin_bit_cast(uint32_t, float(exact)));
    if (!hasDenormals && number(type, wanted).isDenormal())
      wanted &= 0x80000000;
    return distance(type, result, wanted) <= bound ||
           (exact == 0 && (result << 1 & 0xffffffff) == 0);
  });
}

long double turns(long double x) { return x - std::nearbyint(x); }

} // namespace

void sweepTranscendentals() {
  struct Line {
    const char *stem;
    Function function;
    bool hasDenormals;
  };
  const Line lines[] = {
      {"v_rcp", [](long double x) { return 1 / x; }, false},
      {"v_rsq", [](long double x) { return 1 / std::sqrt(x); }, false},
      {"v_sqrt", [](long double x) { return std::sqrt(x); }, false},
      {"v_exp", [](long double x) { return std::exp2(x); }, false},
      {"v_log", [](long double x) { return std::log2(x); }, false},
      {"v_sin",
       [](long double x) {
         return std::fabs(x) > 256 && std::isfinite(x) ? 0.0L : std::sin(turns(x) * 2 * M_PIl);
       },
       true},
      {"v_cos",
       [](long double x) {
         return std::fabs(x) > 256 && std::isfinite(x) ? 1.0L : std::cos(turns(x) * 2 * M_PIl);
       },
       true},
  };
  // Near the zeros of sine and cosine an ulp is smaller than what f64 resolves of the argument.
  for (const Line &line : lines) {
    const bool isAngle = line.hasDenormals;
    sweepFunction(line.stem + std::string("_f32"), 'f', line.function, isAngle ? 1 : 0,
                  line.hasDenormals);
    sweepFunction(line.stem + std::string("_f16"), 'h', line.function, isAngle ? 1 : 0, true);
  }
  sweepFunction("v_rcp_iflag_f32", 'f', lines[0].function, 0, false);
  sweepFunction("v_exp_legacy_f32", 'f', lines[3].function, 0, false);
  sweepFunction("v_log_legacy_f32", 'f', lines[4].function, 0, false);
  auto exact = [](const std::string &name, double (*function)(double)) {
    run({name, "dd", [=](U a, U, U) {
           const double result = function(__builtin_bit_cast(double, a));
           return withNaNs('d', {a}, Number(result));
         }});
  };
  exact("v_rcp_f64", [](double x) { return 1 / x; });
  exact("v_sqrt_f64", [](double x) { return std::sqrt(x); });
  exact("v_rsq_f64", [](double x) { return 1 / std::sqrt(x); });
}

} // namespace assay::amdgpu::test
