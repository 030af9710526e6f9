#include "compiler/pipelines/Passes.h"
#include "compiler/builders/PatternPass.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Complex/IR/Complex.h>

using namespace mlir;

namespace assay {
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

struct SplitComplexPass : PatternPass<SplitComplexPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SplitComplexPass)

  StringRef getArgument() const override { return "assay-split-complex"; }
  StringRef getDescription() const override {
    return "Add and subtract real and imaginary parts of complex numbers apart";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, complex::ComplexDialect>();
  }

  static void populate(RewritePatternSet &set) {
    set.add<SplitInParts<complex::AddOp, arith::AddFOp>,
            SplitInParts<complex::SubOp, arith::SubFOp>>(set.getContext());
  }
};

} // namespace

std::unique_ptr<Pass> createSplitComplexPass() { return std::make_unique<SplitComplexPass>(); }

} // namespace assay
