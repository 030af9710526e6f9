#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

using namespace mlir;

namespace assay::fault_patterns {

int64_t staticExtent(Value tensor, int64_t dim) {
  return cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
}

bool isDynamic(Value tensor, int64_t dim) {
  return ShapedType::isDynamic(staticExtent(tensor, dim));
}

bool hasDynamicDim(Value tensor) {
  return !cast<RankedTensorType>(tensor.getType()).hasStaticShape();
}

bool hasEmptyDim(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(), 0);
}

gpu::GPUFuncOp kernelOf(Operation *op) { return op->getParentOfType<gpu::GPUFuncOp>(); }

Value mapElements(
    ImplicitLocOpBuilder &b, Value x,
    llvm::function_ref<Value(ImplicitLocOpBuilder &b, ValueRange place, Value element)> body) {
  auto type = cast<RankedTensorType>(x.getType());
  Value empty =
      tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), x), type.getElementType());
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, empty.getType(), x, empty, maps, iterators,
                                   [&](OpBuilder &inner, Location loc, ValueRange elements) {
                                     ImplicitLocOpBuilder b(loc, inner);
                                     Values place;
                                     for (int64_t i = 0; i < type.getRank(); ++i)
                                       place.push_back(linalg::IndexOp::create(b, i));
                                     linalg::YieldOp::create(b, body(b, place, elements[0]));
                                   })
      .getResult(0);
}

} // namespace assay::fault_patterns
