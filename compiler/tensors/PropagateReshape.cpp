#include "compiler/builders/GreedyPatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/dialect/Tiling.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PROPAGATERESHAPEPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// The dims that come in place of one.
struct Split {
  SmallVector<int64_t> shape;
  SmallVector<OpFoldResult> sizes;

  /// Whether this dim, of that extent as far as its type says, can be these; what its type says of
  /// them is then known. Not if it would have to be computed.
  bool agreesWith(int64_t extent) {
    if (llvm::is_contained(shape, 0))
      return false; // nobody knows what the others are
    int64_t known = 1;
    for (int64_t each : shape)
      known *= ShapedType::isDynamic(each) ? 1 : each;
    const auto unknown = llvm::count_if(shape, ShapedType::isDynamic);
    if (ShapedType::isDynamic(extent))
      return true;
    if (unknown == 0)
      return known == extent;
    if (unknown > 1 || extent == 0 || extent % known != 0)
      return false;
    *llvm::find_if(shape, ShapedType::isDynamic) = extent / known;
    return true;
  }
};

RankedTensorType typeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()); }

Value castTo(OpBuilder &b, Location loc, Value tensor, RankedTensorType type) {
  return tensor.getType() == type ? tensor
                                  : tensor::CastOp::create(b, loc, type, tensor).getResult();
}

/// An op of the dialect in which several loops come in place of some.
class SplitLoops {
public:
  SplitLoops(DestinationStyleOpInterface op, const ir::Tiling &tiling)
      : op(op), tiling(tiling), splits(tiling.iterators().size()) {}

  /// Splits those loops that dims of the operand go with that are groups of dims of `wide`. Fails
  /// if the op needs such a dim as one, or there is none.
  LogicalResult add(unsigned operand, ArrayRef<ReassociationIndices> groups,
                    RankedTensorType wide) {
    bool splitsAny = false;
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (group.size() == 1)
        continue;
      const std::optional<unsigned> loop = tiling.loopOf(operand, static_cast<int64_t>(dim));
      if (!loop || !tiling.maySplit(*loop))
        return failure();
      Split &split = splits[*loop].emplace();
      for (int64_t inner : group)
        split.shape.push_back(wide.getDimSize(inner));
      splitsAny = true;
    }
    return success(splitsAny && agree());
  }

  /// Then says which sizes the dims of `wide` have.
  void setSizes(unsigned operand, ArrayRef<ReassociationIndices> groups,
                ArrayRef<OpFoldResult> sizes) {
    Builder b(op.getContext());
    for (auto [dim, group] : llvm::enumerate(groups)) {
      if (group.size() == 1)
        continue;
      Split &split = *splits[*tiling.loopOf(operand, static_cast<int64_t>(dim))];
      for (auto [inner, extent] : llvm::zip_equal(group, split.shape))
        split.sizes.push_back(ShapedType::isDynamic(extent) ? sizes[static_cast<size_t>(inner)]
                                                            : b.getIndexAttr(extent));
    }
  }

  /// The op, built where the builder is.
  Operation *build(OpBuilder &b) const {
    SmallVector<Value> operands;
    SmallVector<Type> results;
    for (OpOperand &operand : op->getOpOperands()) {
      operands.push_back(isa<RankedTensorType>(operand.get().getType()) ? wide(operand, b)
                                                                        : operand.get());
      if (op.isDpsInit(&operand))
        results.push_back(operands.back().getType());
    }
    Operation *made = clone(b, op, results, operands);
    if (auto dim = op->getAttrOfType<IntegerAttr>("dim")) {
      int64_t place = 0;
      for (int64_t before = 0; before < dim.getInt(); ++before)
        place += static_cast<int64_t>(widthOf(firstInit(), before));
      made->setAttr("dim", b.getI64IntegerAttr(place));
    }
    return made;
  }

  /// A result of the op as it was before, of what the one that was built makes.
  Value narrow(OpBuilder &b, OpResult result, Value made) const {
    const unsigned place = op.getTiedOpOperand(result)->getOperandNumber();
    Value collapsed = tensor::CollapseShapeOp::create(b, op.getLoc(), made, groupsOf(place));
    return castTo(b, op.getLoc(), collapsed, typeOf(result));
  }

