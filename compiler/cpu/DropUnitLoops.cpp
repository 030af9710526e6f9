#include "compiler/cpu/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_DROPUNITLOOPSPASS
#include "compiler/cpu/Passes.h.inc"

namespace {

/// The slice that `operand` is, if it has all dims of what it is cut from; else null.
memref::SubViewOp sliceOfSameRank(Value operand) {
  auto slice = operand.getDefiningOp<memref::SubViewOp>();
  return slice && slice.getSourceType().getRank() == slice.getType().getRank() ? slice : nullptr;
}

/// The slice that `operand` is, with its static extents in the type and without the dims that
/// `unit` says have extent 1.
Value dropDims(Value operand, const llvm::SmallBitVector &unit, RewriterBase &rewriter) {
  auto type = cast<MemRefType>(operand.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0)),
      strides(type.getRank(), rewriter.getIndexAttr(1)), sizes;
  if (memref::SubViewOp slice = sliceOfSameRank(operand)) {
    offsets = slice.getMixedOffsets();
    sizes = slice.getMixedSizes();
    strides = slice.getMixedStrides();
    operand = slice.getSource();
  } else {
    sizes = memref::getMixedSizes(rewriter, operand.getLoc(), operand);
  }
  SmallVector<int64_t> shape;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    // Another operand may be the one that says so.
    const std::optional<int64_t> constant = unit.test(dim) ? 1 : getConstantIntValue(size);
    if (constant)
      size = rewriter.getIndexAttr(*constant);
    if (!unit.test(dim))
      shape.push_back(constant.value_or(ShapedType::kDynamic));
  }
  MemRefType reduced = memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(operand.getType()), offsets, sizes, strides);
  return memref::SubViewOp::create(rewriter, operand.getLoc(), reduced, operand, offsets, sizes,
                                   strides);
}

/// Whether dim `dim` of `operand` is known to have extent 1: by its type, or by what makes it.
bool isUnit(Value operand, int64_t dim, RewriterBase &rewriter) {
  const OpFoldResult size = memref::getMixedSize(rewriter, operand.getLoc(), operand, dim);
  const bool is = getConstantIntValue(size) == 1;
  if (auto value = dyn_cast<Value>(size); value && value.use_empty())
    rewriter.eraseOp(value.getDefiningOp());
  return is;
}

/// Whether the type says that there are no elements.
bool isEmpty(OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

/// Loops that have one iteration by what any operand says, if each operand is indexed by loops
/// alone. None of an op on nothing: upstream's verifier rejects slices of that. Of others none may
/// be forgotten: if a slice drops one unit dim and keeps another, upstream may take it to have
/// dropped the other, and its sizes for those of other dims (mlir-dropped-dims).
llvm::SmallBitVector unitLoops(linalg::GenericOp op, RewriterBase &rewriter) {
  llvm::SmallBitVector unit(op.getNumLoops());
  if (!op.hasPureBufferSemantics() ||
      !llvm::all_of(op.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isProjectedPermutation(); }) ||
      llvm::any_of(op->getOpOperands(), isEmpty))
    return unit;
  rewriter.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isa<MemRefType>(operand.get().getType()))
      for (auto [dim, place] : llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults()))
        if (isUnit(operand.get(), static_cast<int64_t>(dim), rewriter))
          unit.set(cast<AffineDimExpr>(place).getPosition());
  return unit;
}

/// `map` over the loops that stay, with results for those dims that do.
AffineMap withoutLoops(AffineMap map, ArrayRef<int64_t> newLoop, unsigned loops) {
  SmallVector<AffineExpr> results;
  for (AffineExpr result : map.getResults())
    if (int64_t loop = newLoop[cast<AffineDimExpr>(result).getPosition()]; loop >= 0)
      results.push_back(getAffineDimExpr(loop, map.getContext()));
  return AffineMap::get(loops, 0, results, map.getContext());
}

void drop(linalg::GenericOp op, const llvm::SmallBitVector &unit, RewriterBase &rewriter) {
  rewriter.setInsertionPoint(op);
  SmallVector<int64_t> newLoop(op.getNumLoops(), -1);
  SmallVector<utils::IteratorType> iterators;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (!unit.test(loop)) {
      newLoop[loop] = static_cast<int64_t>(iterators.size());
      iterators.push_back(kind);
    }
  SmallVector<AffineMap> maps;
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    llvm::SmallBitVector unitDims(map.getNumResults());
    for (auto [dim, result] : llvm::enumerate(map.getResults()))
      unitDims[dim] = unit.test(cast<AffineDimExpr>(result).getPosition());
    maps.push_back(withoutLoops(map, newLoop, iterators.size()));
    const bool isBuffer = isa<MemRefType>(operand.get().getType());
    operands.push_back(isBuffer ? dropDims(operand.get(), unitDims, rewriter) : operand.get());
  }
  const auto inputs = static_cast<size_t>(op.getNumDpsInputs());
  ValueRange all(operands);
  auto reduced = linalg::GenericOp::create(rewriter, op.getLoc(), all.take_front(inputs),
                                           all.drop_front(inputs), maps, iterators);
  rewriter.inlineRegionBefore(op.getRegion(), reduced.getRegion(), reduced.getRegion().end());
  for (linalg::IndexOp index :
       llvm::make_early_inc_range(reduced.getBody()->getOps<linalg::IndexOp>())) {
    rewriter.setInsertionPoint(index);
    if (int64_t loop = newLoop[index.getDim()]; loop >= 0)
      rewriter.replaceOpWithNewOp<linalg::IndexOp>(index, loop);
    else
      rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(index, 0);
  }
  rewriter.eraseOp(op);
}

struct DropUnitLoopsPass : impl::DropUnitLoopsPassBase<DropUnitLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](linalg::GenericOp op) {
      if (llvm::SmallBitVector unit = unitLoops(op, rewriter); unit.any())
        drop(op, unit, rewriter);
    });
  }
};

} // namespace

} // namespace assay
