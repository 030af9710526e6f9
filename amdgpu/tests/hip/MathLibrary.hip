#include "Check.h"

#include <cfloat>
#include <cmath>
#include <limits>

// Debian's device library asks for it, and clang links none of its definitions any more: whether
// denormals are taken to zero.
extern "C" __attribute__((visibility("hidden"))) __constant__ const unsigned char __oclc_daz_opt =
    0;

// The device's math library against the host's, within the bounds that ROCm documents and the
// host's own error: units in the last place of the result.

enum Function {
  Sin,
  Cos,
  Tan,
  Exp,
  Exp2,
  Log,
  Log10,
  Log1p,
  Expm1,
  Erf,
  Erfc,
  Lgamma,
  Tgamma,
  Cbrt,
  Asin,
  Atan,
  Sinh,
  Tanh,
  Rsqrt,
  Sqrt,
  Pow,
  Atan2,
  Hypot,
  Fmod,
  Remainder,
  Ldexp,
  Nextafter,
  Count
};
const char *const names[] = {"sin",   "cos",   "tan",  "exp",       "exp2",   "log",      "log10",
                             "log1p", "expm1", "erf",  "erfc",      "lgamma", "tgamma",   "cbrt",
                             "asin",  "atan",  "sinh", "tanh",      "rsqrt",  "sqrt",     "pow",
                             "atan2", "hypot", "fmod", "remainder", "ldexp",  "nextafter"};
static_assert(sizeof names / sizeof *names == Count);
constexpr int bounds[] = {2, 2, 5, 2, 2, 2, 3, 2, 2, 4, 6, 6, 8, 2,
                          4, 3, 4, 3, 2, 1, 2, 3, 4, 0, 0, 0, 0};

template <class T> __device__ T apply(int function, T x, T y) {
  switch (function) {
  case Sin:
    return sin(x);
  case Cos:
    return cos(x);
  case Tan:
    return tan(x);
  case Exp:
    return exp(x);
  case Exp2:
    return exp2(x);
  case Log:
    return log(x);
  case Log10:
    return log10(x);
  case Log1p:
    return log1p(x);
  case Expm1:
    return expm1(x);
  case Erf:
    return erf(x);
  case Erfc:
    return erfc(x);
  case Lgamma:
    return lgamma(x);
  case Tgamma:
    return tgamma(x);
  case Cbrt:
    return cbrt(x);
  case Asin:
    return asin(x);
  case Atan:
    return atan(x);
  case Sinh:
    return sinh(x);
  case Tanh:
    return tanh(x);
  case Rsqrt:
    return rsqrt(x);
  case Sqrt:
    return sqrt(x);
  case Pow:
    return pow(x, y);
  case Atan2:
    return atan2(x, y);
  case Hypot:
    return hypot(x, y);
  case Fmod:
    return fmod(x, y);
  case Remainder:
    return remainder(x, y);
  case Ldexp:
    return ldexp(x, int(y));
  default:
    return nextafter(x, y);
  }
}

/// In long double, so that its own error is none.
long double onHost(int function, long double x, long double y) {
  switch (function) {
  case Sin:
    return std::sin(x);
  case Cos:
    return std::cos(x);
  case Tan:
    return std::tan(x);
  case Exp:
    return std::exp(x);
  case Exp2:
    return std::exp2(x);
  case Log:
    return std::log(x);
  case Log10:
    return std::log10(x);
  case Log1p:
    return std::log1p(x);
  case Expm1:
    return std::expm1(x);
  case Erf:
    return std::erf(x);
  case Erfc:
    return std::erfc(x);
  case Lgamma:
    return std::lgamma(x);
  case Tgamma:
    return std::tgamma(x);
  case Cbrt:
    return std::cbrt(x);
  case Asin:
    return std::asin(x);
  case Atan:
    return std::atan(x);
  case Sinh:
    return std::sinh(x);
  case Tanh:
    return std::tanh(x);
  case Rsqrt:
    return 1 / std::sqrt(x);
  case Sqrt:
    return std::sqrt(x);
  case Pow:
    return std::pow(x, y);
  case Atan2:
    return std::atan2(x, y);
  case Hypot:
    return std::hypot(x, y);
  case Fmod:
    return std::fmod(x, y);
  case Remainder:
    return std::remainder(x, y);
  default:
    return std::ldexp(x, int(y));
  }
}

