#include "compiler/builders/Fill.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay {

bool isFill(Operation *op) {
  if (isa<linalg::FillOp>(op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic->getNumResults() == 1 && generic.getNumReductionLoops() == 0 &&
         llvm::hasSingleElement(*generic.getBody()) &&
         llvm::none_of(generic.getInputs(),
                       [](Value input) { return isa<ShapedType>(input.getType()); }) &&
         !generic.payloadUsesValueFromOperand(generic.getDpsInitOperand(0));
}

} // namespace assay
