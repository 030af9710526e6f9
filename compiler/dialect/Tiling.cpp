#include "compiler/dialect/Tiling.h"

#include "compiler/dialect/Assay.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>
#include <mlir/Interfaces/LoopLikeInterface.h>
#include <mlir/Interfaces/ValueBoundsOpInterface.h>
#include <mlir/Interfaces/ViewLikeInterface.h>

using namespace mlir;

namespace assay::ir {

using Sizes = SmallVector<OpFoldResult>;

static int64_t rankOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getRank(); }

static bool isTensor(Value value) { return isa<RankedTensorType>(value.getType()); }

static Value slice(OpBuilder &b, Location loc, Value tensor, ArrayRef<OpFoldResult> offsets,
                   ArrayRef<OpFoldResult> sizes) {
  const Sizes ones(offsets.size(), b.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(b, loc, tensor, offsets, sizes, ones);
}

static OpFoldResult times(OpBuilder &b, Location loc, OpFoldResult value, int64_t factor) {
  return factor == 1 ? value
                     : affine::makeComposedFoldedAffineApply(b, loc, b.getAffineDimExpr(0) * factor,
                                                             {value});
}

Tiling::Dims Tiling::dimsOf(unsigned whole, unsigned looped, unsigned first) {
  Dims dims(whole);
  for (unsigned loop = first; loop < first + looped; ++loop)
    dims.push_back({.loop = loop});
  return dims;
}

Tiling::Tiling(DestinationStyleOpInterface op) : op(op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case<SortOp, SortIndicesOp, TopkOp, ScanOp, OneHotOp>(
          [&](auto lines) { addLines(static_cast<int64_t>(lines.getDim())); })
      .Case([&](ScatterOp scatter) {
        addLines(static_cast<int64_t>(scatter.getDim()), /*mayBeShorter=*/true);
      })
      .Case([&](GatherOp gather) { addGather(static_cast<int64_t>(gather.getDim())); })
      .Case([&](GatherNdOp) { addGatherNd(); })
      .Case([&](ScatterNdOp) { addScatterNd(); })
      .Case(
          [&](AttentionOp attention) { addAttention(static_cast<int64_t>(attention.getGroup())); });
}

/// Operands of the destinations' rank have their lines along the same dim, and those of one dim
/// less have an element for each line.
void Tiling::addLines(int64_t dim, bool mayBeShorter) {
  const int64_t rank = rankOf(op.getDpsInitOperand(0)->get());
  loops = static_cast<unsigned>(rank - 1);
  for (OpOperand &operand : op->getOpOperands()) {
    Dims dims;
    if (isTensor(operand.get())) {
      dims = dimsOf(0, loops);
      if (!op.isDpsInit(&operand))
        for (Dim &each : dims)
          each.mayBeShorter = mayBeShorter;
      if (rankOf(operand.get()) == rank)
        dims.insert(dims.begin() + dim, Dim());
    }
    operands.push_back(dims);
  }
}

void Tiling::addGather(int64_t dim) {
  auto gather = cast<GatherOp>(op.getOperation());
  const auto from = cast<RankedTensorType>(gather.getInput().getType()).getShape(),
             to = cast<RankedTensorType>(gather.getInit().getType()).getShape();
  loops = static_cast<unsigned>(to.size());
  Dims input = dimsOf(0, loops);
  for (auto [each, extent, taken] : llvm::zip_equal(input, from, to))
    each.mayBeLonger = extent != taken || ShapedType::isDynamic(extent);
  input[static_cast<size_t>(dim)] = {};
  operands = {input, dimsOf(0, loops), dimsOf(0, loops)};
}

void Tiling::addGatherNd() {
  auto gather = cast<GatherNdOp>(op.getOperation());
  const auto depth = static_cast<unsigned>(
      cast<RankedTensorType>(gather.getIndices().getType()).getShape().back());
  const auto leading = static_cast<unsigned>(rankOf(gather.getIndices()) - 1),
             rest = static_cast<unsigned>(rankOf(gather.getInput())) - depth;
  loops = leading + rest;
  Dims indices = dimsOf(0, leading);
  indices.push_back({});
  operands = {dimsOf(depth, rest, leading), indices, dimsOf(0, loops)};
}

void Tiling::addScatterNd() {
  auto scatter = cast<ScatterNdOp>(op.getOperation());
  const auto depth = static_cast<unsigned>(
      cast<RankedTensorType>(scatter.getIndices().getType()).getShape().back());
  const auto leading = static_cast<unsigned>(rankOf(scatter.getIndices()) - 1);
  loops = static_cast<unsigned>(rankOf(scatter.getInit())) - depth;
  operands = {Dims(leading + 1), dimsOf(leading, loops), dimsOf(depth, loops)};
}

void Tiling::addAttention(int64_t group) {
  auto attention = cast<AttentionOp>(op.getOperation());
  const auto rank = static_cast<unsigned>(rankOf(attention.getQuery())), batch = rank - 2;
  loops = rank;
  const Dims key = dimsOf(0, batch);
  Dims query = key;
  if (batch > 0)
    query.back().factor = group;
  auto with = [](Dims dims, std::optional<unsigned> rows, std::optional<unsigned> cols) {
    dims.push_back({.loop = rows});
    dims.push_back({.loop = cols});
    return dims;
  };
  operands = {with(query, batch, std::nullopt), with(key, std::nullopt, std::nullopt),
              with(key, std::nullopt, batch + 1)};
  if (attention.getMask())
    operands.push_back(with(query, batch, std::nullopt));
  if (attention.getFirstRow())
    operands.emplace_back();
  operands.push_back(with(query, batch, batch + 1));
}

unsigned Tiling::placeOfInit(unsigned result) const {
  return op.getDpsInitOperand(result)->getOperandNumber();
}

SmallVector<utils::IteratorType> Tiling::iterators() const {
  return SmallVector<utils::IteratorType>(loops, utils::IteratorType::parallel);
}

bool Tiling::maySplit(unsigned loop) const {
  // Rows and columns of attention are one dim each, as are the indices along a gather's.
  if (auto attention = dyn_cast<AttentionOp>(op.getOperation());
      attention && static_cast<int64_t>(loop) >= rankOf(attention.getQuery()) - 2)
    return false;
  if (auto gather = dyn_cast<GatherOp>(op.getOperation()); gather && gather.getDim() == loop)
    return false;
  SmallVector<int64_t> extents;
  bool mayDiffer = false;
  for (auto [operand, dims] : llvm::zip_equal(op->getOperands(), operands))
    for (auto [i, dim] : llvm::enumerate(dims))
      if (dim.loop == loop) {
        extents.push_back(
            cast<RankedTensorType>(operand.getType()).getDimSize(static_cast<int64_t>(i)));
        mayDiffer |= dim.mayBeShorter || dim.mayBeLonger;
        if (dim.factor != 1)
          return false;
      }
  return !mayDiffer || (llvm::all_equal(extents) && !ShapedType::isDynamic(extents.front()));
}

SmallVector<Range> Tiling::domain(OpBuilder &b) const {
  SmallVector<Range> ranges(loops);
  const unsigned place = placeOfInit(0);
  const Sizes extents = tensor::getMixedSizes(b, op.getLoc(), op->getOperand(place));
  for (auto [dim, extent] : llvm::zip_equal(operands[place], extents))
    if (dim.loop) {
      const OpFoldResult count =
          dim.factor == 1
              ? extent
              : affine::makeComposedFoldedAffineApply(
                    b, op.getLoc(), b.getAffineDimExpr(0).floorDiv(dim.factor), {extent});
      ranges[*dim.loop] = {b.getIndexAttr(0), count, b.getIndexAttr(1)};
    }
  return ranges;
}

bool isWholeAlong(Value tensor, size_t dim, OpFoldResult size) {
  return ValueBoundsConstraintSet::areEqual(size, {tensor, static_cast<int64_t>(dim)})
      .value_or(false);
}

/// Whether a part of an extent is seen to have elements of fewer groups of so many. Where in a
/// group it begins may not be known.
static bool hasFewerGroups(OpFoldResult offset, OpFoldResult size, int64_t extent, int64_t group) {
  const std::optional<int64_t> count = getConstantIntValue(size),
                               first = getConstantIntValue(offset);
  if (!count)
    return false;
  if (ShapedType::isDynamic(extent))
    return first.has_value();
  const int64_t latest = first ? *first % group : group - 1;
  return llvm::divideCeilSigned(latest + *count, group) < extent / group;
}

bool Tiling::isCutAlongLoops(unsigned result, ArrayRef<OpFoldResult> offsets,
                             ArrayRef<OpFoldResult> sizes) const {
  const unsigned place = placeOfInit(result);
  Value init = op->getOperand(place);
  auto type = cast<RankedTensorType>(init.getType());
  return llvm::any_of(llvm::enumerate(operands[place]), [&](const auto &each) {
    const auto &[i, dim] = each;
    if (!dim.loop)
      return false;
    return dim.factor == 1 ? !isWholeAlong(init, i, sizes[i])
                           : hasFewerGroups(offsets[i], sizes[i],
                                            type.getDimSize(static_cast<int64_t>(i)), dim.factor);
  });
}

bool Tiling::isWholeElsewhere(unsigned result, ArrayRef<int64_t> sizes) const {
  const unsigned place = placeOfInit(result);
  auto shape = cast<RankedTensorType>(op->getOperand(place).getType()).getShape();
  return llvm::all_of(llvm::zip_equal(operands[place], sizes, shape), [](auto each) {
    auto [dim, size, extent] = each;
    return dim.loop || (size == extent && !ShapedType::isDynamic(size));
  });
}

/// Of the tile, what an operand that ends earlier has.
static std::pair<OpFoldResult, OpFoldResult> cut(OpBuilder &b, Location loc, OpFoldResult offset,
                                                 OpFoldResult size, OpFoldResult extent) {
  MLIRContext *context = b.getContext();
  const AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1),
                   d2 = b.getAffineDimExpr(2);
  const OpFoldResult first = affine::makeComposedFoldedAffineMin(
      b, loc, AffineMap::get(2, 0, {d0, d1}, context), {offset, extent});
  const OpFoldResult end = affine::makeComposedFoldedAffineMin(
      b, loc, AffineMap::get(3, 0, {d0 + d1, d2}, context), {offset, size, extent});
  return {first, affine::makeComposedFoldedAffineApply(b, loc, d1 - d0, {first, end})};
}

