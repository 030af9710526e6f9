#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "flavours/IreeOps.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

struct TopkToIree : IreePattern<ir::TopkOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IreeOpBuilder iree(b, syntax);
    // The destinations are where it starts from: elements that every other one replaces.
    Value worst = extremeConstant(b, elementType(op.getInput()),
                                  op.getSmallest() ? Extreme::Greatest : Extreme::Least);
    Value values = filled(b, op.getValuesInit(), worst);
    Value nowhere = arith::ConstantIntOp::create(b, 0, 32);
    Value indices = filled(b, op.getIndicesInit(), nowhere);
    mlir::Type element = elementType(op.getInput());
    ResultRange made = iree.create(
        "topk", op.getInput(), {values, indices}, iree.dimension(static_cast<int64_t>(op.getDim())),
        {element, element}, [&](ImplicitLocOpBuilder &inner, ValueRange e) {
          return op.getSmallest() ? isLess(inner, e[0], e[1]) : isLess(inner, e[1], e[0]);
        });
    rewriter.replaceOp(op, {made[0], castIntegers(b, made[1], elementType(op.getIndicesInit()))});
    return success();
  }

private:
  /// A tensor of the shape of `like` that holds the scalar everywhere.
  static Value filled(ImplicitLocOpBuilder &b, Value like, Value scalar) {
    Value empty =
        tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), like), scalar.getType());
    return linalg::FillOp::create(b, scalar, empty).getResult(0);
  }
};

struct SortToIree : IreePattern<ir::SortOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IreeOpBuilder iree(b, syntax);
    llvm::SmallVector<mlir::Type> elements; // two of each operand
    for (Value operand : op.getInits())
      elements.append(2, elementType(operand));
    rewriter.replaceOp(op, iree.create("sort", {}, op.getInits(),
                                       iree.dimension(static_cast<int64_t>(op.getDim())), elements,
                                       [&](ImplicitLocOpBuilder &inner, ValueRange e) {
                                         return op.getDescending() ? isLess(inner, e[1], e[0])
                                                                   : isLess(inner, e[0], e[1]);
                                       }));
    return success();
  }
};

} // namespace

void populateIreeSortingPatterns(RewritePatternSet &patterns, const IreeSyntax &syntax) {
  patterns.add<TopkToIree, SortToIree>(patterns.getContext(), syntax);
}

} // namespace assay
