#pragma once

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

// What the lowerings of several op families build.

namespace assay {

using Values = llvm::SmallVector<mlir::Value>;

/// Whether elements of the type may be those of a vector, and lie in memory as in one. Integers
/// that do not lie side by side in a vector, bit by bit, and each in bytes of its own in memory.
bool liesAsInVectors(mlir::Type element);

mlir::Value indexConstant(mlir::ImplicitLocOpBuilder &b, int64_t value);

/// The extents of a tensor as values of type index.
Values extents(mlir::ImplicitLocOpBuilder &b, mlir::Value tensor);

/// Writes the body of a loop nest: gets the indices and the values carried into this iteration, and
/// returns those carried into the next one.
using LoopBody = llvm::function_ref<Values(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange indices,
                                           mlir::ValueRange carried)>;

/// Loops in row-major order over all indices below `bounds` (with no bounds: once), carrying
/// values. Returns what the last iteration leaves.
Values loops(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange bounds, mlir::ValueRange carried,
             LoopBody body);

/// Writes the body of one loop, as LoopBody does.
using StepBody = llvm::function_ref<Values(mlir::ImplicitLocOpBuilder &b, mlir::Value index,
                                           mlir::ValueRange carried)>;

/// Loops over lower, lower + step and so on below `upper`, carrying values. Returns what the last
/// iteration leaves.
Values steps(mlir::ImplicitLocOpBuilder &b, mlir::Value lower, mlir::Value upper, mlir::Value step,
             mlir::ValueRange carried, StepBody body);

/// Writes one side of an scf.if and returns what it yields.
using BranchBody = llvm::function_ref<Values(mlir::ImplicitLocOpBuilder &b)>;

/// An scf.if, and what it yields. Without `otherwise` that is nothing.
Values branch(mlir::ImplicitLocOpBuilder &b, mlir::Value condition, BranchBody then,
              BranchBody otherwise = nullptr);

/// The product of indices, 1 of none; constants are folded.
mlir::Value product(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange factors);

/// Writes what an element at a place is.
using ElementBody =
    llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &b, mlir::ValueRange place)>;

/// A linalg.generic into `init` that computes every element by itself from its place; the body may
/// read tensors.
mlir::Value forEachElement(mlir::ImplicitLocOpBuilder &b, mlir::Value init, ElementBody body);

/// `indices` with `value` put in at `dim`.
Values insertAt(mlir::ValueRange indices, int64_t dim, mlir::Value value);
/// `indices` without the one at `dim`.
Values dropAt(mlir::ValueRange indices, int64_t dim);

mlir::Type elementType(mlir::Value tensor);

/// A signed index of integer type as an index.
mlir::Value toIndex(mlir::ImplicitLocOpBuilder &b, mlir::Value value);

/// A number as one of the wider or equal type of its kind; integers as signed ones.
mlir::Value extend(mlir::ImplicitLocOpBuilder &b, mlir::Value value, mlir::Type type);

enum class Extreme { Least, Greatest };
/// The least or greatest value of a type: an infinity, or an end of the signed range.
mlir::Value extremeConstant(mlir::ImplicitLocOpBuilder &b, mlir::Type type, Extreme which);

/// a + b, a * b, and the lesser and greater of two numbers; integers are signed, and a NaN wins.
mlir::Value add(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);
mlir::Value multiply(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);
mlir::Value least(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);
mlir::Value greatest(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);

/// x < y; integers are signed, and a NaN is not less than anything.
mlir::Value isLess(mlir::ImplicitLocOpBuilder &b, mlir::Value x, mlir::Value y);

} // namespace assay
