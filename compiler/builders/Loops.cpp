#include "compiler/builders/Loops.h"

using namespace mlir;

namespace assay {

bool combinesInOneElement(linalg::LinalgOp op) {
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  return llvm::all_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    const AffineMap map = op.getMatchingIndexingMap(&init);
    return llvm::none_of(loops, [&](unsigned loop) { return map.isFunctionOfDim(loop); });
  });
}

bool onlyAscends(linalg::LinalgOp op) {
  bool descends = false;
  for (AffineMap map : op.getIndexingMapsArray())
    map.walkExprs([&](AffineExpr expression) {
      auto product = dyn_cast<AffineBinaryOpExpr>(expression);
      auto factor = product && product.getKind() == AffineExprKind::Mul
                        ? dyn_cast<AffineConstantExpr>(product.getRHS())
                        : AffineConstantExpr();
      descends |= factor && factor.getValue() < 0;
    });
  return !descends;
}

} // namespace assay
