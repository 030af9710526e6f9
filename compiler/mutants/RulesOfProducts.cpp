#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/mutants/Rewrites.h"

#include <limits>

using namespace mlir;

namespace assay::rewrites {

namespace {

/// The input mirrored along these dims.
Value mirrored(ImplicitLocOpBuilder &b, Value input, ArrayRef<unsigned> dims) {
  const Values sizes = extents(b, input);
  const Value empty =
      tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), input), elementType(input));
  const Value one = indexConstant(b, 1);
  return forEachElement(b, empty, [&](ImplicitLocOpBuilder &inner, ValueRange place) {
    Values there(place);
    for (const unsigned dim : dims) {
      const Value last = arith::SubIOp::create(inner, sizes[dim], one);
      there[dim] = arith::SubIOp::create(inner, last, place[dim]);
    }
    return tensor::ExtractOp::create(inner, input, there);
  });
}

/// A tensor of the mask's type that each element of it makes an element of.
Value mapMask(ImplicitLocOpBuilder &b, Value mask, Type element,
              llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange place, Value)> make) {
  const Value empty =
      tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), mask), element);
  return forEachElement(b, empty, [&](ImplicitLocOpBuilder &inner, ValueRange place) {
    return make(inner, place, tensor::ExtractOp::create(inner, mask, place));
  });
}

ir::AttentionOp attentionWithMask(Operation *op, bool isBoolean) {
  auto attention = dyn_cast<ir::AttentionOp>(op);
  if (!attention || !attention.getMask() ||
      elementType(attention.getMask()).isInteger(1) != isBoolean)
    return {};
  return attention;
}

bool setMask(PatternRewriter &rewriter, ir::AttentionOp attention, Value mask) {
  rewriter.modifyOpInPlace(attention, [&] { attention.getMaskMutable().assign(mask); });
  return true;
}

} // namespace

bool contractionDropsDestination(Operation *op, PatternRewriter &rewriter) {
  auto product = dyn_cast<linalg::LinalgOp>(op);
  if (!product || product.getNumReductionLoops() == 0 || product.getNumDpsInputs() != 2 ||
      product.getNumDpsInits() != 1 ||
      !isa_and_nonnull<arith::AddFOp, arith::AddIOp>(
          product.getBlock()->getTerminator()->getOperand(0).getDefiningOp()))
    return false;
  const Value start = product.getDpsInitOperand(0)->get();
  if (start.getDefiningOp<linalg::FillOp>())
    return false;
  const Value zero = constant(rewriter, op, elementType(start), 0);
  const Value filled = linalg::FillOp::create(rewriter, op->getLoc(), zero, start).getResult(0);
  rewriter.modifyOpInPlace(op, [&] { product.getDpsInitsMutable()[0].set(filled); });
  return true;
}

bool convMirrorsKernel(Operation *op, PatternRewriter &rewriter) {
  auto conv = dyn_cast<linalg::GenericOp>(op);
  if (!conv || !multiplies(conv))
    return false;
  const auto dims = linalg::inferConvolutionDims(conv);
  if (failed(dims) || dims->filterLoop.empty())
    return false;
  const AffineMap map = conv.getMatchingIndexingMap(conv.getDpsInputOperand(1));
  SmallVector<unsigned> window;
  for (const unsigned loop : dims->filterLoop)
    for (unsigned i = 0; i < map.getNumResults(); ++i)
      if (map.getDimPosition(i) == loop)
        window.push_back(i);
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value kernel = mirrored(b, conv.getDpsInputOperand(1)->get(), window);
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, kernel); });
  return true;
}

bool convWithoutStride(Operation *op, PatternRewriter &rewriter) {
  auto conv = dyn_cast<linalg::GenericOp>(op);
  return conv && multiplies(conv) && readNeighbours(rewriter, conv, utils::IteratorType::parallel);
}

bool convWithoutDilation(Operation *op, PatternRewriter &rewriter) {
  auto conv = dyn_cast<linalg::GenericOp>(op);
  return conv && multiplies(conv) && readNeighbours(rewriter, conv, utils::IteratorType::reduction);
}

bool attentionUnscaled(Operation *op, PatternRewriter &rewriter) {
  auto attention = dyn_cast<ir::AttentionOp>(op);
  if (!attention || attention.getScale().convertToDouble() == 1)
    return false;
  rewriter.modifyOpInPlace(op, [&] { attention.setScale(APFloat(1.0)); });
  return true;
}

bool attentionNotCausal(Operation *op, PatternRewriter &rewriter) {
  return setFlag(rewriter, op, &ir::AttentionOp::getCausal, &ir::AttentionOp::setCausal, false);
}

bool attentionScalesMask(Operation *op, PatternRewriter &rewriter) {
  ir::AttentionOp attention = attentionWithMask(op, false);
  if (!attention || attention.getScale().convertToDouble() == 1)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Type element = elementType(attention.getMask());
  const Value scale =
      arith::ConstantOp::create(b, b.getFloatAttr(element, attention.getScale().convertToDouble()));
  return setMask(rewriter, attention,
                 mapMask(b, attention.getMask(), element,
                         [&](ImplicitLocOpBuilder &inner, ValueRange, Value x) -> Value {
                           return arith::MulFOp::create(inner, x, scale);
                         }));
}

