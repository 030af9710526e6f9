#include "flavours/StablehloOps.h"

using namespace mlir;

namespace assay::stablehlo {

Results writeOp(Site &site, const Softmax &op) {
  // The sum of many f16 or bf16 numbers is kept in f32, as every flavour does.
  const bool isHalf = precision(site.results[0].element) < precision(ElementType::F32);
  mlir::Type wide = isHalf ? site.scope.b.getF32Type() : site.element();
  Shaped made = softmax(site.scope, convert(site.scope, site.operands[0], wide), op.dim);
  return {convert(site.scope, made, site.element())};
}

Results writeOp(Site &site, const Reduce &op) {
  Scope &scope = site.scope;
  auto seen = [&](const Shaped &x) { return op.isUnsigned ? asUnsigned(scope, x) : x; };
  Shaped x = seen(cast(scope, site.operands[0], op.result, op.isUnsigned));
  Shaped made = reduce(scope, x, op.function, op.dims);
  if (auto start = site.initial())
    made = combine(scope, op.function, seen(*start), made);
  return {asSignless(scope, made)};
}

/// One stablehlo.reduce of elements and places. Its body breaks ties by place, so that the order in
/// which it runs does not matter.
static Results argReduceInOneBody(Site &site, const ArgReduce &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  mlir::Type element = x.element(), index = site.element(1);
  // Behind every place: the first element wins even where it is no better than the identity.
  const ReduceKind extreme = op.minimum ? ReduceKind::Min : ReduceKind::Max;
  const ReduceKind nearest = op.firstIndex ? ReduceKind::Min : ReduceKind::Max;
  std::vector<Shaped> operands{x, iota(scope, {index, x.dims}, op.dim),
                               identity(scope, {element, {}}, extreme),
                               identity(scope, {index, {}}, nearest)};
  const Predicate better = op.minimum ? Predicate::Lt : Predicate::Gt;
  // Any place of the extreme will do; the last one tells readers of the first one apart.
  const Predicate nearer = op.firstIndex ? Predicate::Lt : Predicate::Gt;
  return scope.op(
      "stablehlo.reduce", operands, {site.type(0), site.type(1)},
      scope.attribute("dimensions", llvm::ArrayRef<int64_t>(op.dim)),
      {element, index, element, index}, [&](llvm::ArrayRef<Shaped> of) {
        Shaped wins = compare(scope, better, of[2], of[0]);
        Shaped ties = compare(scope, Predicate::Eq, of[2], of[0]);
        Shaped isNearer = compare(scope, nearer, of[3], of[1]);
        Shaped takes =
            scope.op("stablehlo.or", {wins, scope.op("stablehlo.and", {ties, isNearer})});
        return Results{select(scope, takes, of[2], of[0]), select(scope, takes, of[3], of[1])};
      });
}

/// The extreme, then the least (or greatest) place among the elements that equal it.
static Results argReduceInSteps(Site &site, const ArgReduce &op) {
  Scope &scope = site.scope;
  const Shaped &x = site.operands[0];
  const llvm::ArrayRef<int64_t> along(op.dim);
  const ReduceKind nearest = op.firstIndex ? ReduceKind::Min : ReduceKind::Max;
  Shaped value = reduce(scope, x, op.minimum ? ReduceKind::Min : ReduceKind::Max, along);
  Shaped isExtreme = compare(scope, Predicate::Eq, x, broadcastAlong(scope, value, x.dims, along));
  const ResultType places{site.element(1), x.dims};
  Shaped candidates =
      select(scope, isExtreme, iota(scope, places, op.dim), identity(scope, places, nearest));
  return {value, reduce(scope, candidates, nearest, along)};
}

Results writeOp(Site &site, const ArgReduce &op) {
  return site.node.spelling == Spelling::Generic ? argReduceInOneBody(site, op)
                                                 : argReduceInSteps(site, op);
}

/// A reduce_window whose windows end (or begin) at each element.
static Shaped scanByWindows(Scope &scope, Shaped x, const Scan &op) {
  const auto dim = static_cast<size_t>(op.dim);
  const int64_t extent = scope.numbers(x.dims)[dim];
  mlir::Type element = x.element();
  Shaped start = identity(scope, {element, {}}, op.function);
  std::vector<int64_t> low(x.dims.size(), 0), high = low, window(x.dims.size(), 1);
  if (!op.inclusive) {
    low[dim] = op.reverse ? -1 : 1;
    high[dim] = op.reverse ? 1 : -1;
    const std::vector<int64_t> none(x.dims.size(), 0);
    x = scope.op("stablehlo.pad", {x, start},
                 {scope.attribute("edge_padding_low", low),
                  scope.attribute("edge_padding_high", high),
                  scope.attribute("interior_padding", none)});
  }
  window[dim] = extent;
  std::vector<int64_t> padding(2 * x.dims.size(), 0);
  padding[2 * dim + (op.reverse ? 1 : 0)] = extent - 1;
  auto type = RankedTensorType::get({x.rank(), 2}, scope.b.getI64Type());
  return scope.op("stablehlo.reduce_window", {x, start}, ResultType{element, x.dims},
                  {scope.attribute("window_dimensions", window),
                   scope.b.getNamedAttr(
                       "padding", DenseElementsAttr::get(type, llvm::ArrayRef<int64_t>(padding)))},
                  {element, element}, [&](llvm::ArrayRef<Shaped> of) {
                    return Results{combine(scope, op.function, of[0], of[1])};
                  })[0];
}

/// Along a new dim behind `dim`, every element of x that each element of the result covers, which
/// are then combined. For extents that are not known.
static Shaped scanByMask(Scope &scope, const Shaped &x, const Scan &op) {
  const int64_t covered = op.dim + 1;
  ResultType type{x.element(), x.dims};
  type.dims.insert(type.dims.begin() + covered, x.dims[static_cast<size_t>(op.dim)]);
  const ResultType places{scope.b.getI64Type(), type.dims};
  Predicate isCovered = op.reverse ? Predicate::Ge : Predicate::Le;
  if (!op.inclusive)
    isCovered = op.reverse ? Predicate::Gt : Predicate::Lt;
  Shaped mask =
      compare(scope, isCovered, iota(scope, places, covered), iota(scope, places, op.dim));
  Shaped all = broadcastAlong(scope, x, type.dims, op.dim);
  return reduce(scope, select(scope, mask, all, identity(scope, type, op.function)), op.function,
                covered);
}

Results writeOp(Site &site, const Scan &op) {
  Scope &scope = site.scope;
  Shaped x = cast(scope, site.operands[0], op.result, false), made = x;
  // IREE rejects windows over tensors that have an unknown dim anywhere.
  const bool isStatic = scope.isStatic(x.dims);
  if (!isStatic)
    made = scanByMask(scope, x, op);
  else if (scope.numbers(x.dims)[static_cast<size_t>(op.dim)] > 0)
    made = scanByWindows(scope, x, op);
  if (auto start = site.initial())
    made = combine(scope, op.function, broadcastAlong(scope, *start, x.dims, op.dim), made);
  return {made};
}

} // namespace assay::stablehlo