Tiling::Part Tiling::partOf(OpBuilder &b, unsigned operand, ArrayRef<OpFoldResult> offsets,
                            ArrayRef<OpFoldResult> sizes) const {
  const Location loc = op.getLoc();
  Value tensor = op->getOperand(operand), init = op->getOperand(placeOfInit(0));
  const auto shape = cast<RankedTensorType>(tensor.getType()).getShape();
  Part part;
  for (auto [i, dim] : llvm::enumerate(operands[operand])) {
    const auto place = static_cast<int64_t>(i);
    if (!dim.loop) {
      part.offsets.push_back(b.getIndexAttr(0));
      part.sizes.push_back(tensor::getMixedSize(b, loc, tensor, place));
      continue;
    }
    OpFoldResult offset = times(b, loc, offsets[*dim.loop], dim.factor),
                 size = times(b, loc, sizes[*dim.loop], dim.factor);
    // Such operands have the rank of the destination.
    const bool isShorter =
        dim.mayBeShorter && (ShapedType::isDynamic(shape[i]) ||
                             shape[i] != cast<RankedTensorType>(init.getType()).getDimSize(place));
    if (isShorter)
      std::tie(offset, size) =
          cut(b, loc, offset, size, tensor::getMixedSize(b, loc, tensor, place));
    part.offsets.push_back(offset);
    part.sizes.push_back(size);
  }
  return part;
}

