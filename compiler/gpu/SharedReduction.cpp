#include "compiler/gpu/SharedReduction.h"

#include "compiler/builders/Loops.h"

#include <mlir/Analysis/SliceAnalysis.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace assay {

/// Reductions known to be shorter stay loops of one work-item.
static constexpr int64_t leastElements = 8;

Values SharedReduction::combine(ImplicitLocOpBuilder &b, ValueRange sofar, ValueRange added) const {
  IRMapping mapping;
  linalg::GenericOp op = this->op;
  mapping.map(op.getRegionOutputArgs(), sofar);
  mapping.map(elements, added);
  for (Operation *combiner : combiners)
    b.clone(*combiner, mapping);
  return llvm::map_to_vector(op.getBody()->getTerminator()->getOperands(),
                             [&](Value yielded) { return mapping.lookup(yielded); });
}

/// Whether the op is associative and commutative: work-items share a reduction's elements in
/// another order than theirs. Of floats it is so but for rounding, which error bounds allow. (A
/// maxnumf of nothing but NaN has no neutral element.)
static bool combinesInAnyOrder(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp, arith::AddIOp,
             arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op);
}

static std::optional<SharedReduction> matchByOneOp(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  Value element = matchReduction(op.getRegionOutputArgs(), 0, combiners);
  // Of index, upstream does not come back with a neutral element.
  if (!element || !element.getType().isIntOrFloat() || combiners.size() != 1 ||
      !combinesInAnyOrder(combiners.front()))
    return std::nullopt;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiners.front());
  // The elements must not depend on what was combined before.
  if (!neutral || !op.getRegionOutputArgs().front().hasOneUse())
    return std::nullopt;
  return SharedReduction{op, {element}, combiners, *neutral};
}

namespace {
enum class Order { Better, Equal, Lesser };
} // namespace

/// Whether `condition` compares `x` with `y` so.
static bool compares(Value condition, Value x, Value y, Order order) {
  if (auto floats = condition.getDefiningOp<arith::CmpFOp>()) {
    const arith::CmpFPredicate predicate = floats.getPredicate();
    const bool isWanted = order == Order::Equal
                              ? predicate == arith::CmpFPredicate::OEQ
                              : order == Order::Better && (predicate == arith::CmpFPredicate::OGT ||
                                                           predicate == arith::CmpFPredicate::OLT);
    return isWanted && floats.getLhs() == x && floats.getRhs() == y;
  }
  auto integers = condition.getDefiningOp<arith::CmpIOp>();
  if (!integers || integers.getLhs() != x || integers.getRhs() != y)
    return false;
  const arith::CmpIPredicate predicate = integers.getPredicate();
  switch (order) {
  case Order::Equal:
    return predicate == arith::CmpIPredicate::eq;
  case Order::Lesser:
    return predicate == arith::CmpIPredicate::slt;
  case Order::Better:
    return predicate == arith::CmpIPredicate::slt || predicate == arith::CmpIPredicate::sgt;
  }
  llvm_unreachable("all orders are handled");
}

/// `select(better(x, best) or (x == best and i < first), (x, i), (best, first))`
static std::optional<SharedReduction> matchExtremeAndIndex(linalg::GenericOp op) {
  Value best = op.getRegionOutputArgs()[0], first = op.getRegionOutputArgs()[1];
  Operation *yield = op.getBody()->getTerminator();
  auto value = yield->getOperand(0).getDefiningOp<arith::SelectOp>();
  auto index = yield->getOperand(1).getDefiningOp<arith::SelectOp>();
  if (!value || !index || value.getCondition() != index.getCondition() ||
      value.getFalseValue() != best || index.getFalseValue() != first)
    return std::nullopt;
  Value x = value.getTrueValue(), i = index.getTrueValue();
  auto takes = value.getCondition().getDefiningOp<arith::OrIOp>();
  auto ties = takes ? takes.getRhs().getDefiningOp<arith::AndIOp>() : nullptr;
  // Nothing else uses what was combined before: the elements do not depend on it.
  if (!ties || !best.hasNUses(3) || !first.hasNUses(2) ||
      !compares(takes.getLhs(), x, best, Order::Better) ||
      !compares(ties.getLhs(), x, best, Order::Equal) ||
      !compares(ties.getRhs(), i, first, Order::Lesser))
    return std::nullopt;
  return SharedReduction{op,
                         {x, i},
                         {takes.getLhs().getDefiningOp(), ties.getLhs().getDefiningOp(),
                          ties.getRhs().getDefiningOp(), ties, takes, value, index},
                         {}};
}

std::optional<SharedReduction> matchSharedReduction(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumReductionLoops() == 0 || !combinesInOneElement(op) ||
      linalg::isaContractionOpInterface(op))
    return std::nullopt;
  const auto kinds = op.getIteratorTypesArray();
  if (llvm::is_contained(ArrayRef(kinds).take_front(op.getNumParallelLoops()),
                         utils::IteratorType::reduction))
    return std::nullopt;
  int64_t elements = 1;
  for (auto [extent, kind] : llvm::zip(op.getStaticLoopRanges(), kinds))
    if (kind == utils::IteratorType::reduction)
      elements = ShapedType::isDynamic(extent) ? leastElements : elements * extent;
  if (elements < leastElements ||
      llvm::any_of(*op.getBody(), [](Operation &inner) { return inner.getNumRegions() != 0; }))
    return std::nullopt;
  if (op.getNumDpsInits() == 1)
    return matchByOneOp(op);
  return op.getNumDpsInits() == 2 ? matchExtremeAndIndex(op) : std::nullopt;
}

} // namespace assay
