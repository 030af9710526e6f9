#pragma once

#include "compiler/mutants/Mutators.h"

// What the mutators of Mutators.def may change of an op.

namespace assay::edits {

#define ASSAY_MUTATOR(Function, name, weight, phases, summary)                                     \
  void Function(mlir::Operation *op, std::vector<Edit> &edits);
#include "compiler/mutants/Mutators.def"

/// Puts another op in its place that takes and gives the same.
void rename(mlir::OpBuilder &builder, mlir::Operation *op, llvm::StringRef name);
/// Has two of its operands change places.
void exchangeOperands(mlir::Operation *op, unsigned first, unsigned second);
/// A constant of an integer type or index, in arith or the LLVM dialect as the op beside it is.
mlir::Value integerConstant(mlir::OpBuilder &builder, mlir::Operation *beside, mlir::Type type,
                            int64_t value);
/// The value and 1, or -1.
mlir::Value shifted(mlir::OpBuilder &builder, mlir::Operation *beside, mlir::Value value,
                    int64_t by);

} // namespace assay::edits