/// Whether constants say that the part of an extent has elements, and none behind its end.
static bool isInBounds(int64_t extent, std::optional<int64_t> offset, std::optional<int64_t> size,
                       bool isCut) {
  if (size == 0 || extent == 0)
    return false;
  if (ShapedType::isDynamic(extent) || !offset)
    return true;
  return *offset < extent && (isCut || !size || *offset + *size <= extent);
}

FailureOr<TilingResult> Tiling::tiled(OpBuilder &b, ArrayRef<OpFoldResult> offsets,
                                      ArrayRef<OpFoldResult> sizes) const {
  for (auto [tensor, dims] : llvm::zip_equal(op->getOperands(), operands))
    for (auto [i, dim] : llvm::enumerate(dims)) {
      auto scaled = [&](ArrayRef<OpFoldResult> of) -> std::optional<int64_t> {
        const auto constant = getConstantIntValue(of[*dim.loop]);
        return constant ? std::optional(*constant * dim.factor) : std::nullopt;
      };
      const int64_t extent =
          cast<RankedTensorType>(tensor.getType()).getDimSize(static_cast<int64_t>(i));
      if (!isInBounds(extent, dim.loop ? scaled(offsets) : 0, dim.loop ? scaled(sizes) : 1,
                      dim.mayBeShorter))
        return failure();
    }
  const Location loc = op.getLoc();
  SmallVector<Value> onTileOperands;
  SmallVector<Operation *> slices;
  SmallVector<Type> results;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isTensor(operand.get())) {
      onTileOperands.push_back(operand.get());
      continue;
    }
    const Part part = partOf(b, operand.getOperandNumber(), offsets, sizes);
    Value tile = slice(b, loc, operand.get(), part.offsets, part.sizes);
    onTileOperands.push_back(tile);
    slices.push_back(tile.getDefiningOp());
    if (op.isDpsInit(&operand))
      results.push_back(tile.getType());
  }
  Operation *onTile = clone(b, op, results, onTileOperands);
  if (auto attention = dyn_cast<AttentionOp>(onTile); attention && attention.getCausal())
    moveRows(b, onTile, offsets[loops - 2]);
  return TilingResult{{onTile}, SmallVector<Value>(onTile->getResults()), slices};
}