private:
  unsigned firstInit() const { return op.getDpsInitOperand(0)->getOperandNumber(); }

  const Split *splitOf(unsigned operand, int64_t dim) const {
    const std::optional<unsigned> loop = tiling.loopOf(operand, dim);
    return loop && splits[*loop] ? &*splits[*loop] : nullptr;
  }

  /// How many dims come in place of one.
  size_t widthOf(unsigned operand, int64_t dim) const {
    const Split *split = splitOf(operand, dim);
    return split ? split->shape.size() : 1;
  }

  SmallVector<ReassociationIndices> groupsOf(unsigned operand) const {
    SmallVector<ReassociationIndices> groups;
    int64_t next = 0;
    for (int64_t dim = 0; dim < typeOf(op->getOperand(operand)).getRank(); ++dim) {
      ReassociationIndices &group = groups.emplace_back();
      for (size_t i = 0; i < widthOf(operand, dim); ++i)
        group.push_back(next++);
    }
    return groups;
  }

  /// Whether all operands' types agree with the splits, which then have what these say.
  bool agree() {
    for (OpOperand &operand : op->getOpOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          if (const auto loop = tiling.loopOf(operand.getOperandNumber(), dim);
              loop && splits[*loop] && !splits[*loop]->agreesWith(type.getDimSize(dim)))
            return false;
    return true;
  }

  /// An operand with the dims that come in place of its own.
  Value wide(OpOperand &operand, OpBuilder &b) const {
    const RankedTensorType type = typeOf(operand.get());
    SmallVector<int64_t> shape, collapsed;
    SmallVector<OpFoldResult> sizes;
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      const Split *split = splitOf(operand.getOperandNumber(), dim);
      collapsed.push_back(type.getDimSize(dim));
      if (split) {
        llvm::append_range(shape, split->shape);
        llvm::append_range(sizes, split->sizes);
        int64_t product = 1;
        for (int64_t each : split->shape)
          product = ShapedType::isDynamic(each) || ShapedType::isDynamic(product)
                        ? ShapedType::kDynamic
                        : product * each;
        collapsed.back() = product;
      } else {
        shape.push_back(type.getDimSize(dim));
        sizes.push_back(tensor::getMixedSize(b, op.getLoc(), operand.get(), dim));
      }
    }
    if (shape.size() == static_cast<size_t>(type.getRank()))
      return operand.get();
    const auto wideType = type.clone(shape);
    const SmallVector<ReassociationIndices> groups = groupsOf(operand.getOperandNumber());
    if (operand.get().getDefiningOp<tensor::EmptyOp>())
      return tensor::EmptyOp::create(b, op.getLoc(), sizes, type.getElementType());
    if (auto collapse = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
        collapse && collapse.getReassociationIndices() == groups &&
        succeeded(verifyCompatibleShape(collapse.getSrcType(), wideType)))
      return castTo(b, op.getLoc(), collapse.getSrc(), wideType);
    Value known = castTo(b, op.getLoc(), operand.get(), type.clone(collapsed));
    return tensor::ExpandShapeOp::create(b, op.getLoc(), wideType, known, groups, sizes);
  }

  mutable DestinationStyleOpInterface op;
  const ir::Tiling &tiling;
  SmallVector<std::optional<Split>> splits;
};

/// The loops of an op that more of them may come in place of.
std::optional<ir::Tiling> splittable(Operation *op) {
  return ir::AssayDialect::isConfigured(op) ? std::nullopt : ir::tilingOf(op);
}

/// A collapse of what an op reads comes behind it.
struct ReaderOfCollapse : RewritePattern {
  explicit ReaderOfCollapse(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    const std::optional<ir::Tiling> tiling = splittable(op);
    if (!tiling)
      return failure();
    for (OpOperand &operand : op->getOpOperands()) {
      auto collapse = operand.get().getDefiningOp<tensor::CollapseShapeOp>();
      if (!collapse)
        continue;
      SplitLoops split(cast<DestinationStyleOpInterface>(op), *tiling);
      const unsigned place = operand.getOperandNumber();
      const SmallVector<ReassociationIndices> groups = collapse.getReassociationIndices();
      // A scalar has no group for the dims that it lacks.
      if (groups.empty() || failed(split.add(place, groups, collapse.getSrcType())))
        continue;
      split.setSizes(place, groups,
                     tensor::getMixedSizes(rewriter, op->getLoc(), collapse.getSrc()));
      Operation *made = split.build(rewriter);
      SmallVector<Value> results;
      for (auto [before, after] : llvm::zip_equal(op->getResults(), made->getResults()))
        results.push_back(split.narrow(rewriter, before, after));
      rewriter.replaceOp(op, results);
      return success();
    }
    return failure();
  }
};

/// What is expanded of what an op makes is expanded ahead of it.
struct ExpandOfResult : OpRewritePattern<tensor::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExpandShapeOp op,
                                PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSrc());
    // In a loop the op would be done each time.
    if (!result || !result.getOwner()->hasOneUse() ||
        result.getOwner()->getBlock() != op->getBlock())
      return failure();
    const std::optional<ir::Tiling> tiling = splittable(result.getOwner());
    if (!tiling)
      return failure();
    auto owner = cast<DestinationStyleOpInterface>(result.getOwner());
    SplitLoops split(owner, *tiling);
    const unsigned place = owner.getTiedOpOperand(result)->getOperandNumber();
    const SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    if (failed(split.add(place, groups, op.getResultType())))
      return failure();
    split.setSizes(place, groups, op.getMixedOutputShape());
    Value made = split.build(rewriter)->getResult(result.getResultNumber());
    rewriter.replaceOp(op, castTo(rewriter, op.getLoc(), made, op.getResultType()));
    return success();
  }
};

struct PropagateReshapePass
    : GreedyPatternPass<PropagateReshapePass,
                        impl::PropagateReshapePassBase<PropagateReshapePass>> {
  static void populate(RewritePatternSet &set) {
    set.add<ReaderOfCollapse, ExpandOfResult>(set.getContext());
  }
};

} // namespace

} // namespace assay
