#include "compiler/builders/Builders.h"
#include "compiler/builders/Combine.h"
#include "compiler/dialect/Assay.h"
#include "flavours/IreeOps.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {
namespace {

/// Which dims of a tensor become the first, and which stay.
llvm::SmallVector<ReassociationIndices> joinLeading(int64_t leading, int64_t rank) {
  llvm::SmallVector<ReassociationIndices> groups(1);
  for (int64_t i = 0; i < rank; ++i) {
    if (i < leading)
      groups[0].push_back(i);
    else
      groups.push_back({i});
  }
  return groups;
}

/// The tensor with its first `leading` dims as one, of extent 1 if there are none.
Value withOneLeadingDim(ImplicitLocOpBuilder &b, Value tensor, int64_t leading) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (leading == 1)
    return tensor;
  if (leading > 1)
    return tensor::CollapseShapeOp::create(b, tensor, joinLeading(leading, type.getRank()));
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape.insert(shape.begin(), 1);
  llvm::SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), tensor);
  sizes.insert(sizes.begin(), b.getIndexAttr(1));
  llvm::SmallVector<ReassociationIndices> groups;
  if (type.getRank() > 0)
    groups = joinLeading(2, type.getRank() + 1);
  return tensor::ExpandShapeOp::create(b, type.clone(shape), tensor, groups, sizes);
}

/// IREE counts in i32 or i64.
Value wideIndices(ImplicitLocOpBuilder &b, Value indices) {
  if (elementType(indices).getIntOrFloatBitWidth() >= 32)
    return indices;
  return castIntegers(b, indices, b.getI32Type());
}

/// Both scatters end here: updates [N, S...] go where the vectors in indices [N, depth] say.
Value scatter(IreeOpBuilder &iree, Value updates, Value indices, Value init, ir::CombineKind kind,
              bool unique) {
  mlir::Type element = elementType(init);
  const int64_t depth = cast<RankedTensorType>(indices.getType()).getShape().back();
  NamedAttribute attributes[] = {iree.dimensionMap(depth),
                                 iree.b.getNamedAttr("unique_indices", iree.b.getBoolAttr(unique))};
  return iree.create("scatter", {updates, indices}, init, attributes, {element, element},
                     [&](ImplicitLocOpBuilder &inner, ValueRange e) {
                       return combine(inner, kind, e[1], e[0]);
                     })[0];
}

struct ScatterNdToIree : IreePattern<ir::ScatterNdOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::ScatterNdOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IreeOpBuilder iree(b, syntax);
    const int64_t batch = cast<RankedTensorType>(op.getIndices().getType()).getRank() - 1;
    Value indices = withOneLeadingDim(b, wideIndices(b, op.getIndices()), batch);
    Value updates = withOneLeadingDim(b, op.getUpdates(), batch);
    rewriter.replaceOp(
        op, scatter(iree, updates, indices, op.getInit(), op.getCombine(), op.getUnique()));
    return success();
  }
};

/// With every place spelled out as an index vector.
struct ScatterToIree : IreePattern<ir::ScatterOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::ScatterOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IreeOpBuilder iree(b, syntax);
    Value narrow = wideIndices(b, op.getIndices());
    mlir::Type number = elementType(narrow);
    const int64_t rank = cast<RankedTensorType>(narrow.getType()).getRank();
    llvm::SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), narrow);
    sizes.push_back(b.getIndexAttr(rank));
    Value vectors =
        forEachElement(b, tensor::EmptyOp::create(b, sizes, number),
                       [&](ImplicitLocOpBuilder &inner, ValueRange place) {
                         return coordinate(inner, narrow, static_cast<int64_t>(op.getDim()), place);
                       });
    Value indices = withOneLeadingDim(b, vectors, rank);
    Value updates = withOneLeadingDim(b, op.getUpdates(), rank);
    rewriter.replaceOp(
        op, scatter(iree, updates, indices, op.getInit(), op.getCombine(), op.getUnique()));
    return success();
  }

private:
  /// The number at `place` of the index vectors: that of the index for `dim`, else where it stands.
  static Value coordinate(ImplicitLocOpBuilder &b, Value indices, int64_t dim, ValueRange place) {
    ValueRange here = place.drop_back();
    Value which = place.back(), result = tensor::ExtractOp::create(b, indices, here);
    for (int64_t i = 0; i < static_cast<int64_t>(here.size()); ++i) {
      if (i == dim)
        continue;
      Value isThis = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, which, indexConstant(b, i));
      Value own = arith::IndexCastOp::create(b, result.getType(), here[i]);
      result = arith::SelectOp::create(b, isThis, own, result);
    }
    return result;
  }
};

struct GatherNdToIree : IreePattern<ir::GatherNdOp> {
  using IreePattern::IreePattern;

  LogicalResult matchAndRewrite(ir::GatherNdOp op, PatternRewriter &rewriter) const override {
    auto type = cast<RankedTensorType>(op.getIndices().getType());
    if (type.getRank() == 1 || !syntax.hasGather)
      return failure(); // no batch dim, or no op: read by tensor.extract
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    IreeOpBuilder iree(b, syntax);
    Value inputs[] = {op.getInput(), wideIndices(b, op.getIndices())}, init = op.getInit();
    NamedAttribute map = iree.dimensionMap(type.getShape().back());
    mlir::Type element = elementType(op.getInit());
    auto read = [](ImplicitLocOpBuilder &, ValueRange e) { return e[0]; };
    rewriter.replaceOp(op, syntax.gatherHasBody
                               ? iree.create("gather", inputs, init, map, {element, element}, read)
                               : iree.create("gather", inputs, init, map));
    return success();
  }
};

} // namespace

void populateIreeIndexingPatterns(RewritePatternSet &patterns, const IreeSyntax &syntax) {
  patterns.add<ScatterNdToIree, ScatterToIree, GatherNdToIree>(patterns.getContext(), syntax);
}

} // namespace assay
