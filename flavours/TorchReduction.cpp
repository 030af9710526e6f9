#include "flavours/TorchOps.h"

#include <algorithm>

namespace assay::torch {

Results writeOp(Site &site, const Softmax &op) {
  Scope &scope = site.scope;
  const ElementType element = site.type().element;
  // The sum of many f16 or bf16 numbers is kept in f32, as every flavour does.
  const bool isHalf = precision(element) < precision(ElementType::F32);
  Shaped x = convert(scope, site.operands[0], isHalf ? ElementType::F32 : element);
  const TensorType type{x.element, x.dims};
  if (site.isSpelled(Spelling::Named)) {
    Shaped made = scope.op("aten.softmax.int", {x, scope.integer(op.dim), scope.none()}, type);
    return {convert(scope, made, element)};
  }
  auto overDim = [&](const Shaped &of, ReduceKind function) {
    return unsqueeze(scope, reduce(scope, of, function, op.dim), op.dim);
  };
  Shaped shifted = subtract(scope, x, overDim(x, ReduceKind::Max));
  Shaped power = scope.op("aten.exp", {shifted}, type);
  Shaped made = join(scope, "aten.div.Tensor", power, overDim(power, ReduceKind::Sum));
  return {convert(scope, made, element)};
}

static bool isExtreme(ReduceKind function) {
  return function == ReduceKind::Max || function == ReduceKind::Min;
}

Results writeOp(Site &site, const Reduce &op) {
  Scope &scope = site.scope;
  const bool hasOtherOrder = op.isUnsigned && isExtreme(op.function);
  auto seen = [&](const Shaped &x) { return hasOtherOrder ? biased(scope, x) : x; };
  Shaped x = seen(cast(scope, site.operands[0], op.result, op.isUnsigned));
  Shaped made = reduce(scope, x, op.function, op.dims);
  if (auto start = site.initial())
    made = combine(scope, op.function, seen(*start), made);
  return {seen(made)};
}

/// The extreme, then the least (or greatest) place among the elements that equal it.
static Results argReduceInSteps(Site &site, const ArgReduce &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  // Any place of the extreme will do; the last one tells readers of the first one apart.
  const ReduceKind nearest = op.firstIndex ? ReduceKind::Min : ReduceKind::Max;
  Shaped value = reduce(scope, x, op.minimum ? ReduceKind::Min : ReduceKind::Max, op.dim);
  Shaped hit = compare(scope, Predicate::Eq, x, unsqueeze(scope, value, op.dim));
  Shaped candidates = where(scope, hit, places(scope, x.extent(op.dim), op.dim, x.rank()),
                            identity(scope, ElementType::I64, nearest));
  Shaped place = reduce(scope, candidates, nearest, op.dim);
  return {value, convert(scope, place, op.indexType)};
}

Results writeOp(Site &site, const ArgReduce &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  mlir::Value dim = scope.integer(op.dim), keep = scope.truth(false);
  const TensorType place{ElementType::I64, site.type().dims};
  if (!site.isSpelled(Spelling::Generic))
    return argReduceInSteps(site, op);
  // argmax promises the first index, max.dim any.
  if (op.firstIndex) {
    Shaped index = scope.op(op.minimum ? "aten.argmin" : "aten.argmax", {x, dim, keep}, place);
    Shaped value = reduce(scope, x, op.minimum ? ReduceKind::Min : ReduceKind::Max, op.dim);
    return {value, convert(scope, index, op.indexType)};
  }
  Results both = scope.op(op.minimum ? "aten.min.dim" : "aten.max.dim", {x, dim, keep},
                          llvm::ArrayRef<TensorType>{site.type(), place});
  return {both[0], convert(scope, both[1], op.indexType)};
}

/// The first element is the identity, the last is gone.
static Shaped movedByOne(Scope &scope, const Shaped &x, const Scan &op) {
  std::vector<Dim> dims = x.dims;
  dims[static_cast<size_t>(op.dim)] = 1;
  Shaped front = broadcastTo(scope, identity(scope, x.element, op.function), dims);
  Shaped longer = concatenate(scope, {front, x}, op.dim);
  return slice(scope, longer, {op.dim, 0, x.extent(op.dim), 1});
}

/// torch's running sums and products, from the front.
static Shaped scanByOp(Scope &scope, Shaped x, const Scan &op) {
  if (op.reverse)
    x = flip(scope, x, op.dim);
  if (!op.inclusive)
    x = movedByOne(scope, x, op);
  x = scope.op(op.function == ReduceKind::Sum ? "aten.cumsum" : "aten.cumprod",
               {x, scope.integer(op.dim),
                op.function == ReduceKind::Sum ? scope.dtype(x.element) : scope.none()},
               {x.element, x.dims});
  return op.reverse ? flip(scope, x, op.dim) : x;
}

/// Along a new dim behind `dim`, every element of x that each element of the result covers, which
/// are then combined.
static Shaped scanByMask(Scope &scope, const Shaped &x, const Scan &op) {
  const int64_t covered = op.dim + 1;
  const Dim &extent = x.extent(op.dim);
  Predicate isCovered = op.reverse ? Predicate::Ge : Predicate::Le;
  if (!op.inclusive)
    isCovered = op.reverse ? Predicate::Gt : Predicate::Lt;
  Shaped mask = compare(scope, isCovered, places(scope, extent, covered, x.rank() + 1),
                        places(scope, extent, op.dim, x.rank() + 1));
  Shaped all = unsqueeze(scope, x, op.dim);
  return reduce(scope, where(scope, mask, all, identity(scope, x.element, op.function)),
                op.function, covered);
}

Results writeOp(Site &site, const Scan &op) {
  Scope &scope = site.scope;
  Shaped x = cast(scope, site.operands[0], op.result, false);
  Shaped made = isExtreme(op.function) ? scanByMask(scope, x, op) : scanByOp(scope, x, op);
  if (auto start = site.initial())
    made = combine(scope, op.function, unsqueeze(scope, *start, op.dim), made);
  return {made};
}

} // namespace assay::torch