/// The rows of a tile of causal attention are counted from where they were.
void Tiling::moveRows(OpBuilder &b, Operation *onTile, OpFoldResult offset) const {
  if (isZeroInteger(offset))
    return;
  auto attention = cast<AttentionOp>(onTile);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPoint(onTile);
  OpFoldResult first = offset;
  if (Value before = attention.getFirstRow())
    first = affine::makeComposedFoldedAffineApply(
        b, op.getLoc(), b.getAffineDimExpr(0) + b.getAffineDimExpr(1), {before, offset});
  attention.getFirstRowMutable().assign(getValueOrCreateConstantIndexOp(b, op.getLoc(), first));
}

void Tiling::placeInResult(OpBuilder &b, unsigned result, ArrayRef<OpFoldResult> offsets,
                           ArrayRef<OpFoldResult> sizes, Sizes &resultOffsets,
                           Sizes &resultSizes) const {
  Part part = partOf(b, placeOfInit(result), offsets, sizes);
  resultOffsets = std::move(part.offsets);
  resultSizes = std::move(part.sizes);
}

void Tiling::tileAround(OpBuilder &b, unsigned result, ArrayRef<OpFoldResult> resultOffsets,
                        ArrayRef<OpFoldResult> resultSizes, SmallVectorImpl<OpFoldResult> &offsets,
                        SmallVectorImpl<OpFoldResult> &sizes) const {
  offsets.assign(loops, b.getIndexAttr(0));
  sizes.assign(loops, b.getIndexAttr(1));
  for (auto [i, dim] : llvm::enumerate(operands[placeOfInit(result)])) {
    if (!dim.loop)
      continue;
    offsets[*dim.loop] = resultOffsets[i];
    sizes[*dim.loop] = resultSizes[i];
    if (dim.factor == 1)
      continue;
    const AffineExpr d0 = b.getAffineDimExpr(0), d1 = b.getAffineDimExpr(1);
    const AffineExpr first = d0.floorDiv(dim.factor), end = (d0 + d1).ceilDiv(dim.factor);
    offsets[*dim.loop] =
        affine::makeComposedFoldedAffineApply(b, op.getLoc(), first, {resultOffsets[i]});
    sizes[*dim.loop] = affine::makeComposedFoldedAffineApply(b, op.getLoc(), end - first,
                                                             {resultOffsets[i], resultSizes[i]});
  }
}

