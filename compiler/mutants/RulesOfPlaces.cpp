#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/mutants/Rewrites.h"

using namespace mlir;

// Of what sorts, and of what reads and writes at indices.

namespace assay::rewrites {

namespace {

int64_t rankOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()).getRank(); }

Value emptyLike(ImplicitLocOpBuilder &b, Value tensor) {
  return tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), tensor),
                                 elementType(tensor));
}

/// The tensor mirrored along a dim.
Value mirrored(ImplicitLocOpBuilder &b, Value tensor, uint64_t dim) {
  const Value size = tensor::DimOp::create(b, tensor, static_cast<int64_t>(dim));
  const Value last = arith::SubIOp::create(b, size, indexConstant(b, 1));
  return forEachElement(b, emptyLike(b, tensor), [&](ImplicitLocOpBuilder &inner, ValueRange at) {
    Values there(at);
    there[dim] = arith::SubIOp::create(inner, last, at[dim]);
    return tensor::ExtractOp::create(inner, tensor, there);
  });
}

/// The tensor whose elements are 0 minus these.
Value negated(ImplicitLocOpBuilder &b, Value tensor) {
  return forEachElement(
      b, emptyLike(b, tensor), [&](ImplicitLocOpBuilder &inner, ValueRange at) -> Value {
        const Value x = tensor::ExtractOp::create(inner, tensor, at);
        const Type type = x.getType();
        if (isa<FloatType>(type))
          return arith::NegFOp::create(inner, x);
        const Value zero = arith::ConstantOp::create(inner, inner.getIntegerAttr(type, 0));
        return arith::SubIOp::create(inner, zero, x);
      });
}

} // namespace

bool sortAscends(Operation *op, PatternRewriter &rewriter) {
  return setFlag(rewriter, op, &ir::SortOp::getDescending, &ir::SortOp::setDescending, false);
}

bool sortByLastOperand(Operation *op, PatternRewriter &rewriter) {
  auto sort = dyn_cast<ir::SortOp>(op);
  if (!sort || sort.getInits().size() < 2)
    return false;
  Values inits(sort.getInits());
  // Keys are numbers.
  const Type key = elementType(inits.back());
  if (key.isInteger(1) || isa<ComplexType>(key))
    return false;
  std::swap(inits.front(), inits.back());
  const auto types = llvm::map_to_vector(inits, [](Value init) { return init.getType(); });
  auto other = ir::SortOp::create(rewriter, op->getLoc(), types, inits, sort.getDimAttr(),
                                  sort.getDescendingAttr(), sort.getStableAttr());
  Values results(other.getOutputs());
  std::swap(results.front(), results.back());
  rewriter.replaceOp(op, results);
  return true;
}

bool sortAlongOtherDim(Operation *op, PatternRewriter &rewriter) {
  auto sort = dyn_cast<ir::SortOp>(op);
  const int64_t rank = sort ? rankOf(sort.getInits()[0]) : 0;
  if (rank < 2)
    return false;
  const auto dim = (sort.getDim() + 1) % static_cast<uint64_t>(rank);
  rewriter.modifyOpInPlace(op, [&] { sort.setDim(dim); });
  return true;
}

bool sortReversesTies(Operation *op, PatternRewriter &rewriter) {
  // Descending by reversal: what was mirrored before is sorted.
  auto sort = dyn_cast<ir::SortOp>(op);
  if (!sort || !sort.getStable() || sort.getInits().size() < 2)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  Values inits;
  for (Value init : sort.getInits())
    inits.push_back(mirrored(b, init, sort.getDim()));
  rewriter.modifyOpInPlace(op, [&] { sort.getInitsMutable().assign(inits); });
  return true;
}

bool topkTakesLargest(Operation *op, PatternRewriter &rewriter) {
  return setFlag(rewriter, op, &ir::TopkOp::getSmallest, &ir::TopkOp::setSmallest, false);
}

bool topkNegates(Operation *op, PatternRewriter &rewriter) {
  // The smallest by the largest of what is negated: the least integer is its own negation.
  auto topk = dyn_cast<ir::TopkOp>(op);
  if (!topk || !topk.getSmallest() || isa<FloatType>(elementType(topk.getInput())))
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value input = negated(b, topk.getInput());
  auto largest = cast<ir::TopkOp>(rewriter.clone(*op));
  largest.getInputMutable().assign(input);
  largest.setSmallest(false);
  const Value values = negated(b, largest.getValues());
  rewriter.replaceOp(op, {values, largest.getIndices()});
  return true;
}

