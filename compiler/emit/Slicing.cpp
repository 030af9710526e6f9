#include "compiler/emit/OpEmitters.h"

#include "compiler/emit/Slicing.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::emission {

static llvm::SmallVector<OpFoldResult> numbers(Scope &scope, std::span<const int64_t> values) {
  llvm::SmallVector<OpFoldResult> all;
  for (int64_t value : values)
    all.push_back(scope.b.getIndexAttr(value));
  return all;
}

/// The slice starts at the end of a dim, so that it must be empty. Upstream's verifier rejects it
/// where that can be seen in the types.
static bool startsAtEnd(Value whole, llvm::ArrayRef<OpFoldResult> offsets) {
  auto type = cast<RankedTensorType>(whole.getType());
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    auto offset = dyn_cast<Attribute>(offsets[static_cast<size_t>(dim)]);
    if (offset && !type.isDynamicDim(static_cast<unsigned>(dim)) &&
        cast<IntegerAttr>(offset).getInt() >= type.getDimSize(dim))
      return true;
  }
  return false;
}

Value inserted(Scope &scope, Value source, Value base, const SliceOf &slice) {
  auto offsets = scope.extents(slice.offsets);
  if (startsAtEnd(base, offsets))
    return base;
  return tensor::InsertSliceOp::create(scope.b, source, base, offsets, scope.extents(slice.sizes),
                                       numbers(scope, slice.strides));
}

Value extracted(Scope &scope, Value source, const TensorType &to, const SliceOf &slice) {
  auto offsets = scope.extents(slice.offsets);
  if (startsAtEnd(source, offsets))
    return scope.empty(to);
  return tensor::ExtractSliceOp::create(scope.b, scope.type(to), source, offsets,
                                        scope.extents(slice.sizes), numbers(scope, slice.strides));
}

/// A linalg.generic that reads x[offset + i * stride].
static Value gathered(Site &site, const ExtractSlice &op) {
  llvm::SmallVector<Value> offsets, strides;
  for (size_t dim = 0; dim < op.offsets.size(); ++dim) {
    offsets.push_back(site.scope.index(op.offsets[dim]));
    strides.push_back(op.strides[dim] == 1 ? Value() : site.scope.index(op.strides[dim]));
  }
  const auto rank = static_cast<int64_t>(op.offsets.size());
  const std::vector<int64_t> kept = otherDims(rank, op.dropped);
  return site.extracting(site.operands[0], site.scope.empty(site.result()),
                         [&](ImplicitLocOpBuilder &inner, llvm::ArrayRef<Value> at) {
                           llvm::SmallVector<Value> place(offsets);
                           for (size_t i = 0; i < kept.size(); ++i) {
                             const auto dim = static_cast<size_t>(kept[i]);
                             Value steps = at[i];
                             if (strides[dim])
                               steps = arith::MulIOp::create(inner, steps, strides[dim]);
                             place[dim] = arith::AddIOp::create(inner, offsets[dim], steps);
                           }
                           return place;
                         });
}

Results emitOp(Site &site, const ExtractSlice &op) {
  if (site.node.spelling == Spelling::Extract)
    return {gathered(site, op)};
  return {
      extracted(site.scope, site.operands[0], site.result(), {op.offsets, op.sizes, op.strides})};
}

Results emitOp(Site &site, const InsertSlice &op) {
  std::vector<Dim> sizes = site.types()[0].dims;
  for (int64_t dim : op.dropped)
    sizes.insert(sizes.begin() + dim, Dim(1));
  return {
      inserted(site.scope, site.operands[0], site.operands[1], {op.offsets, sizes, op.strides})};
}

/// insert_slice after insert_slice into something empty.
static Value insertedOneByOne(Site &site, const Concat &op) {
  Value joined = site.scope.empty(site.result());
  const auto rank = static_cast<size_t>(site.result().rank());
  SliceOf slice{std::vector<Dim>(rank), {}, std::vector<int64_t>(rank, 1)};
  Dim &offset = slice.offsets[static_cast<size_t>(op.dim)];
  for (size_t i = 0; i < site.operands.size(); ++i) {
    slice.sizes = site.types()[i].dims;
    joined = inserted(site.scope, site.operands[i], joined, slice);
    offset = offset + slice.sizes[static_cast<size_t>(op.dim)];
  }
  return joined;
}

Results emitOp(Site &site, const Concat &op) {
  if (site.node.spelling == Spelling::Primitives)
    return {insertedOneByOne(site, op)};
  // Upstream lowers a concat to insert_slices, which it rejects where they are seen to be empty.
  llvm::SmallVector<Value> parts(site.operands);
  llvm::erase_if(parts, [&](Value part) {
    return cast<RankedTensorType>(part.getType()).getDimSize(static_cast<unsigned>(op.dim)) == 0;
  });
  if (parts.empty() || llvm::is_contained(site.resultType().getShape(), 0))
    return {site.scope.empty(site.result())};
  Value joined = tensor::ConcatOp::create(site.b, op.dim, parts);
  return {site.scope.as(joined, site.result())};
}

Results emitOp(Site &site, const Pad &op) {
  Scope &scope = site.scope;
  Attribute scalar = number(site.resultElement(), op.value);
  if (site.node.spelling == Spelling::Primitives) {
    SliceOf slice{op.low, site.types()[0].dims, std::vector<int64_t>(op.low.size(), 1)};
    return {inserted(scope, site.operands[0], site.filled(site.result(), scalar), slice)};
  }
  Value value = constant(site.b, site.resultElement(), scalar);
  Value padded = tensor::PadOp::create(site.b, mlir::Type(), site.operands[0],
                                       scope.extents(op.low), scope.extents(op.high), value);
  return {scope.as(padded, site.result())};
}

} // namespace assay::emission
