#include "compiler/builders/Reductions.h"

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

} // namespace assay
