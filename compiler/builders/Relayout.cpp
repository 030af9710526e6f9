#include "compiler/builders/Relayout.h"

#include <mlir/IR/AffineExpr.h>

using namespace mlir;

namespace assay {

bool isPermuted(AffineMap map, ArrayRef<int64_t> shape) {
  unsigned next = 0;
  for (auto [extent, expression] : llvm::zip_equal(shape, map.getResults())) {
    const auto dim = dyn_cast<AffineDimExpr>(expression);
    if (!dim || extent == 1)
      continue;
    if (dim.getPosition() < next)
      return true;
    next = dim.getPosition();
  }
  return false;
}

bool onlyMoves(Operation *op) {
  if (op->getNumRegions() != 1 || !op->getRegion(0).hasOneBlock())
    return false;
  Block &body = op->getRegion(0).front();
  Operation &yield = body.front();
  return &yield == &body.back() && yield.getNumOperands() == 1 &&
         isa<BlockArgument>(yield.getOperand(0));
}

} // namespace assay
