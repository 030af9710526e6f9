#include "flavours/TorchElements.h"

#include <cmath>

namespace assay::torch {

static Shaped bitwise(Scope &scope, const char *name, const Shaped &x, const Shaped &y) {
  return join(scope, (std::string("aten.bitwise_") + name + ".Tensor"), x, y);
}

Shaped biased(Scope &scope, const Shaped &x) {
  return bitwise(scope, "xor", x, leastInteger(scope, x.element));
}

Shaped shiftRightUnsigned(Scope &scope, const Shaped &x, const Shaped &amount) {
  // The shift copies the sign into as many bits as the amount; one more is the sign's own.
  Shaped signs = bitwise(scope, "right_shift", leastInteger(scope, x.element), amount);
  Shaped copies = bitwise(scope, "left_shift", signs, scalar(scope, x.element, 1));
  Shaped kept = scope.op("aten.bitwise_not", {copies}, {copies.element, copies.dims});
  return bitwise(scope, "and", bitwise(scope, "right_shift", x, amount), kept);
}

/// In a wider type, zeros in front.
static Shaped extended(Scope &scope, const Shaped &x, ElementType to) {
  const double mask = std::ldexp(1, bitWidth(x.element)) - 1;
  return bitwise(scope, "and", convert(scope, x, to), scalar(scope, to, mask));
}

static Shaped divide(Scope &scope, const Shaped &x, const Shaped &y) {
  return scope.op("aten.div.Tensor_mode", {x, y, scope.text("trunc")}, {x.element, joined(x, y)});
}

Shaped divideUnsigned(Scope &scope, const Shaped &x, const Shaped &y) {
  const ElementType wide = ElementType::I64;
  if (bitWidth(x.element) < bitWidth(wide))
    return convert(scope, divide(scope, extended(scope, x, wide), extended(scope, y, wide)),
                   x.element);
  Shaped one = scalar(scope, wide, 1), zero = scalar(scope, wide, 0);
  Shaped isLarge = compare(scope, Predicate::Lt, y, zero); // 2^63 or more
  // A divisor of 1 in its place is never read.
  Shaped divisor = where(scope, isLarge, one, y);
  Shaped half = divide(scope, shiftRightUnsigned(scope, x, one), divisor);
  Shaped twice = bitwise(scope, "left_shift", half, one);
  Shaped rest = subtract(scope, x, multiply(scope, twice, divisor));
  auto reaches = [&](const Shaped &of, const Shaped &limit) {
    Shaped hit = compare(scope, Predicate::Ge, biased(scope, of), biased(scope, limit));
    return convert(scope, hit, wide);
  };
  Shaped small = add(scope, twice, reaches(rest, divisor));
  return where(scope, isLarge, reaches(x, y), small);
}

/// Half of a 64 bit number, whose last bit stands for all that were lost, rounds alike.
static Shaped unsignedToFloat(Scope &scope, const Shaped &x, ElementType to) {
  Shaped one = scalar(scope, x.element, 1);
  Shaped half =
      bitwise(scope, "or", shiftRightUnsigned(scope, x, one), bitwise(scope, "and", x, one));
  Shaped twice = multiply(scope, convert(scope, half, to), scalar(scope, to, 2));
  Shaped isLarge = compare(scope, Predicate::Lt, x, scalar(scope, x.element, 0));
  return where(scope, isLarge, twice, convert(scope, x, to));
}

static Shaped floatToUnsigned(Scope &scope, const Shaped &x, ElementType to) {
  const double limit = std::ldexp(1, 63);
  Shaped small = convert(scope, x, ElementType::I64);
  if (bitWidth(to) < 64 || maxFinite(x.element) < limit)
    return convert(scope, small, to);
  Shaped least = scalar(scope, x.element, limit);
  Shaped large = biased(scope, convert(scope, subtract(scope, x, least), ElementType::I64));
  return where(scope, compare(scope, Predicate::Ge, x, least), large, small);
}

Shaped cast(Scope &scope, const Shaped &x, ElementType to, bool isUnsigned) {
  const bool fromInteger = isInteger(x.element);
  if (!isUnsigned || isBool(to) || isBool(x.element))
    return convert(scope, x, to);
  if (fromInteger && isInteger(to))
    return bitWidth(to) > bitWidth(x.element) ? extended(scope, x, to) : convert(scope, x, to);
  if (!fromInteger)
    return floatToUnsigned(scope, x, to);
  if (bitWidth(x.element) == 64)
    return unsignedToFloat(scope, x, to);
  return convert(scope, extended(scope, x, ElementType::I64), to);
}

} // namespace assay::torch
