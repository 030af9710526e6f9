#include "compiler/builders/PatternPass.h"
#include "compiler/gpu/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_EXPANDCOPYSIGNPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// In f32, with a sign that is made of bits: LLVM would see through conversions to what was
/// rounded. (As bits alone it would be recognised as a copysign again.)
struct CopysignOfHalfIsWide : OpRewritePattern<math::CopySignOp> {
  using OpRewritePattern<math::CopySignOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(math::CopySignOp op, PatternRewriter &rewriter) const override {
    const Type type = op.getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() != 16)
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto shaped = [&](Type element) -> Type {
      auto of = dyn_cast<ShapedType>(type);
      return of ? of.clone(element) : element;
    };
    const Type i16 = shaped(b.getI16Type()), i32 = shaped(b.getI32Type()),
               f32 = shaped(b.getF32Type());
    TypedAttr sixteen = b.getI32IntegerAttr(16);
    if (auto shape = dyn_cast<ShapedType>(i32))
      sixteen = DenseElementsAttr::get(shape, int32_t(16));
    const Value narrow = arith::BitcastOp::create(b, i16, op.getRhs());
    const Value bits = arith::ShLIOp::create(b, arith::ExtUIOp::create(b, i32, narrow),
                                             arith::ConstantOp::create(b, sixteen));
    const Value wide = math::CopySignOp::create(b, arith::ExtFOp::create(b, f32, op.getLhs()),
                                                arith::BitcastOp::create(b, f32, bits).getResult());
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, wide);
    return success();
  }
};

struct ExpandCopysignPass
    : PatternPass<ExpandCopysignPass, impl::ExpandCopysignPassBase<ExpandCopysignPass>> {
  static void populate(RewritePatternSet &set) { set.add<CopysignOfHalfIsWide>(set.getContext()); }
};

} // namespace

} // namespace assay
