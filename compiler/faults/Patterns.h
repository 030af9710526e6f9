#pragma once

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/IR/PatternMatch.h>

namespace assay::fault_patterns {

#define ASSAY_FAULT(Pattern, name, stage, op, story, effect)                                       \
  void populate##Pattern(mlir::RewritePatternSet &patterns);
#include "compiler/faults/Faults.def"

/// Crashes, hangs or grows where a fault left a mark that says so.
void tripOverMarks(mlir::Operation *root);

/// Defines populate of a fault that is one pattern.
#define ASSAY_POPULATE(Pattern)                                                                    \
  void populate##Pattern(mlir::RewritePatternSet &patterns) {                                      \
    patterns.add<Pattern>(patterns.getContext());                                                  \
  }

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

/// The elements of a tensor in the order in which they lie, read as a tensor of another shape: what
/// comes of strides that are mixed up. `sizes` are those of `type`. Of rank 1 at least, and no type
/// says that there are no elements.
mlir::Value readAs(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value tensor,
                   mlir::RankedTensorType type, llvm::ArrayRef<mlir::OpFoldResult> sizes);

/// A new tensor of x's dims in another order: dim i is dim permutation[i].
mlir::Value transposed(mlir::RewriterBase &rewriter, mlir::Location loc, mlir::Value x,
                       llvm::ArrayRef<int64_t> permutation);

/// What moves the elements of a tensor, as a linalg.transpose or a linalg.generic.
struct Transposition {
  mlir::Value input;
  llvm::SmallVector<int64_t> permutation;
};
/// The one that makes a tensor; nothing if none does, or if it changes no order.
std::optional<Transposition> transpositionOf(mlir::Value tensor);

/// The kernel that the op is in; null outside of one.
mlir::gpu::GPUFuncOp kernelOf(mlir::Operation *op);

/// Whether there is such an op in the kernel, which may be null.
template <class WantedOp> bool contains(mlir::gpu::GPUFuncOp kernel) {
  return kernel &&
         kernel.walk([](WantedOp) { return mlir::WalkResult::interrupt(); }).wasInterrupted();
}

} // namespace assay::fault_patterns
