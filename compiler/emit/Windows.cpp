#include "compiler/emit/Contraction.h"
#include "compiler/emit/Layout.h"
#include "compiler/emit/OpEmitters.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include <algorithm>

using namespace mlir;

namespace assay::emission {

namespace {

/// A tensor with its type as the Program would have it.
struct Typed {
  Value value;
  TensorType type;
};

/// Makes a named op with windows.
using MakeNamed = Value (*)(ImplicitLocOpBuilder &, ValueRange ins, Value start, Attribute strides,
                            Attribute dilations);

template <class NamedOp>
Value make(ImplicitLocOpBuilder &b, ValueRange ins, Value start, Attribute strides,
           Attribute dilations) {
  return NamedOp::create(b, TypeRange(start.getType()), ins, ValueRange{start}, strides, dilations)
      ->getResult(0);
}

/// (o, k) -> o * stride + k * dilation.
AffineExpr placeOf(const Windows &windows, size_t i, AffineExpr o, AffineExpr k) {
  return o * windows.strides[i] + k * windows.dilations[i];
}

} // namespace

/// tensor.pad of the dims from `first` on.
static Typed padded(Site &site, Typed x, const Windows &windows, size_t first, Attribute scalar) {
  if (!windows.isPadded())
    return x;
  std::vector<Dim> low(x.type.dims.size()), high = low;
  for (size_t i = 0; i < windows.rank(); ++i) {
    low[first + i] = windows.low[i];
    high[first + i] = windows.high[i];
    x.type.dims[first + i] = windows.low[i] + x.type.dims[first + i] + windows.high[i];
  }
  Value value = constant(site.b, getElementTypeOrSelf(x.value), scalar);
  Value made = tensor::PadOp::create(site.b, mlir::Type(), x.value, site.scope.extents(low),
                                     site.scope.extents(high), value);
  return {site.scope.as(made, x.type), x.type};
}

/// Types show that there is no window. Upstream's verifier looks at where the last one begins.
static bool isSeenEmpty(Site &site, const Windows &windows) {
  const Subject &subject = site.scope.subject;
  return llvm::any_of(windows.sizes, [&](const Dim &size) {
    return subject.isStatic(size) && size.evaluate(subject.known) == 0;
  });
}

static Attribute steps(Site &site, llvm::ArrayRef<int64_t> values) {
  return site.b.getI64TensorAttr(values);
}

/// tensor.expand_shape of a dim into groups and what each of them has.
static Typed grouped(Site &site, const Typed &x, size_t dim, const Conv &op) {
  if (op.groups == 1)
    return x;
  Typed made{{}, {x.type.element, {}}};
  std::vector<std::vector<Dim>> groups;
  for (size_t i = 0; i < x.type.dims.size(); ++i) {
    const Dim &extent = x.type.dims[i];
    groups.push_back(i == dim ? std::vector<Dim>{op.groups, op.perGroup(extent)}
                              : std::vector<Dim>{extent});
    made.type.dims.insert(made.type.dims.end(), groups.back().begin(), groups.back().end());
  }
  made.value = expanded(site.scope, x.value, groups, made.type);
  return made;
}

/// tensor.collapse_shape of the dims `dim` and the one behind it.
static Typed joined(Site &site, const Typed &x, size_t dim) {
  Typed made{{}, {x.type.element, {}}};
  std::vector<std::vector<Dim>> groups;
  for (size_t i = 0; i < x.type.dims.size(); ++i) {
    if (i == dim + 1)
      groups.back().push_back(x.type.dims[i]);
    else
      groups.push_back({x.type.dims[i]});
  }
  for (const std::vector<Dim> &group : groups)
    made.type.dims.push_back(product(group));
  made.value = collapsed(site.scope, x.value, groups, made.type);
  return made;
}

namespace {

/// What a convolution is written of: x is padded already.
struct ConvOperands {
  Typed x, kernel, start;
};

struct NamedConv {
  size_t spatial;
  ConvLayout layout;
  MakeNamed make;
};

constexpr ConvLayout first = ConvLayout::ChannelsFirst, last = ConvLayout::ChannelsLast;
const NamedConv plainForms[] = {{1, first, make<linalg::Conv1DNcwFcwOp>},
                                {1, last, make<linalg::Conv1DNwcWcfOp>},
                                {2, first, make<linalg::Conv2DNchwFchwOp>},
                                {2, last, make<linalg::Conv2DNhwcHwcfOp>}};
/// With the channels and filters of each group as dims of their own.
const NamedConv groupedForms[] = {{2, first, make<linalg::Conv2DNgchwGfchwOp>}};
/// A filter for each channel.
const NamedConv depthwiseForms[] = {{1, first, make<linalg::DepthwiseConv1DNcwCwOp>},
                                    {1, last, make<linalg::DepthwiseConv1DNwcWcOp>},
                                    {2, first, make<linalg::DepthwiseConv2DNchwChwOp>},
                                    {2, last, make<linalg::DepthwiseConv2DNhwcHwcOp>}};
/// Several filters for each channel.
const NamedConv multipliedForms[] = {{1, last, make<linalg::DepthwiseConv1DNwcWcmOp>},
                                     {2, last, make<linalg::DepthwiseConv2DNhwcHwcmOp>}};

MakeNamed formOf(llvm::ArrayRef<NamedConv> forms, const Conv &op) {
  const auto *found = llvm::find_if(forms, [&](const NamedConv &form) {
    return form.spatial == op.windows.rank() && form.layout == op.layout;
  });
  return found == forms.end() ? nullptr : found->make;
}

} // namespace

static Value genericConv(Site &site, const Conv &op, const ConvOperands &of) {
  const Conv::Parts at = op.parts();
  const Typed x = grouped(site, of.x, at.channel, op);
  const Typed kernel = grouped(site, of.kernel, at.filter, op);
  const Typed start = grouped(site, of.start, at.channel, op);
  const Contraction product = op.overPatches();
  const int64_t rank = product.iterationRank();
  llvm::SmallVector<AffineExpr> places;
  for (size_t i = 0; i < x.type.dims.size(); ++i)
    places.push_back(site.b.getAffineDimExpr(static_cast<unsigned>(product.lhs[i])));
  const size_t spatial = at.spatial + (op.groups > 1 && at.channel < at.spatial ? 1 : 0);
  for (size_t i = 0; i < op.windows.rank(); ++i) {
    // The places in a window are the last dims of what the kernel is multiplied with.
    const int64_t k = product.lhs[x.type.dims.size() + i];
    places[spatial + i] = placeOf(op.windows, i, places[spatial + i],
                                  site.b.getAffineDimExpr(static_cast<unsigned>(k)));
  }
  AffineMap reads = AffineMap::get(static_cast<unsigned>(rank), 0, places, site.b.getContext());
  mlir::Type element = site.resultElement();
  Value made =
      site.generic(ValueRange{x.value, kernel.value}, start.value,
                   {reads, site.map(rank, product.rhs), site.map(rank, product.out)},
                   [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
                     Value left = convert(inner, elements[0], element, op.extendsByZero(0));
                     Value right = convert(inner, elements[1], element, op.extendsByZero(1));
                     Value term = apply(inner, Binary{BinaryKind::Mul, false}, left, right);
                     return combine(inner, ReduceKind::Sum, false, elements[2], term);
                   });
  return op.groups == 1 ? made : joined(site, {made, start.type}, at.channel).value;
}

static Value namedConv(Site &site, const Conv &op, const ConvOperands &of) {
  const Conv::Parts at = op.parts();
  Attribute strides = steps(site, op.windows.strides),
            dilations = steps(site, op.windows.dilations);
  auto made = [&](MakeNamed form, const Typed &x, const Typed &kernel, const Typed &start) {
    return form(site.b, {x.value, kernel.value}, start.value, strides, dilations);
  };
  // Named ops extend both operands by sign.
  if (op.extendsByZero(0) || op.extendsByZero(1))
    return genericConv(site, op, of);
  if (op.groups == 1)
    return made(formOf(plainForms, op), of.x, of.kernel, of.start);
  if (of.kernel.type.dims[at.depth] == Dim(1)) {
    // The depth of 1 and the filters are neighbours.
    const size_t filters = std::min(at.depth, at.filter);
    const Typed kernel = joined(site, of.kernel, filters);
    if (kernel.type.dims[filters] == Dim(op.groups))
      return made(formOf(depthwiseForms, op), of.x, kernel, of.start);
    if (MakeNamed form = formOf(multipliedForms, op)) {
      const Typed start = grouped(site, of.start, at.channel, op);
      Value each = made(form, of.x, grouped(site, kernel, filters, op), start);
      return joined(site, {each, start.type}, at.channel).value;
    }
  }
  MakeNamed form = formOf(groupedForms, op);
  if (!form)
    return genericConv(site, op, of);
  const Typed start = grouped(site, of.start, at.channel, op);
  Value each = made(form, grouped(site, of.x, at.channel, op),
                    grouped(site, of.kernel, at.filter, op), start);
  return joined(site, {each, start.type}, at.channel).value;
}

/// What the windows hold is read out first, and then contracted with the kernel.
static Value convOfPatches(Site &site, const Conv &op, const Typed &x, const Typed &kernel) {
  const Conv::Parts at = op.parts();
  Typed patches{{}, x.type};
  for (size_t i = 0; i < op.windows.rank(); ++i) {
    patches.type.dims[at.spatial + i] = op.windows.sizes[i];
    patches.type.dims.push_back(kernel.type.dims[at.window + i]);
  }
  llvm::SmallVector<Value> strides, dilations;
  for (size_t i = 0; i < op.windows.rank(); ++i) {
    strides.push_back(site.scope.index(op.windows.strides[i]));
    dilations.push_back(site.scope.index(op.windows.dilations[i]));
  }
  patches.value =
      site.extracting(x.value, site.scope.empty(patches.type),
                      [&](ImplicitLocOpBuilder &inner, llvm::ArrayRef<Value> here) {
                        auto place = llvm::to_vector(here.take_front(x.type.dims.size()));
                        for (size_t i = 0; i < op.windows.rank(); ++i) {
                          Value &o = place[at.spatial + i];
                          Value from = arith::MulIOp::create(inner, o, strides[i]);
                          Value behind =
                              arith::MulIOp::create(inner, here[place.size() + i], dilations[i]);
                          o = arith::AddIOp::create(inner, from, behind);
                        }
                        return place;
                      });
  patches = grouped(site, patches, at.channel, op);
  const Typed filters = grouped(site, kernel, at.filter, op);
  TensorType to{op.result, {}};
  for (const Dim &dim : site.result().dims) {
    if (to.dims.size() == at.channel && op.groups > 1) {
      to.dims.emplace_back(op.groups);
      to.dims.push_back(op.perGroup(dim));
    } else {
      to.dims.push_back(dim);
    }
  }
  const Typed made{contracted(site, patches.value, filters.value, to, op.overPatches()), to};
  return op.groups == 1 ? made.value : joined(site, made, at.channel).value;
}

Results emitOp(Site &site, const Conv &op) {
  Attribute zero = identity(site.resultElement(), ReduceKind::Sum, false);
  if (isSeenEmpty(site, op.windows))
    return {site.initial(zero)};
  const Typed kernel{site.operands[1], site.types()[1]};
  Attribute pad = number(getElementTypeOrSelf(site.operands[0]), 0);
  const Typed x =
      padded(site, {site.operands[0], site.types()[0]}, op.windows, op.parts().spatial, pad);
  if (site.node.spelling == Spelling::Primitives) {
    Value sum = convOfPatches(site, op, x, kernel);
    if (!site.node.destination)
      return {sum};
    return {combine(site.b, ReduceKind::Sum, false, site.scope.value(*site.node.destination), sum)};
  }
  const ConvOperands operands{x, kernel, {site.initial(zero), site.result()}};
  return {site.node.spelling == Spelling::Named ? namedConv(site, op, operands)
                                                : genericConv(site, op, operands)};
}

namespace {

struct NamedPooling {
  int64_t rank, windowed; // windows are along dims `windowed` .. rank - 2, or to the end
  bool channelsLast;
  MakeNamed sum, max, min, unsignedMax, unsignedMin;
};

const NamedPooling poolings[] = {
    {3, 1, true, make<linalg::PoolingNwcSumOp>, make<linalg::PoolingNwcMaxOp>,
     make<linalg::PoolingNwcMinOp>, make<linalg::PoolingNwcMaxUnsignedOp>,
     make<linalg::PoolingNwcMinUnsignedOp>},
    {3, 2, false, make<linalg::PoolingNcwSumOp>, make<linalg::PoolingNcwMaxOp>, nullptr, nullptr,
     nullptr},
    {4, 1, true, make<linalg::PoolingNhwcSumOp>, make<linalg::PoolingNhwcMaxOp>,
     make<linalg::PoolingNhwcMinOp>, make<linalg::PoolingNhwcMaxUnsignedOp>,
     make<linalg::PoolingNhwcMinUnsignedOp>},
    {4, 2, false, make<linalg::PoolingNchwSumOp>, make<linalg::PoolingNchwMaxOp>, nullptr, nullptr,
     nullptr},
    {5, 1, true, make<linalg::PoolingNdhwcSumOp>, make<linalg::PoolingNdhwcMaxOp>,
     make<linalg::PoolingNdhwcMinOp>, nullptr, nullptr},
};

/// The dims along which a named op has windows: all but the first one or two and, with channels
/// last, the last.
struct Pooling {
  MakeNamed make = nullptr;
  size_t first = 0, end = 0;
};

} // namespace

static MakeNamed formOf(const NamedPooling &pooling, const ReduceWindow &op, bool extends) {
  if (op.function == ReduceKind::Sum) // which extends by sign
    return extends && op.isUnsigned ? nullptr : pooling.sum;
  if (op.function == ReduceKind::Max)
    return op.isUnsigned ? pooling.unsignedMax : pooling.max;
  return op.isUnsigned ? pooling.unsignedMin : pooling.min;
}

static Pooling poolingOf(const ReduceWindow &op, bool extends) {
  const auto rank = static_cast<int64_t>(op.window.size());
  for (const NamedPooling &pooling : poolings) {
    if (pooling.rank != rank)
      continue;
    const Pooling found{formOf(pooling, op, extends), static_cast<size_t>(pooling.windowed),
                        op.window.size() - (pooling.channelsLast ? 1 : 0)};
    bool fits = found.make != nullptr;
    for (size_t i = 0; i < op.window.size(); ++i)
      if (i < found.first || i >= found.end)
        fits = fits && op.window[i] == 1 && op.windows.strides[i] == 1;
    if (fits)
      return found;
  }
  return {};
}

static Value namedPooling(Site &site, const ReduceWindow &op, const Pooling &pooling, Value x,
                          Value start) {
  TensorType window{site.types()[0].element, {}};
  llvm::SmallVector<int64_t> strides, dilations;
  for (size_t i = pooling.first; i < pooling.end; ++i) {
    window.dims.emplace_back(op.window[i]);
    strides.push_back(op.windows.strides[i]);
    dilations.push_back(op.windows.dilations[i]);
  }
  return pooling.make(site.b, {x, site.scope.empty(window)}, start, steps(site, strides),
                      steps(site, dilations));
}

static Value genericPooling(Site &site, const ReduceWindow &op, Value x, Value start) {
  const auto rank = static_cast<unsigned>(op.window.size());
  TensorType window{site.types()[0].element, {op.window.begin(), op.window.end()}};
  llvm::SmallVector<AffineExpr> places;
  std::vector<int64_t> windows, ofWindow;
  for (unsigned i = 0; i < rank; ++i) {
    places.push_back(
        placeOf(op.windows, i, site.b.getAffineDimExpr(i), site.b.getAffineDimExpr(rank + i)));
    windows.push_back(i);
    ofWindow.push_back(rank + i);
  }
  AffineMap reads = AffineMap::get(2 * rank, 0, places, site.b.getContext());
  // Nothing is read of the window: it says how far the loops go.
  return site.generic(ValueRange{x, site.scope.empty(window)}, start,
                      {reads, site.map(2 * rank, ofWindow), site.map(2 * rank, windows)},
                      [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
                        Value element =
                            convert(inner, elements[0], elements[2].getType(), op.isUnsigned);
                        return combine(inner, op.function, op.isUnsigned, elements[2], element);
                      });
}

Results emitOp(Site &site, const ReduceWindow &op) {
  Value start = site.initial(identity(site.resultElement(), op.function, op.isUnsigned));
  if (isSeenEmpty(site, op.windows))
    return {start};
  Typed x{site.operands[0], site.types()[0]};
  // The least integer of a narrow type is not that of a wide one.
  if (op.windows.isPadded() && op.function != ReduceKind::Sum) {
    x.type.element = op.result;
    x.value = convert(site.b, x.value, site.resultElement(), op.isUnsigned);
  }
  x = padded(site, x, op.windows, 0,
             identity(getElementTypeOrSelf(x.value), op.function, op.isUnsigned));
  const Pooling pooling = poolingOf(op, x.type.element != op.result);
  if (site.node.spelling == Spelling::Named && pooling.make)
    return {namedPooling(site, op, pooling, x.value, start)};
  return {genericPooling(site, op, x.value, start)};
}

} // namespace assay::emission