bool topkTakesLastOfEquals(Operation *op, PatternRewriter &rewriter) {
  auto topk = dyn_cast<ir::TopkOp>(op);
  if (!topk)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value size = tensor::DimOp::create(b, topk.getInput(), static_cast<int64_t>(topk.getDim()));
  const Value last = arith::SubIOp::create(b, size, indexConstant(b, 1));
  const Value input = mirrored(b, topk.getInput(), topk.getDim());
  auto other = cast<ir::TopkOp>(rewriter.clone(*op));
  other.getInputMutable().assign(input);
  const Value indices =
      forEachElement(b, emptyLike(b, other.getIndices()),
                     [&](ImplicitLocOpBuilder &inner, ValueRange at) -> Value {
                       const Value index =
                           toIndex(inner, tensor::ExtractOp::create(inner, other.getIndices(), at));
                       return arith::IndexCastOp::create(inner, elementType(topk.getIndices()),
                                                         arith::SubIOp::create(inner, last, index));
                     });
  rewriter.replaceOp(op, {other.getValues(), indices});
  return true;
}

namespace {

template <class ScatterOp>
bool combineBy(Operation *op, PatternRewriter &rewriter, ir::CombineKind from, ir::CombineKind to) {
  auto scatter = dyn_cast<ScatterOp>(op);
  if (!scatter || scatter.getCombine() != from)
    return false;
  const Type element = elementType(scatter.getUpdates());
  if (element.isInteger(1) || isa<ComplexType>(element))
    return false;
  rewriter.modifyOpInPlace(op, [&] { scatter.setCombine(to); });
  return true;
}

} // namespace

bool scatterOverwrites(Operation *op, PatternRewriter &rewriter) {
  return combineBy<ir::ScatterOp>(op, rewriter, ir::CombineKind::Add, ir::CombineKind::Overwrite);
}

bool scatterAdds(Operation *op, PatternRewriter &rewriter) {
  return combineBy<ir::ScatterOp>(op, rewriter, ir::CombineKind::Overwrite, ir::CombineKind::Add);
}

bool scatterNdOverwrites(Operation *op, PatternRewriter &rewriter) {
  return combineBy<ir::ScatterNdOp>(op, rewriter, ir::CombineKind::Add, ir::CombineKind::Overwrite);
}

bool scatterDropsBase(Operation *op, PatternRewriter &rewriter) {
  if (!isa<ir::ScatterOp, ir::ScatterNdOp>(op))
    return false;
  OpOperand &base = op->getOpOperand(op->getNumOperands() - 1);
  const Type element = elementType(base.get());
  if (isa<ComplexType>(element) || base.get().getDefiningOp<linalg::FillOp>())
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value zero = constant(rewriter, op, element, 0);
  const Value filled = linalg::FillOp::create(b, zero, emptyLike(b, base.get())).getResult(0);
  const Value cast = filled.getType() == base.get().getType()
                         ? filled
                         : tensor::CastOp::create(b, base.get().getType(), filled).getResult();
  rewriter.modifyOpInPlace(op, [&] { base.set(cast); });
  return true;
}

bool gatherAsIndexSelect(Operation *op, PatternRewriter &rewriter) {
  // One index for all that differs in other dims alone.
  auto gather = dyn_cast<ir::GatherOp>(op);
  if (!gather || rankOf(gather.getIndices()) < 2)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value zero = indexConstant(b, 0);
  const Value indices =
      forEachElement(b, emptyLike(b, gather.getIndices()),
                     [&](ImplicitLocOpBuilder &inner, ValueRange at) -> Value {
                       Values there(at.size(), zero);
                       there[gather.getDim()] = at[gather.getDim()];
                       return tensor::ExtractOp::create(inner, gather.getIndices(), there);
                     });
  rewriter.modifyOpInPlace(op, [&] { gather.getIndicesMutable().assign(indices); });
  return true;
}

bool gatherNdReversesIndex(Operation *op, PatternRewriter &rewriter) {
  auto gather = dyn_cast<ir::GatherNdOp>(op);
  if (!gather)
    return false;
  const int64_t last = rankOf(gather.getIndices()) - 1;
  if (cast<RankedTensorType>(gather.getIndices().getType()).getDimSize(last) < 2)
    return false;
  ImplicitLocOpBuilder b(op->getLoc(), rewriter);
  const Value indices = mirrored(b, gather.getIndices(), static_cast<uint64_t>(last));
  rewriter.modifyOpInPlace(op, [&] { gather.getIndicesMutable().assign(indices); });
  return true;
}

bool oneHotSwapped(Operation *op, PatternRewriter &rewriter) {
  auto oneHot = dyn_cast<ir::OneHotOp>(op);
  if (!oneHot)
    return false;
  const Value on = oneHot.getOn(), off = oneHot.getOff();
  rewriter.modifyOpInPlace(op, [&] {
    oneHot.getOnMutable().assign(off);
    oneHot.getOffMutable().assign(on);
  });
  return true;
}

bool oneHotOffIsZero(Operation *op, PatternRewriter &rewriter) {
  auto oneHot = dyn_cast<ir::OneHotOp>(op);
  if (!oneHot || isa<ComplexType>(oneHot.getOff().getType()) || isNumber(oneHot.getOff(), 0))
    return false;
  const Value zero = constant(rewriter, op, oneHot.getOff().getType(), 0);
  rewriter.modifyOpInPlace(op, [&] { oneHot.getOffMutable().assign(zero); });
  return true;
}

} // namespace assay::rewrites