bool attentionMaskRemovesTrue(Operation *op, PatternRewriter &rewriter) {
  ir::AttentionOp attention = attentionWithMask(op, true);
  if (!attention)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value yes = arith::ConstantOp::create(b, b.getBoolAttr(true));
  return setMask(rewriter, attention,
                 mapMask(b, attention.getMask(), b.getI1Type(),
                         [&](ImplicitLocOpBuilder &inner, ValueRange, Value x) -> Value {
                           return arith::XOrIOp::create(inner, x, yes);
                         }));
}

bool attentionMaskAdds(Operation *op, PatternRewriter &rewriter) {
  ir::AttentionOp attention = attentionWithMask(op, true);
  if (!attention)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Type element = elementType(attention.getQuery());
  return setMask(rewriter, attention,
                 mapMask(b, attention.getMask(), element,
                         [&](ImplicitLocOpBuilder &inner, ValueRange, Value x) -> Value {
                           return arith::UIToFPOp::create(inner, element, x);
                         }));
}

bool attentionMaskByFinite(Operation *op, PatternRewriter &rewriter) {
  ir::AttentionOp attention = attentionWithMask(op, true);
  if (!attention)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  auto element = cast<FloatType>(elementType(attention.getQuery()));
  const Value zero = constant(rewriter, op, element, 0);
  const Value least = arith::ConstantOp::create(
      b, b.getFloatAttr(element, APFloat::getLargest(element.getFloatSemantics(), true)));
  return setMask(rewriter, attention,
                 mapMask(b, attention.getMask(), element,
                         [&](ImplicitLocOpBuilder &inner, ValueRange, Value x) -> Value {
                           return arith::SelectOp::create(inner, x, zero, least);
                         }));
}

bool attentionInterleavesHeads(Operation *op, PatternRewriter &rewriter) {
  auto attention = dyn_cast<ir::AttentionOp>(op);
  if (!attention || attention.getGroup() < 2)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value group = indexConstant(b, static_cast<int64_t>(attention.getGroup()));
  const auto heads = cast<RankedTensorType>(attention.getKey().getType()).getRank() - 3;
  const Value keys = tensor::DimOp::create(b, attention.getKey(), heads);
  // Heads are put into another order, and results back: h is the h / n-th of the h % n-th group,
  // with n = `inner`.
  const auto reordered = [&](Value tensor, Value inner, Value outer) {
    const Value empty = tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), tensor),
                                                elementType(tensor));
    return forEachElement(b, empty, [&](ImplicitLocOpBuilder &in, ValueRange place) -> Value {
      Values there(place);
      Value &head = there[static_cast<size_t>(heads)];
      const Value first = arith::RemUIOp::create(in, head, inner);
      const Value second = arith::DivUIOp::create(in, head, inner);
      head = arith::AddIOp::create(in, arith::MulIOp::create(in, first, outer), second);
      return tensor::ExtractOp::create(in, tensor, there);
    });
  };
  auto other = cast<ir::AttentionOp>(rewriter.clone(*op));
  b.setInsertionPoint(other);
  other.getQueryMutable().assign(reordered(attention.getQuery(), group, keys));
  if (attention.getMask())
    other.getMaskMutable().assign(reordered(attention.getMask(), group, keys));
  b.setInsertionPointAfter(other);
  return replaceBy(rewriter, op, reordered(other.getResult(), keys, group));
}

bool attentionCausalBeforeDiagonal(Operation *op, PatternRewriter &rewriter) {
  // Keys n >= m are removed, but for the first, by the mask.
  auto attention = dyn_cast<ir::AttentionOp>(op);
  Value given = attention ? attention.getMask() : Value();
  if (!attention || !attention.getCausal() || (given && !elementType(given).isInteger(1)))
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), attention.getQuery());
  const auto rank = static_cast<int64_t>(sizes.size());
  sizes.back() = tensor::getMixedSize(b, b.getLoc(), attention.getKey(), rank - 2);
  const Value empty = tensor::EmptyOp::create(b, sizes, b.getI1Type());
  const Value zero = indexConstant(b, 0);
  const Value mask =
      forEachElement(b, empty, [&](ImplicitLocOpBuilder &inner, ValueRange place) -> Value {
        const Value key = place.back(), query = place.drop_back().back();
        const Value isBefore = arith::CmpIOp::create(inner, arith::CmpIPredicate::slt, key, query);
        const Value isFirst = arith::CmpIOp::create(inner, arith::CmpIPredicate::eq, key, zero);
        const Value stays = arith::OrIOp::create(inner, isBefore, isFirst);
        if (!given)
          return stays;
        return arith::AndIOp::create(inner, stays, tensor::ExtractOp::create(inner, given, place));
      });
  return setMask(rewriter, attention, mask);
}

} // namespace assay::rewrites
