#include "census/Anatomy.h"

#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay::census {

RankedTensorType tensorType(Value value) { return dyn_cast<RankedTensorType>(value.getType()); }

bool hasTensorResult(Operation *op) {
  return llvm::any_of(op->getResults(), [](Value result) { return bool(tensorType(result)); });
}

static bool movesOnly(Operation *op) {
  return isa<linalg::FillOp, linalg::TransposeOp, linalg::BroadcastOp>(op);
}

/// Ops in the body of a linalg op besides those that find the place and yield.
static bool computes(linalg::LinalgOp op) {
  return llvm::any_of(op.getBlock()->without_terminator(), [](Operation &inner) {
    return !isa<linalg::IndexOp, arith::ConstantOp, arith::IndexCastOp, tensor::ExtractOp>(inner);
  });
}

bool isElementwise(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (movesOnly(op) || linalgOp.getNumLoops() != linalgOp.getNumParallelLoops() ||
        inputCount(op) == 0)
      return false;
    for (AffineMap map : linalgOp.getIndexingMapsArray())
      if (!map.isProjectedPermutation())
        return false;
    for (OpOperand *input : linalgOp.getDpsInputOperands())
      if (!linalgOp.getMatchingIndexingMap(input).isIdentity())
        return false;
    return computes(linalgOp);
  }
  return op->hasTrait<OpTrait::Elementwise>() && hasTensorResult(op) && op->getNumOperands() > 0 &&
         !isa<arith::ConstantOp>(op);
}

int64_t inputCount(Operation *op) {
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    int64_t count = linalgOp.getNumDpsInputs();
    op->walk([&](tensor::ExtractOp) { ++count; });
    return count;
  }
  return llvm::count_if(op->getOperands(), [](Value operand) { return bool(tensorType(operand)); });
}

bool isContraction(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumDpsInputs() != 2 || isElementwise(op))
    return false;
  return linalgOp.getNumLoops() != linalgOp.getNumParallelLoops() ||
         isa<linalg::ContractionOpInterface>(op);
}

bool isHeavy(Operation *op) {
  if (isa<linalg::FillOp>(op) || isElementwise(op))
    return false;
  return isa<linalg::LinalgOp, linalg::SoftmaxOp>(op) ||
         (op->getDialect() && op->getDialect()->getNamespace() == "assay");
}

bool isReshape(Operation *op) { return isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op); }

bool isTranspose(Operation *op) {
  if (isa<linalg::TransposeOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumLoops() != generic.getNumParallelLoops() ||
      generic.getNumDpsInputs() != 1 || computes(generic))
    return false;
  AffineMap in = generic.getIndexingMapsArray()[0];
  return in.isPermutation() && !in.isIdentity();
}

bool isGather(Operation *op) {
  if (isa<ir::GatherOp, ir::GatherNdOp>(op))
    return true;
  if (!isa<linalg::GenericOp>(op))
    return false;
  bool found = false;
  op->walk([&](tensor::ExtractOp extract) {
    for (Value place : extract.getIndices())
      if (auto cast = place.getDefiningOp<arith::IndexCastOp>())
        found = found || cast.getIn().getDefiningOp<tensor::ExtractOp>();
  });
  return found;
}

Operation *originOf(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && (isReshape(op) || (isElementwise(op) && inputCount(op) == 1)))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

static bool isSoftmax(Operation *op) {
  if (!op)
    return false;
  if (isa<linalg::SoftmaxOp>(op))
    return true;
  if (!isa<arith::DivFOp>(op))
    return false;
  Operation *power = op->getOperand(0).getDefiningOp();
  return power && isa<math::ExpOp>(power);
}

bool endsAttention(Operation *op) {
  if (isa<ir::AttentionOp>(op))
    return true;
  return isContraction(op) && isSoftmax(originOf(op->getOperand(0)));
}

} // namespace assay::census
