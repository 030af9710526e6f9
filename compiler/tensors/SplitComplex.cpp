#include "compiler/builders/PatternPass.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_SPLITCOMPLEXPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// Both parts apart. Upstream folds (x - y) + y and (x + y) - y to x, whatever y is: NaN and
/// infinities are lost, whether it canonicalises or only converts (docs/found.md).
template <class ComplexOp, class PartOp> struct SplitInParts : OpRewritePattern<ComplexOp> {
  using OpRewritePattern<ComplexOp>::OpRewritePattern;
  LogicalResult matchAndRewrite(ComplexOp op, PatternRewriter &rewriter) const override {
    const Location at = op.getLoc();
    auto part = [&]<class Part>(Part) {
      Value lhs = Part::create(rewriter, at, op.getLhs());
      Value rhs = Part::create(rewriter, at, op.getRhs());
      return PartOp::create(rewriter, at, lhs, rhs).getResult();
    };
    Value re = part(complex::ReOp()), im = part(complex::ImOp());
    rewriter.replaceOpWithNewOp<complex::CreateOp>(op, op.getType(), re, im);
    return success();
  }
};

struct SplitComplexPass
    : PatternPass<SplitComplexPass, impl::SplitComplexPassBase<SplitComplexPass>> {
  static void populate(RewritePatternSet &set) {
    set.add<SplitInParts<complex::AddOp, arith::AddFOp>,
            SplitInParts<complex::SubOp, arith::SubFOp>>(set.getContext());
  }
};

} // namespace

} // namespace assay
