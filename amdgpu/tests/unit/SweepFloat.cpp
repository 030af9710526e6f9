#include "amdgpu/tests/unit/Reference.h"
#include "amdgpu/tests/unit/Sweep.h"

#include <fmt/format.h>

#include <cmath>

namespace assay::amdgpu::test {
namespace {

using Rounding = llvm::RoundingMode;
constexpr Rounding nearest = Rounding::NearestTiesToEven;

// In the order of MODE's FP_ROUND.
constexpr Rounding roundings[] = {nearest, Rounding::TowardPositive, Rounding::TowardNegative,
                                  Rounding::TowardZero};

enum class Operation { Add, Subtract, Multiply, Fma };

uint64_t compute(char type, Operation operation, Rounding rounding, uint64_t a, uint64_t b,
                 uint64_t c) {
  Number x = number(type, a);
  switch (operation) {
  case Operation::Add:
    x.add(number(type, b), rounding);
    break;
  case Operation::Subtract:
    x.subtract(number(type, b), rounding);
    break;
  case Operation::Multiply:
    x.multiply(number(type, b), rounding);
    break;
  case Operation::Fma:
    x.fusedMultiplyAdd(number(type, b), number(type, c), rounding);
    return withNaNs(type, {a, b, c}, x);
  }
  return withNaNs(type, {a, b}, x);
}

std::string named(const std::string &stem, char type) {
  return stem + (type == 'h' ? "_f16" : type == 'f' ? "_f32" : "_f64");
}
std::string letters(char type, unsigned count) { return std::string(count, type); }

void sweepArithmetic(char type, Rounding rounding, uint32_t mode) {
  auto binary = [&](const char *stem, Operation operation) {
    run({named(stem, type), letters(type, 3),
         [=](uint64_t a, uint64_t b, uint64_t) {
           return compute(type, operation, rounding, a, b, 0);
         },
         "", mode});
  };
  binary("v_add", Operation::Add);
  binary("v_mul", Operation::Multiply);
  if (type != 'd') {
    binary("v_sub", Operation::Subtract);
    run({named("v_subrev", type), letters(type, 3),
         [=](uint64_t a, uint64_t b, uint64_t) {
           const uint64_t result = compute(type, Operation::Subtract, rounding, b, a, 0);
           // The first NaN is the instruction's first source, not the subtraction's.
           return number(type, a).isNaN() ? a | quietBit(type) : result;
         },
         "", mode});
  }
  run({named("v_fma", type), letters(type, 4),
       [=](uint64_t a, uint64_t b, uint64_t c) {
         // A 16-bit result leaves what the upper half held.
         return compute(type, Operation::Fma, rounding, a, b, c) | (type == 'h' ? 0x5a5a0000 : 0);
       },
       "", mode});
}

/// The manual's V_MIN and V_MAX.
uint64_t extreme(char type, bool isMin, uint64_t a, uint64_t b) {
  const Number x = number(type, a), y = number(type, b);
  if (x.isSignaling())
    return a | quietBit(type);
  if (y.isSignaling())
    return b | quietBit(type);
  if (x.isNaN())
    return b;
  if (y.isNaN())
    return a;
  if (x.isZero() && y.isZero())
    return (x.isNegative() == isMin) ? a : b;
  const bool isLess = x.compare(y) == Number::cmpLessThan;
  return isLess == isMin ? a : b;
}

uint64_t median(char type, uint64_t a, uint64_t b, uint64_t c) {
  auto min = [&](uint64_t x, uint64_t y) { return extreme(type, true, x, y); };
  auto max = [&](uint64_t x, uint64_t y) { return extreme(type, false, x, y); };
  if (number(type, a).isNaN() || number(type, b).isNaN() || number(type, c).isNaN())
    return min(min(a, b), c);
  const Number largest = number(type, max(max(a, b), c));
  auto isLargest = [&](uint64_t x) { return number(type, x).compare(largest) == Number::cmpEqual; };
  return isLargest(a) ? max(b, c) : isLargest(b) ? max(a, c) : max(a, b);
}

void sweepExtremes(char type) {
  for (bool isMin : {true, false}) {
    run({named(isMin ? "v_min" : "v_max", type), letters(type, 3),
         [=](uint64_t a, uint64_t b, uint64_t) { return extreme(type, isMin, a, b); }});
    if (type == 'd')
      continue;
    run({named(isMin ? "v_min3" : "v_max3", type), letters(type, 4),
         [=](uint64_t a, uint64_t b, uint64_t c) {
           return extreme(type, isMin, extreme(type, isMin, a, b), c) |
                  (type == 'h' ? 0x5a5a0000 : 0);
         }});
  }
  if (type != 'd')
    run({named("v_med3", type), letters(type, 4), [=](uint64_t a, uint64_t b, uint64_t c) {
           return median(type, a, b, c) | (type == 'h' ? 0x5a5a0000 : 0);
         }});
}

void sweepRounding(char type) {
  const std::pair<const char *, Rounding> instructions[] = {{"v_floor", Rounding::TowardNegative},
                                                            {"v_ceil", Rounding::TowardPositive},
                                                            {"v_trunc", Rounding::TowardZero},
                                                            {"v_rndne", nearest}};
  for (auto [stem, rounding] : instructions)
    run({named(stem, type), letters(type, 2), [=](uint64_t a, uint64_t, uint64_t) {
           Number x = number(type, a);
           x.roundToIntegral(rounding);
           return withNaNs(type, {a}, x);
         }});
  run({named("v_fract", type), letters(type, 2), [=](uint64_t a, uint64_t, uint64_t) {
         Number x = number(type, a), floor = x;
         floor.roundToIntegral(Rounding::TowardNegative);
         x.subtract(floor, nearest);
         Number one(semantics(type), 1);
         if (x.compare(one) == Number::cmpEqual)
           return bitsOf(one) - 1;
         return withNaNs(type, {a}, x);
       }});
}

void sweepParts(char type) {
  run({named("v_frexp_mant", type), letters(type, 2), [=](uint64_t a, uint64_t, uint64_t) {
         const Number x = number(type, a);
         if (!x.isFinite())
           return withNaNs(type, {a}, x);
         int exponent = 0;
         return bitsOf(frexp(x, exponent, nearest));
       }});
  const char *name = type == 'h' ? "v_frexp_exp_i16_f16"
                                 : (type == 'f' ? "v_frexp_exp_i32_f32" : "v_frexp_exp_i32_f64");
  run({name, type == 'h' ? "wh" : std::string("i") + type, [=](uint64_t a, uint64_t, uint64_t) {
         const Number x = number(type, a);
         int exponent = 0;
         if (x.isFinite() && !x.isZero())
           (void)frexp(x, exponent, nearest);
         return uint64_t(type == 'h' ? uint16_t(exponent) : uint32_t(exponent));
       }});
  run({named("v_ldexp", type), letters(type, 2) + (type == 'h' ? "w" : "s"),
       [=](uint64_t a, uint64_t b, uint64_t) {
         const int exponent = type == 'h' ? int16_t(b) : int32_t(b);
         return withNaNs(type, {a}, scalbn(number(type, a), exponent, nearest));
       }});
}

} // namespace

void sweepFloats() {
  for (char type : {'h', 'f', 'd'}) {
    for (uint32_t round = 0; round < 4; ++round)
      sweepArithmetic(type, roundings[round], 0x3f0 | round | round << 2);
    sweepExtremes(type);
    sweepRounding(type);
    sweepParts(type);
  }
  // Two roundings, and no denormals.
  auto flushed = [](char type, const Number &x) {
    return x.isDenormal() ? Number::getZero(semantics(type), x.isNegative()) : x;
  };
  for (char type : {'h'})
    run({"v_mad_legacy_f16", "hhhh", [=](uint64_t a, uint64_t b, uint64_t c) {
           Number x = flushed(type, number(type, a));
           x.multiply(flushed(type, number(type, b)), nearest);
           x = flushed(type, x);
           x.add(flushed(type, number(type, c)), nearest);
           return withNaNs(type, {a, b, c}, flushed(type, x));
         }});
  run({"v_fma_legacy_f16", "hhhh", [](uint64_t a, uint64_t b, uint64_t c) {
         return compute('h', Operation::Fma, nearest, a, b, c);
       }});
  run({"v_mul_legacy_f32", "fff", [](uint64_t a, uint64_t b, uint64_t) {
         const bool isZero = number('f', a).isZero() || number('f', b).isZero();
         if (isZero && !number('f', a).isNaN() && !number('f', b).isNaN())
           return uint64_t(0);
         if (isZero)
           return uint64_t(0);
         return compute('f', Operation::Multiply, nearest, a, b, 0);
       }});
}

void sweepDivision() {
  for (char type : {'h', 'f', 'd'}) {
    auto fixup = [=](uint64_t a, uint64_t b, uint64_t c) -> uint64_t {
      const Number quotient = number(type, a), by = number(type, b), what = number(type, c);
      const bool isNegative = by.isNegative() != what.isNegative();
      if (what.isNaN())
        return c | quietBit(type);
      if (by.isNaN())
        return b | quietBit(type);
      if ((by.isZero() && what.isZero()) || (by.isInfinity() && what.isInfinity()))
        return defaultNaN(type);
      if (by.isZero() || what.isInfinity())
        return bitsOf(Number::getInf(semantics(type), isNegative));
      if (by.isInfinity() || what.isZero())
        return bitsOf(Number::getZero(semantics(type), isNegative));
      const unsigned fraction = type == 'f' ? 23 : 52;
      const int exponentMask = type == 'f' ? 0xff : 0x7ff;
      if (type != 'h' && int(c >> fraction & exponentMask) - int(b >> fraction & exponentMask) <
                             (type == 'f' ? -150 : -1075))
        return bitsOf(Number::getZero(semantics(type), isNegative));
      if (quotient.isNaN())
        return bitsOf(Number::getInf(semantics(type), isNegative));
      Number magnitude = quotient;
      if (magnitude.isNegative() != isNegative)
        magnitude.changeSign();
      return bitsOf(magnitude);
    };
    run({named("v_div_fixup", type), letters(type, 4), [=](uint64_t a, uint64_t b, uint64_t c) {
           return fixup(a, b, c) | (type == 'h' ? 0x5a5a0000 : 0);
         }});
    if (type == 'h')
      run({"v_div_fixup_legacy_f16", "hhhh", fixup});
  }
}

} // namespace assay::amdgpu::test
