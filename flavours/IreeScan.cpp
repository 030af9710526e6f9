#include "compiler/builders/Builders.h"
#include "compiler/builders/Combine.h"
#include "compiler/dialect/Assay.h"
#include "flavours/IreeOps.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

/// IREE's scan runs forward, on one type, and an inclusive one does not read what it starts from.
struct ScanToIree : IreePattern<ir::ScanOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::ScanOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IreeOpBuilder iree(b, syntax);
    const auto dim = static_cast<int64_t>(op.getDim());
    mlir::Type type = elementType(op.getInit());
    Value x = op.getInput();
    if (elementType(x) != type)
      x = mapElements(b, x, type, [&](ImplicitLocOpBuilder &inner, Value element) {
        return extend(inner, element, type);
      });
    if (op.getReverse())
      x = reversed(b, x, dim);
    NamedAttribute attributes[] = {iree.dimension(dim),
                                   b.getNamedAttr("inclusive", b.getBoolAttr(!op.getExclusive()))};
    Value out = tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), x), type);
    Value scanned = iree.create("scan", x, {out, accumulator(b, op, x, dim)}, attributes,
                                {type, type}, [&](ImplicitLocOpBuilder &inner, ValueRange e) {
                                  return combine(inner, op.getFunction(), e[0], e[1]);
                                })[0];
    if (op.getStart() && !op.getExclusive())
      scanned = startedFrom(b, op, scanned, dim);
    rewriter.replaceOp(op, op.getReverse() ? reversed(b, scanned, dim) : scanned);
    return success();
  }

private:
  static Value reversed(ImplicitLocOpBuilder &b, Value x, int64_t dim) {
    Value last =
        arith::SubIOp::create(b, extents(b, x)[static_cast<size_t>(dim)], indexConstant(b, 1));
    Value out = tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), x), elementType(x));
    return forEachElement(b, out, [&](ImplicitLocOpBuilder &inner, ValueRange place) -> Value {
      Values from(place);
      Value &along = from[static_cast<size_t>(dim)];
      along = arith::SubIOp::create(inner, last, along);
      return tensor::ExtractOp::create(inner, x, from);
    });
  }

  static Value accumulator(ImplicitLocOpBuilder &b, ir::ScanOp op, Value x, int64_t dim) {
    if (op.getStart())
      return op.getStart();
    llvm::SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), x);
    sizes.erase(sizes.begin() + dim);
    mlir::Type type = elementType(x);
    Value nothing = identity(b, op.getFunction(), type);
    return linalg::FillOp::create(b, nothing, tensor::EmptyOp::create(b, sizes, type).getResult())
        .getResult(0);
  }

  static Value startedFrom(ImplicitLocOpBuilder &b, ir::ScanOp op, Value scanned, int64_t dim) {
    Value out = tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), scanned),
                                        elementType(scanned));
    return forEachElement(b, out, [&](ImplicitLocOpBuilder &inner, ValueRange place) {
      Value start = tensor::ExtractOp::create(inner, op.getStart(), dropAt(place, dim));
      Value sum = tensor::ExtractOp::create(inner, scanned, place);
      return combine(inner, op.getFunction(), start, sum);
    });
  }
};

} // namespace

void populateIreeScanPatterns(RewritePatternSet &patterns, const IreeSyntax &syntax) {
  patterns.add<ScanToIree>(patterns.getContext(), syntax);
}

} // namespace assay
