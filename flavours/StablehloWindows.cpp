#include "compiler/emit/Scalars.h"
#include "flavours/StablehloContraction.h"
#include "flavours/StablehloOps.h"

#include <fmt/format.h>

using namespace mlir;

namespace assay::stablehlo {

/// x with its padding around the dims from `first` on.
static Shaped padded(Scope &scope, const Shaped &x, const Windows &windows, size_t first,
                     Attribute value) {
  if (!windows.isPadded())
    return x;
  std::vector<Dim> low(x.dims.size()), high = low;
  for (size_t i = 0; i < windows.rank(); ++i) {
    low[first + i] = windows.low[i];
    high[first + i] = windows.high[i];
  }
  return pad(scope, x, low, high, value);
}

/// What windows of these extents hold, which lie along the dims of x from `first` on, as x with
/// the windows' sizes there and their extents behind all dims. x is padded already.
static Shaped patches(Scope &scope, const Shaped &x, const Windows &windows, size_t first,
                      std::span<const Dim> window) {
  std::vector<Dim> dims = x.dims;
  std::copy(windows.sizes.begin(), windows.sizes.end(),
            dims.begin() + static_cast<std::ptrdiff_t>(first));
  dims.insert(dims.end(), window.begin(), window.end());
  const ResultType type = coordinateType(scope, std::move(dims));
  auto steps = [&](size_t dim, int64_t step) {
    Shaped along = iota(scope, type, static_cast<int64_t>(dim));
    if (step == 1)
      return along;
    return scope.op("stablehlo.multiply", {along, filled(scope, type, static_cast<double>(step))});
  };
  std::vector<Shaped> coordinates;
  for (size_t dim = 0; dim < x.dims.size(); ++dim) {
    if (dim < first || dim >= first + windows.rank()) {
      coordinates.push_back(steps(dim, 1));
      continue;
    }
    const size_t i = dim - first;
    coordinates.push_back(
        scope.op("stablehlo.add",
                 {steps(dim, windows.strides[i]), steps(x.dims.size() + i, windows.dilations[i])}));
  }
  return elementsAt(scope, x, places(scope, coordinates));
}

/// Types show a number for everything that a window op is told in attributes.
static bool isStatic(Scope &scope, const Shaped &x, const Windows &windows) {
  return scope.isStatic(x.dims) && scope.isStatic(windows.sizes) && scope.isStatic(windows.low) &&
         scope.isStatic(windows.high);
}

static NamedAttribute padding(Scope &scope, const Windows &windows) {
  std::vector<int64_t> pairs;
  const std::vector<int64_t> low = scope.numbers(windows.low), high = scope.numbers(windows.high);
  for (size_t i = 0; i < windows.rank(); ++i) {
    pairs.push_back(low[i]);
    pairs.push_back(high[i]);
  }
  auto type =
      RankedTensorType::get({static_cast<int64_t>(windows.rank()), 2}, scope.b.getI64Type());
  return scope.b.getNamedAttr("padding",
                              DenseElementsAttr::get(type, llvm::ArrayRef<int64_t>(pairs)));
}

/// How the dims of a convolution's operands and result are numbered.
static std::string dimensionNumbers(const Conv &op) {
  std::string spatial;
  for (size_t i = 0; i < op.windows.rank(); ++i)
    spatial += fmt::format("{}{}", i == 0 ? "" : ", ", i);
  if (op.layout == ConvLayout::ChannelsFirst)
    return fmt::format("conv<[b, f, {0}]x[o, i, {0}]->[b, f, {0}]>", spatial);
  return fmt::format("conv<[b, {0}, f]x[{0}, i, o]->[b, {0}, f]>", spatial);
}

static Shaped convolution(Site &site, const Conv &op) {
  Scope &scope = site.scope;
  Shaped x = cast(scope, site.operands[0], op.result, op.extendsByZero(0));
  Shaped kernel = cast(scope, site.operands[1], op.result, op.extendsByZero(1));
  return scope.op("stablehlo.convolution", {x, kernel}, site.type(),
                  {scope.attribute("window_strides", op.windows.strides),
                   padding(scope, op.windows),
                   scope.attribute("rhs_dilation", op.windows.dilations),
                   scope.ownAttribute("dimension_numbers", dimensionNumbers(op)),
                   scope.attribute("feature_group_count", op.groups),
                   scope.attribute("batch_group_count", int64_t(1))});
}

/// The dims with one of their own for the groups that `dim` is made of.
static std::vector<Dim> grouped(std::vector<Dim> dims, size_t dim, const Conv &op) {
  if (op.groups == 1)
    return dims;
  dims[dim] = op.perGroup(dims[dim]);
  dims.insert(dims.begin() + static_cast<std::ptrdiff_t>(dim), Dim(op.groups));
  return dims;
}

/// For extents that are not known, of which IREE takes no convolution.
static Shaped convOfPatches(Site &site, const Conv &op) {
  Scope &scope = site.scope;
  const Conv::Parts at = op.parts();
  const Shaped &kernel = site.operands[1];
  Shaped x = padded(scope, site.operands[0], op.windows, at.spatial,
                    emission::number(site.operands[0].element(), 0));
  Shaped all = patches(scope, x, op.windows, at.spatial,
                       std::span(kernel.dims).subspan(at.window, op.windows.rank()));
  Shaped made = contract(scope, op.overPatches(), site.node.spelling,
                         reshape(scope, all, grouped(all.dims, at.channel, op)),
                         reshape(scope, kernel, grouped(kernel.dims, at.filter, op)));
  return reshape(scope, made, site.dims());
}

Results writeOp(Site &site, const Conv &op) {
  const bool isOp = site.node.spelling != Spelling::Primitives &&
                    isStatic(site.scope, site.operands[0], op.windows) &&
                    site.scope.isStatic(site.operands[1].dims);
  Shaped made = isOp ? convolution(site, op) : convOfPatches(site, op);
  if (auto start = site.initial())
    made = combine(site.scope, ReduceKind::Sum, *start, made);
  return {made};
}

static Shaped reduceWindow(Scope &scope, const Shaped &x, const ReduceWindow &op) {
  mlir::Type element = x.element();
  return scope.op("stablehlo.reduce_window", {x, identity(scope, {element, {}}, op.function)},
                  ResultType{element, op.windows.sizes},
                  {scope.attribute("window_dimensions", op.window),
                   scope.attribute("window_strides", op.windows.strides),
                   scope.attribute("window_dilations", op.windows.dilations),
                   padding(scope, op.windows)},
                  {element, element}, [&](llvm::ArrayRef<Shaped> of) {
                    return Results{combine(scope, op.function, of[0], of[1])};
                  })[0];
}

static Shaped reduceOfPatches(Scope &scope, const Shaped &x, const ReduceWindow &op) {
  const bool isUnsigned = x.element().isUnsignedInteger();
  Shaped around =
      padded(scope, x, op.windows, 0, emission::identity(x.element(), op.function, isUnsigned));
  const std::vector<Dim> window(op.window.begin(), op.window.end());
  Shaped all = patches(scope, around, op.windows, 0, window);
  return reduce(scope, all, op.function, otherDims(all.rank(), allDims(x.rank())));
}

Results writeOp(Site &site, const ReduceWindow &op) {
  Scope &scope = site.scope;
  auto seen = [&](const Shaped &x) { return op.isUnsigned ? asUnsigned(scope, x) : x; };
  Shaped made = seen(cast(scope, site.operands[0], op.result, op.isUnsigned));
  // IREE rejects windows over tensors that have an unknown dim anywhere.
  if (made.rank() > 0)
    made = isStatic(scope, made, op.windows) ? reduceWindow(scope, made, op)
                                             : reduceOfPatches(scope, made, op);
  if (auto start = site.initial())
    made = combine(scope, op.function, seen(*start), made);
  return {asSignless(scope, made)};
}

} // namespace assay::stablehlo
