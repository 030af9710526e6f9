#include "compiler/builders/Builders.h"
#include "compiler/builders/Combine.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

struct LowerScan : OpRewritePattern<ir::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScanOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto dim = static_cast<int64_t>(op.getDim());
    Type type = elementType(op.getInit());
    Values bounds = extents(b, op.getInput());
    Value extent = bounds[dim];
    Value last = arith::SubIOp::create(b, extent, indexConstant(b, 1));
    Value nothing = op.getStart() ? Value() : identity(b, op.getFunction(), type);
    auto step = [&](ImplicitLocOpBuilder &b, ValueRange outer, Value iv,
                    ValueRange carried) -> Values {
      Value position = op.getReverse() ? arith::SubIOp::create(b, last, iv).getResult() : iv;
      Values place = insertAt(outer, dim, position);
      Value item = extend(b, tensor::ExtractOp::create(b, op.getInput(), place), type);
      Value sum = combine(b, op.getFunction(), carried[1], item);
      Value written = op.getExclusive() ? carried[1] : sum;
      return {tensor::InsertOp::create(b, written, carried[0], place), sum};
    };
    auto line = [&](ImplicitLocOpBuilder &b, ValueRange outer, ValueRange carried) -> Values {
      Value start = nothing;
      if (op.getStart())
        start = tensor::ExtractOp::create(b, op.getStart(), outer);
      Values results = loops(b, extent, {carried[0], start},
                             [&](ImplicitLocOpBuilder &b, ValueRange iv, ValueRange carried) {
                               return step(b, outer, iv[0], carried);
                             });
      return {results[0]};
    };
    rewriter.replaceOp(op, loops(b, dropAt(bounds, dim), op.getInit(), line));
    return success();
  }
};

/// linalg.softmax has no pass of its own upstream, only this interface.
struct DecomposeSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::SoftmaxOp op, PatternRewriter &rewriter) const override {
    FailureOr<SmallVector<Value>> results = op.decomposeOperation(rewriter);
    if (failed(results))
      return failure();
    rewriter.replaceOp(op, *results);
    return success();
  }
};

} // namespace

void populateLowerScanPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerScan>(patterns.getContext());
}

void populateDecomposeSoftmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<DecomposeSoftmax>(patterns.getContext());
}

} // namespace assay