template <class T> __global__ void applyAll(const T *x, const T *y, T *out, int function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = apply(function, x[i], y[i]);
}

template <class T> std::vector<T> values() {
  constexpr T infinity = std::numeric_limits<T>::infinity();
  std::vector<T> result = {
      T(0), -T(0), T(1), T(-1), T(0.5), T(-0.5), T(2), T(3.75), T(-2.25), T(10), T(0.1), T(1e-3),
      // Large arguments of sines, which are reduced by as many digits of 2/pi as it takes.
      T(100.5), T(12345.678), T(1e5), T(-3e7), T(1e10), T(1e20), T(-1.5e30), T(3e38),
      std::numeric_limits<T>::max(), std::numeric_limits<T>::min(), T(22), T(355) / T(113),
      infinity, -infinity, std::numeric_limits<T>::quiet_NaN(),
      std::numeric_limits<T>::denorm_min(), T(0.99999), T(1.00001), T(20.25), T(-0.75), T(5),
      T(-7)};
  unsigned state = 1;
  while (result.size() < 128) {
    state = state * 1664525 + 1013904223;
    result.push_back(T(int(state >> 8) - (1 << 23)) * std::ldexp(T(1), int(state >> 4 & 15) - 24));
  }
  return result;
}

template <class T> void test(const char *type) {
  const std::vector<T> x = values<T>();
  std::vector<T> y(x.rbegin(), x.rend());
  T *dx = onDevice(x), *out = onDevice(x);
  for (int function = 0; function < Count; ++function) {
    if (function == Ldexp)
      for (size_t i = 0; i < y.size(); ++i)
        y[i] = T(int(i * 37 % 400) - 200);
    T *dy = onDevice(y);
    applyAll<T><<<2, 64>>>(dx, dy, out, function);
    const auto got = fromDevice(out, x.size());
    OK(hipFree(dy));
    for (size_t i = 0; i < x.size(); ++i) {
      const long double exact = onHost(function, x[i], y[i]);
      const T wanted = function == Nextafter ? std::nextafter(x[i], y[i]) : T(exact);
      bool isRight = got[i] == wanted || (got[i] != got[i] && wanted != wanted);
      if (!isRight && bounds[function] > 0 && std::isfinite(wanted) && std::isfinite(got[i])) {
        const T next = std::nextafter(std::fabs(wanted), std::numeric_limits<T>::infinity());
        const T unit = next - std::fabs(wanted);
        isRight = std::fabs(got[i] - exact) <= bounds[function] * (long double)unit;
      }
      // The largest number and an infinity are neighbours.
      if (!isRight && bounds[function] > 0 && std::isinf(wanted) != std::isinf(got[i]))
        isRight = std::fabs(got[i]) >= std::numeric_limits<T>::max() * T(0.99999) &&
                  std::fabs(wanted) >= std::numeric_limits<T>::max() * T(0.99999);
      // Left of -33 the library's own steps overflow.
      if (!isRight && function == Tgamma)
        isRight = got[i] == 0 && std::fabs(wanted) < 1e-37;
      // Where the result is zero, what is lost by it has no unit but this.
      if (!isRight && function == Lgamma)
        isRight = std::fabs(got[i] - exact) <= 16 * std::numeric_limits<T>::epsilon();
      if (!isRight) {
        std::printf("%s of %s(%.17g, %.17g) is %.17g, not %.17g\n", names[function], type,
                    double(x[i]), double(y[i]), double(got[i]), double(wanted));
        ++failures;
      }
    }
  }
}

int main() {
  test<float>("float");
  test<double>("double");
  return failures != 0;
}
