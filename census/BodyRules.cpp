#include "census/Anatomy.h"
#include "census/Rules.h"
#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

using namespace mlir;

namespace assay::census {

namespace {

/// Maps each of its dims somewhere else than its inverse does: three dims or more.
bool isNotOwnInverse(llvm::ArrayRef<int64_t> permutation) {
  for (size_t i = 0; i < permutation.size(); ++i)
    if (permutation[static_cast<size_t>(permutation[i])] != static_cast<int64_t>(i))
      return true;
  return false;
}

bool isFarEnd(Operation *op) {
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return isNotOwnInverse(transpose.getPermutation());
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return false;
  for (AffineMap map : linalgOp.getIndexingMapsArray()) {
    llvm::SmallVector<int64_t> dims;
    for (AffineExpr result : map.getResults())
      if (auto dim = dyn_cast<AffineDimExpr>(result))
        dims.push_back(dim.getPosition());
    if (map.isPermutation() && isNotOwnInverse(dims))
      return true;
  }
  const bool reduces = linalgOp.getNumLoops() > linalgOp.getNumParallelLoops();
  const bool reducesAll = linalgOp.getNumLoops() >= 1 && linalgOp.getNumParallelLoops() == 0;
  return (reduces && reducesAll) || llvm::any_of(op->getResults(), [](Value result) {
           RankedTensorType type = tensorType(result);
           return type && type.getRank() == 0;
         });
}

bool isUnsignedForm(Operation *op) {
  auto widens = [&] {
    return !op->getOperand(0).getType().isInteger(1) &&
           !getElementTypeOrSelf(op->getOperand(0).getType()).isInteger(1);
  };
  if (isa<arith::DivUIOp, arith::RemUIOp, arith::ShRUIOp, arith::MaxUIOp, arith::MinUIOp,
          arith::FPToUIOp, linalg::DivUnsignedOp>(op))
    return true;
  if (isa<arith::ExtUIOp, arith::UIToFPOp>(op))
    return widens();
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    return compare.getPredicate() >= arith::CmpIPredicate::ult;
  return false;
}

/// How the module's elementwise work and contractions are written.
struct Forms {
  bool named = false, generic = false, primitive = false, severalResults = false;

  int count() const { return named + generic + primitive; }
};

void addForm(Operation *op, Forms &forms) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    forms.generic = true;
    forms.severalResults =
        forms.severalResults || (generic.getNumResults() > 1 && isElementwise(op));
  } else if (isa<linalg::LinalgOp>(op) && !isa<linalg::FillOp>(op)) {
    forms.named = true;
  } else if (isElementwise(op)) {
    forms.primitive = true;
  }
}

} // namespace

void bodyRules(ModuleOp module, Note note) {
  Forms forms;
  module.walk([&](Operation *op) {
    const bool inBody = isa<linalg::LinalgOp>(op->getParentOp() ? op->getParentOp() : op);
    note(Structure::H, inBody && isa<linalg::IndexOp, tensor::ExtractOp>(op));
    note(Structure::R, isFarEnd(op));
    note(Structure::U, isUnsignedForm(op));
    addForm(op, forms);
  });
  note(Structure::T, forms.count() >= 2 || forms.severalResults);
}

} // namespace assay::census
