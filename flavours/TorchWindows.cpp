#include "flavours/TorchOps.h"
#include "support/Assert.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace assay::torch {

/// x with its padding around the dims from `first` on.
static Shaped padded(Scope &scope, const Shaped &x, const Windows &windows, size_t first,
                     mlir::Value value) {
  if (!windows.isPadded())
    return x;
  std::vector<Dim> low(x.dims.size()), high = low;
  for (size_t i = 0; i < windows.rank(); ++i) {
    low[first + i] = windows.low[i];
    high[first + i] = windows.high[i];
  }
  return pad(scope, x, low, high, value);
}

/// From the dims' places where channels are last to where they are first: of x, of the kernel, and
/// of the result the way back.
struct Permutations {
  std::vector<int64_t> x, kernel, result;
};

static Permutations permutationsOf(const Conv &op) {
  const auto spatial = static_cast<int64_t>(op.windows.rank());
  Permutations all{{0, spatial + 1}, {spatial + 1, spatial}, {0}};
  for (int64_t i = 0; i < spatial; ++i) {
    all.x.push_back(1 + i);
    all.kernel.push_back(i);
    all.result.push_back(2 + i);
  }
  all.result.push_back(1);
  return all;
}

/// Types show that there is no window.
static bool isSeenEmpty(Scope &scope, const Windows &windows) {
  return std::ranges::any_of(windows.sizes, [&](const Dim &size) {
    return scope.isStatic(size) && scope.number(size) == 0;
  });
}

/// aten.convolution of channels first.
static Shaped convolved(Scope &scope, Shaped x, Shaped kernel, const Conv &op) {
  Windows windows = op.windows;
  // torch-mlir lowers groups of 2 spatial dims alone.
  const bool isWidened = op.groups > 1 && windows.rank() == 1;
  if (isWidened) {
    x = unsqueeze(scope, x, 3);
    kernel = unsqueeze(scope, kernel, 3);
    windows.sizes.emplace_back(1);
    windows.strides.push_back(1);
    windows.dilations.push_back(1);
    windows.low.emplace_back(0);
    windows.high.emplace_back(0);
  }
  const bool isSymmetric = windows.low == windows.high && scope.isStatic(windows.low);
  if (!isSymmetric) {
    mlir::Value zero = isFloat(x.element) ? scope.real(0) : scope.integer(0);
    x = padded(scope, x, windows, 2, zero);
    windows.low.assign(windows.rank(), Dim(0));
  }
  TensorType type{x.element, {x.dims[0], kernel.dims[0]}};
  type.dims.insert(type.dims.end(), windows.sizes.begin(), windows.sizes.end());
  Shaped made =
      scope.op("aten.convolution",
               {x, kernel, scope.none(), scope.list(windows.strides),
                scope.list(std::span<const Dim>(windows.low)), scope.list(windows.dilations),
                scope.truth(false), scope.list(std::span<const Dim>()), scope.integer(op.groups)},
               type);
  return isWidened ? squeeze(scope, made, 3) : made;
}

Results writeOp(Site &site, const Conv &op) {
  Scope &scope = site.scope;
  if (isSeenEmpty(scope, op.windows))
    return {filled(scope, site.type(), 0)};
  // IREE's torch-mlir cannot start an i8 sum; the last bits of an i32 one are the same.
  const ElementType wide = op.result == ElementType::I8 ? ElementType::I32 : op.result;
  Shaped x = cast(scope, site.operands[0], wide, op.extendsByZero(0));
  Shaped kernel = cast(scope, site.operands[1], wide, op.extendsByZero(1));
  const bool isFirst = op.layout == ConvLayout::ChannelsFirst;
  const Permutations permutations = permutationsOf(op);
  if (!isFirst) {
    x = permute(scope, x, permutations.x);
    kernel = permute(scope, kernel, permutations.kernel);
  }
  Shaped made = convolved(scope, x, kernel, op);
  if (!isFirst)
    made = permute(scope, made, permutations.result);
  made = convert(scope, made, op.result);
  if (auto start = site.initial())
    made = add(scope, *start, made);
  return {made};
}

/// What padding holds, in the signed order of integers.
static mlir::Value identityNumber(Scope &scope, ElementType element, ReduceKind function) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (function == ReduceKind::Sum)
    return isFloat(element) ? scope.real(0) : scope.integer(0);
  const bool isMax = function == ReduceKind::Max;
  if (isFloat(element))
    return scope.real(isMax ? -infinity : infinity);
  return scope.integer(isMax ? minInteger(element) : maxInteger(element));
}

/// Windows lie along the last dims, behind batches and channels, as torch pools.
static bool isPool(const ReduceWindow &op) {
  const size_t rank = op.window.size();
  if (op.function != ReduceKind::Max || rank < 3 || rank > 5)
    return false;
  for (size_t i = 0; i < 2; ++i)
    if (op.window[i] != 1 || op.windows.strides[i] != 1)
      return false;
  return true;
}

static Shaped maxPool(Scope &scope, const Shaped &x, const ReduceWindow &op) {
  constexpr const char *names[] = {"aten.max_pool1d", "aten.max_pool2d", "aten.max_pool3d"};
  const llvm::ArrayRef<int64_t> window(op.window), strides(op.windows.strides),
      dilations(op.windows.dilations);
  const std::vector<int64_t> none(op.window.size() - 2, 0);
  return scope.op(names[op.window.size() - 3],
                  {x, scope.list(window.drop_front(2)), scope.list(strides.drop_front(2)),
                   scope.list(none), scope.list(dilations.drop_front(2)), scope.truth(false)},
                  {x.element, op.windows.sizes});
}

/// Along one dim after the other, what is at each place of the windows as a slice.
static Shaped reduceSlices(Scope &scope, Shaped x, const ReduceWindow &op) {
  for (size_t i = 0; i < op.window.size(); ++i) {
    const Shaped all = x;
    auto at = [&](int64_t k) {
      return slice(scope, all,
                   {static_cast<int64_t>(i), k * op.windows.dilations[i], op.windows.sizes[i],
                    op.windows.strides[i]});
    };
    x = at(0);
    for (int64_t k = 1; k < op.window[i]; ++k)
      x = combine(scope, op.function, x, at(k));
  }
  return x;
}

Results writeOp(Site &site, const ReduceWindow &op) {
  Scope &scope = site.scope;
  const bool hasOtherOrder = op.isUnsigned && op.function != ReduceKind::Sum;
  auto seen = [&](const Shaped &x) { return hasOtherOrder ? biased(scope, x) : x; };
  if (isSeenEmpty(scope, op.windows))
    return {filled(scope, site.type(), 0)};
  Shaped x = seen(cast(scope, site.operands[0], op.result, op.isUnsigned));
  x = padded(scope, x, op.windows, 0, identityNumber(scope, x.element, op.function));
  Shaped made = site.isSpelled(Spelling::Named) && isPool(op) ? maxPool(scope, x, op)
                                                              : reduceSlices(scope, x, op);
  if (auto start = site.initial())
    made = combine(scope, op.function, seen(*start), made);
  return {seen(made)};
}

} // namespace assay::torch
