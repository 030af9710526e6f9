#include "compiler/builders/Fill.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {

bool isFill(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return isa<linalg::FillOp>(op) ||
         (generic && generic->getNumOperands() == 1 && generic.getNumReductionLoops() == 0 &&
          llvm::hasSingleElement(*generic.getBody()) &&
          !generic.payloadUsesValueFromOperand(generic.getDpsInitOperand(0)));
}

} // namespace assay
