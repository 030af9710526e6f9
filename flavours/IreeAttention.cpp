#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/GroupedHeads.h"
#include "flavours/IreeOps.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

/// One attention op on its way to iree_linalg_ext.attention. Iteration dims: batch, rows m, columns
/// of the value d, depth k, keys n, the order in which IREE's own conversions write them.
class AttentionToIree {
public:
  AttentionToIree(ir::AttentionOp op, PatternRewriter &rewriter, const IreeSyntax &syntax)
      : op(op), b(op.getLoc(), rewriter), iree(b, syntax), heads(op) {}

  Value run() {
    const unsigned m = heads.queryBatch(), d = m + 1, k = m + 2, n = m + 3;
    Value query = heads.split(b, op.getQuery());
    mlir::Type element = elementType(query);
    Values inputs = {
        query, op.getKey(), op.getValue(),
        arith::ConstantOp::create(b, b.getFloatAttr(element, op.getScale().convertToDouble()))};
    llvm::SmallVector<AffineMap> maps = {map(heads.queryBatch(), {m, k}),
                                         map(heads.keyBatch(), {n, k}),
                                         map(heads.keyBatch(), {n, d}), map(0, {})};
    if (Value mask = wholeMask()) {
      inputs.push_back(mask);
      maps.push_back(map(heads.queryBatch(), {m, n}));
    }
    maps.push_back(map(heads.queryBatch(), {m, d}));
    NamedAttribute attribute = b.getNamedAttr("indexing_maps", b.getAffineMapArrayAttr(maps));
    Value made =
        iree.create("attention", inputs, heads.split(b, op.getInit()), attribute, b.getF32Type(),
                    [](ImplicitLocOpBuilder &, ValueRange e) { return e[0]; })[0];
    return heads.join(b, made, op.getInit().getType());
  }

private:
  AffineMap map(unsigned batch, llvm::ArrayRef<unsigned> more) {
    llvm::SmallVector<unsigned> targets = llvm::to_vector(llvm::seq(0u, batch));
    llvm::append_range(targets, more);
    return AffineMap::getMultiDimMapWithTargets(heads.queryBatch() + 4, targets, b.getContext());
  }

  /// The mask, with what `causal` removes; nothing if every key stays.
  Value wholeMask() {
    Value mask = op.getMask() ? heads.split(b, op.getMask()) : Value();
    if (!op.getCausal())
      return mask;
    mlir::Type type = mask ? elementType(mask) : b.getI1Type();
    llvm::SmallVector<OpFoldResult> sizes;
    if (mask) {
      sizes = tensor::getMixedSizes(b, b.getLoc(), mask);
    } else {
      sizes = tensor::getMixedSizes(b, b.getLoc(), heads.split(b, op.getQuery()));
      sizes.back() = tensor::getMixedSizes(b, b.getLoc(), op.getKey())[heads.keyBatch()];
    }
    Value out = tensor::EmptyOp::create(b, sizes, type);
    return forEachElement(b, out, [&](ImplicitLocOpBuilder &inner, ValueRange place) -> Value {
      Value keeps = arith::CmpIOp::create(inner, arith::CmpIPredicate::sle, place.back(),
                                          place[place.size() - 2]);
      if (!mask)
        return keeps;
      Value given = tensor::ExtractOp::create(inner, mask, place);
      Value removed = type.isInteger(1) ? arith::ConstantIntOp::create(inner, 0, 1).getResult()
                                        : extremeConstant(inner, type, Extreme::Least);
      return arith::SelectOp::create(inner, keeps, given, removed);
    });
  }

  ir::AttentionOp op;
  ImplicitLocOpBuilder b;
  IreeOpBuilder iree;
  GroupedHeads heads;
};

struct ConvertAttention : IreePattern<ir::AttentionOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    // It computes in f32, which is too little for f64.
    if (elementType(op.getQuery()).isF64())
      return failure();
    rewriter.replaceOp(op, AttentionToIree(op, rewriter, syntax).run());
    return success();
  }
};

} // namespace

void populateIreeAttentionPatterns(RewritePatternSet &patterns, const IreeSyntax &syntax) {
  patterns.add<ConvertAttention>(patterns.getContext(), syntax);
}

} // namespace assay
