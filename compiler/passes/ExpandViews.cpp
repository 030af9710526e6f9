#include "compiler/passes/Passes.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Transforms/WalkPatternRewriteDriver.h>

using namespace mlir;

namespace assay {
namespace {

using FoldResults = SmallVector<OpFoldResult>;

OpFoldResult multiply(OpBuilder &b, Location loc, OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> constantX = getConstantIntValue(x), constantY = getConstantIntValue(y);
  if (constantX && constantY)
    return b.getIndexAttr(*constantX * *constantY);
  Value left = getValueOrCreateConstantIndexOp(b, loc, x);
  return arith::MulIOp::create(b, loc, left, getValueOrCreateConstantIndexOp(b, loc, y))
      .getResult();
}

OpFoldResult add(OpBuilder &b, Location loc, OpFoldResult x, OpFoldResult y) {
  std::optional<int64_t> constantX = getConstantIntValue(x), constantY = getConstantIntValue(y);
  if (constantX && constantY)
    return b.getIndexAttr(*constantX + *constantY);
  Value left = getValueOrCreateConstantIndexOp(b, loc, x);
  return arith::AddIOp::create(b, loc, left, getValueOrCreateConstantIndexOp(b, loc, y))
      .getResult();
}

/// Where the type says more than `values`, what it says.
FoldResults orStatic(OpBuilder &b, ArrayRef<int64_t> known, ArrayRef<OpFoldResult> values) {
  FoldResults result;
  for (auto [constant, value] : llvm::zip_equal(known, values))
    result.push_back(ShapedType::isDynamic(constant) ? value
                                                     : OpFoldResult(b.getIndexAttr(constant)));
  return result;
}

/// Sees the buffer of `view`'s source as `type`. Sizes, strides and offset as the type has them,
/// where it does; where the type has `?` a constant becomes a value, as the op's verifier asks.
void replaceWithCast(PatternRewriter &b, Operation *view, MemRefType type, Value base,
                     OpFoldResult offset, FoldResults sizes, FoldResults strides) {
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  auto asTyped = [&](ArrayRef<int64_t> known, ArrayRef<OpFoldResult> values) {
    FoldResults result = orStatic(b, known, values);
    for (auto [constant, value] : llvm::zip_equal(known, result))
      if (ShapedType::isDynamic(constant))
        value = getValueOrCreateConstantIndexOp(b, view->getLoc(), value);
    return result;
  };
  b.replaceOpWithNewOp<memref::ReinterpretCastOp>(view, type, base, asTyped(knownOffset, offset)[0],
                                                  asTyped(type.getShape(), sizes),
                                                  asTyped(knownStrides, strides));
}

/// memref.expand_shape with several dynamic dims in a group. Upstream's expand-strided-metadata
/// wants to derive the one unknown extent, and crashes where there are two.
struct ExpandShape : OpRewritePattern<memref::ExpandShapeOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::ExpandShapeOp op, PatternRewriter &b) const override {
    MemRefType type = op.getResultType();
    auto isAmbiguous = [&](const ReassociationIndices &group) {
      return llvm::count_if(group, [&](int64_t dim) { return type.isDynamicDim(dim); }) > 1;
    };
    SmallVector<ReassociationIndices> groups = op.getReassociationIndices();
    if (llvm::none_of(groups, isAmbiguous))
      return failure();
    auto source = memref::ExtractStridedMetadataOp::create(b, op.getLoc(), op.getSrc());
    FoldResults sizes = op.getMixedOutputShape(), strides(sizes.size());
    FoldResults outer = source.getConstifiedMixedStrides();
    for (auto [group, stride] : llvm::zip_equal(groups, outer))
      for (int64_t dim : llvm::reverse(group)) {
        strides[dim] = stride;
        stride = multiply(b, op.getLoc(), stride, sizes[dim]);
      }
    replaceWithCast(b, op, type, source.getBaseBuffer(), source.getConstifiedMixedOffset(), sizes,
                    strides);
    return success();
  }
};

/// A rank-reducing, strided memref.subview in which more dims have size 1 than are dropped.
/// Upstream looks for the strides of the result among those of the source, and crashes where it
/// finds none.
struct ExpandSubview : OpRewritePattern<memref::SubViewOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(memref::SubViewOp op, PatternRewriter &b) const override {
    ArrayRef<int64_t> sizes = op.getStaticSizes();
    auto dropped = static_cast<int64_t>(sizes.size()) - op.getType().getRank();
    bool isStrided =
        llvm::any_of(op.getStaticStrides(), [](int64_t stride) { return stride != 1; });
    if (dropped == 0 || !isStrided || llvm::count(sizes, 1) <= dropped)
      return failure();
    // Which of the unit dims goes does not matter: their only index is 0.
    auto mask = computeRankReductionMask(sizes, op.getType().getShape());
    if (!mask)
      return failure();
    Location loc = op.getLoc();
    auto source = memref::ExtractStridedMetadataOp::create(b, loc, op.getSource());
    OpFoldResult offset = source.getConstifiedMixedOffset();
    FoldResults offsets = op.getMixedOffsets(), steps = op.getMixedStrides();
    FoldResults keptSizes, keptStrides;
    for (auto [dim, stride] : llvm::enumerate(source.getConstifiedMixedStrides())) {
      offset = add(b, loc, offset, multiply(b, loc, offsets[dim], stride));
      if (mask->contains(dim))
        continue;
      keptSizes.push_back(op.getMixedSizes()[dim]);
      keptStrides.push_back(multiply(b, loc, steps[dim], stride));
    }
    replaceWithCast(b, op, op.getType(), source.getBaseBuffer(), offset, keptSizes, keptStrides);
    return success();
  }
};

struct ExpandViewsPass : PassWrapper<ExpandViewsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandViewsPass)

  StringRef getArgument() const override { return "assay-expand-views"; }
  StringRef getDescription() const override {
    return "Expand the views of buffers that expand-strided-metadata crashes on";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, memref::MemRefDialect>();
  }

  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    set.add<ExpandShape, ExpandSubview>(context);
    patterns = std::move(set);
    return success();
  }
  void runOnOperation() override { walkAndApplyPatterns(getOperation(), patterns); }

private:
  FrozenRewritePatternSet patterns;
};

} // namespace

std::unique_ptr<Pass> createExpandViewsPass() { return std::make_unique<ExpandViewsPass>(); }

} // namespace assay
