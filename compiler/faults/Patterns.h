#pragma once

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/IR/PatternMatch.h>

namespace assay::fault_patterns {

#define ASSAY_FAULT(Pattern, name, stage, op, story, effect)                                       \
  void populate##Pattern(mlir::RewritePatternSet &patterns);
#include "compiler/faults/Faults.def"

/// Whether dim `dim` of a tensor is `?` in its type.
bool isDynamic(mlir::Value tensor, int64_t dim);
/// Extent in the type; ShapedType::kDynamic for `?`.
int64_t staticExtent(mlir::Value tensor, int64_t dim);
bool hasDynamicDim(mlir::Value tensor);
/// Whether the type of a tensor says that it has no elements.
bool hasEmptyDim(mlir::Value tensor);

/// A new tensor of x's type whose elements `body` makes of those of x, given their place.
mlir::Value mapElements(mlir::ImplicitLocOpBuilder &b, mlir::Value x,
                        llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &b,
                                                       mlir::ValueRange place, mlir::Value element)>
                            body);

/// The kernel that the op is in; null outside of one.
mlir::gpu::GPUFuncOp kernelOf(mlir::Operation *op);

/// Whether there is such an op in the kernel, which may be null.
template <class WantedOp> bool contains(mlir::gpu::GPUFuncOp kernel) {
  return kernel &&
         kernel.walk([](WantedOp) { return mlir::WalkResult::interrupt(); }).wasInterrupted();
}

} // namespace assay::fault_patterns