FailureOr<TilingResult> Tiling::tileOfResult(OpBuilder &b, unsigned result,
                                             ArrayRef<OpFoldResult> resultOffsets,
                                             ArrayRef<OpFoldResult> resultSizes) const {
  if (llvm::any_of(resultSizes, isZeroInteger))
    return failure();
  Sizes offsets, sizes;
  tileAround(b, result, resultOffsets, resultSizes, offsets, sizes);
  FailureOr<TilingResult> tile = tiled(b, offsets, sizes);
  if (failed(tile))
    return failure();
  Sizes within;
  for (auto [dim, offset] : llvm::zip_equal(operands[placeOfInit(result)], resultOffsets)) {
    if (!dim.loop)
      within.push_back(offset);
    else if (dim.factor == 1)
      within.push_back(b.getIndexAttr(0));
    else
      within.push_back(affine::makeComposedFoldedAffineApply(
          b, op.getLoc(), b.getAffineDimExpr(0) % dim.factor, {offset}));
  }
  Value part = slice(b, op.getLoc(), tile->tiledValues[result], within, resultSizes);
  tile->tiledValues = {part};
  return tile;
}

/// What loops over tiles fill has the extents of the tensor that they begin with: what they carry
/// cannot be asked while they are just being replaced.
static Value begunWith(Value tensor) {
  while (true) {
    if (auto insert = tensor.getDefiningOp<tensor::InsertSliceOp>()) {
      tensor = insert.getDest();
      continue;
    }
    auto carried = dyn_cast<BlockArgument>(tensor);
    auto loop =
        carried ? dyn_cast<LoopLikeOpInterface>(carried.getOwner()->getParentOp()) : nullptr;
    OpOperand *init = loop ? loop.getTiedLoopInit(carried) : nullptr;
    if (!init)
      return tensor;
    tensor = init->get();
  }
}

LogicalResult Tiling::tileOfOperands(OpBuilder &b, ArrayRef<unsigned> places,
                                     ArrayRef<Sizes> operandOffsets, ArrayRef<Sizes> operandSizes,
                                     SmallVectorImpl<OpFoldResult> &offsets,
                                     SmallVectorImpl<OpFoldResult> &sizes) const {
  SmallVector<Range> ranges = domain(b);
  SmallVector<bool> isSet(loops, false);
  for (auto [place, tileOffsets, tileSizes] :
       llvm::zip_equal(places, operandOffsets, operandSizes)) {
    Value tensor = begunWith(op->getOperand(place));
    for (auto [i, dim] : llvm::enumerate(operands[place])) {
      const bool isWhole = isZeroInteger(tileOffsets[i]) && isWholeAlong(tensor, i, tileSizes[i]);
      if (!dim.loop || dim.factor != 1 || dim.mayBeLonger) {
        // Heads of a group, or what lies behind the last index, may not be cut apart.
        if (!isWhole)
          return failure();
        continue;
      }
      Range &range = ranges[*dim.loop];
      const bool agrees = isEqualConstantIntOrValue(range.offset, tileOffsets[i]) &&
                          isEqualConstantIntOrValue(range.size, tileSizes[i]);
      if (isSet[*dim.loop] && !agrees)
        return failure();
      isSet[*dim.loop] = true;
      range.offset = tileOffsets[i];
      range.size = tileSizes[i];
    }
  }
  for (const Range &range : ranges) {
    offsets.push_back(range.offset);
    sizes.push_back(range.size);
  }
  return success();
}

size_t loopsOfProducts(AttentionOp op) {
  return static_cast<size_t>(rankOf(op.getQuery())) + 1 + (op.getGroup() > 1 ? 1 : 0);
}

std::optional<Tiling> tilingOf(Operation *op) {
  if (!isa<AssayDialect>(op->getDialect()) || !isa<TilingInterface>(op))
    return std::nullopt;
  return Tiling(cast<DestinationStyleOpInterface>(op));
}

} // namespace assay::ir
