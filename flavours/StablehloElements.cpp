#include "flavours/StablehloElements.h"

#include "flavours/StablehloSteps.h"

#include <fmt/format.h>

using namespace mlir;

namespace assay::stablehlo {

static Shaped withBitsAs(Scope &scope, const Shaped &x, IntegerType::SignednessSemantics sign) {
  auto integer = dyn_cast<IntegerType>(x.element());
  if (!integer || integer.getWidth() == 1 || integer.getSignedness() == sign)
    return x;
  auto element = IntegerType::get(&scope.context(), integer.getWidth(), sign);
  return scope.op("stablehlo.bitcast_convert", x, {element, x.dims});
}

Shaped asUnsigned(Scope &scope, const Shaped &x) {
  return withBitsAs(scope, x, IntegerType::Unsigned);
}

Shaped asSignless(Scope &scope, const Shaped &x) {
  return withBitsAs(scope, x, IntegerType::Signless);
}

Shaped convert(Scope &scope, const Shaped &x, mlir::Type element) {
  return x.element() == element ? x : scope.op("stablehlo.convert", x, {element, x.dims});
}

Shaped cast(Scope &scope, const Shaped &x, ElementType to, bool isUnsigned) {
  mlir::Type element = scope.element(to);
  if (x.element() == element)
    return x;
  if (!isUnsigned || isBool(to) || x.element().isInteger(1))
    return convert(scope, x, element);
  if (isInteger(to))
    element = IntegerType::get(&scope.context(), static_cast<unsigned>(bitWidth(to)),
                               IntegerType::Unsigned);
  return asSignless(scope, convert(scope, asUnsigned(scope, x), element));
}

Shaped compare(Scope &scope, Predicate predicate, const Shaped &x, const Shaped &y) {
  constexpr std::string_view directions[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  std::string_view order = "SIGNED";
  if (isa<FloatType>(x.element()))
    order = "FLOAT";
  else if (x.element().isUnsignedInteger() || x.element().isInteger(1))
    order = "UNSIGNED";
  return scope.op("stablehlo.compare", {x, y}, {scope.b.getI1Type(), x.dims},
                  {scope.ownAttribute("compare_type", fmt::format("comparison_type {}", order)),
                   scope.ownAttribute("comparison_direction",
                                      fmt::format("comparison_direction {}",
                                                  directions[static_cast<size_t>(predicate)]))});
}

Shaped combine(Scope &scope, ReduceKind function, const Shaped &x, const Shaped &y) {
  constexpr const char *steps[] = {"stablehlo.add",     "stablehlo.multiply", "stablehlo.maximum",
                                   "stablehlo.minimum", "stablehlo.and",      "stablehlo.or"};
  return scope.op(steps[static_cast<size_t>(function)], {x, y});
}

Shaped reduce(Scope &scope, const Shaped &x, ReduceKind function, llvm::ArrayRef<int64_t> dims) {
  mlir::Type element = x.element();
  ResultType type{element, {}};
  for (int64_t dim : otherDims(x.rank(), dims))
    type.dims.push_back(x.dims[static_cast<size_t>(dim)]);
  return scope.op("stablehlo.reduce", {x, identity(scope, {element, {}}, function)}, type,
                  scope.attribute("dimensions", dims), {element, element},
                  [&](llvm::ArrayRef<Shaped> of) {
                    return Results{combine(scope, function, of[0], of[1])};
                  })[0];
}

Shaped softmax(Scope &scope, const Shaped &x, int64_t dim) {
  const llvm::ArrayRef<int64_t> along(dim);
  auto overDim = [&](const Shaped &of, ReduceKind function) {
    return broadcastAlong(scope, reduce(scope, of, function, along), x.dims, along);
  };
  Shaped shifted = scope.op("stablehlo.subtract", {x, overDim(x, ReduceKind::Max)});
  Shaped power = scope.op("stablehlo.exponential", shifted);
  return scope.op("stablehlo.divide", {power, overDim(power, ReduceKind::Sum)});
}

} // namespace assay::stablehlo
