#pragma once

#include "compiler/mutants/Rules.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>
#include <mlir/IR/PatternMatch.h>

#include <optional>

// What the rules of Rules.def do to an op, and what they share. What computes is linalg.generic by
// then: a scalar is an element, in the body of one.

namespace assay::rewrites {

#define ASSAY_RULE(Function, name, op, effect, promise)                                            \
  bool Function(mlir::Operation *op, mlir::PatternRewriter &rewriter);
#include "compiler/mutants/Rules.def"

/// The tensor whose element at the place of the body the scalar is; null if it is none.
mlir::Value tensorRead(mlir::Value scalar);
/// The op that made the scalar, in its body or in that of the elementwise op whose result is read;
/// null if there is none.
mlir::Operation *maker(mlir::Value scalar);
template <class MakerOp> MakerOp madeBy(mlir::Value scalar) {
  return mlir::dyn_cast_or_null<MakerOp>(maker(scalar));
}
/// What the scalar is wherever it stands; null if that is not known.
mlir::Attribute constantOf(mlir::Value scalar);
/// Whether it is that number, of a float or integer type.
bool isNumber(mlir::Value scalar, double value);
/// Whether both are the same element.
bool isSame(mlir::Value x, mlir::Value y);
/// A scalar that a maker used, in the body that `user` stands in; null if it is what a destination
/// holds.
mlir::Value broughtTo(mlir::PatternRewriter &rewriter, mlir::Operation *user, mlir::Value scalar);

/// A constant of a float or integer type.
mlir::Value constant(mlir::PatternRewriter &rewriter, mlir::Operation *beside, mlir::Type type,
                     double value);
/// Puts another op in its place that takes and gives the same.
bool replaceBy(mlir::PatternRewriter &rewriter, mlir::Operation *op, llvm::StringRef name);
template <class OtherOp> bool replaceBy(mlir::PatternRewriter &rewriter, mlir::Operation *op) {
  return replaceBy(rewriter, op, OtherOp::getOperationName());
}
/// Sets a flag of an op of that kind, if it is the other way.
template <class FlaggedOp>
bool setFlag(mlir::PatternRewriter &rewriter, mlir::Operation *op, bool (FlaggedOp::*get)(),
             void (FlaggedOp::*set)(bool), bool to) {
  auto flagged = mlir::dyn_cast<FlaggedOp>(op);
  if (!flagged || (flagged.*get)() == to)
    return false;
  rewriter.modifyOpInPlace(op, [&] { (flagged.*set)(to); });
  return true;
}
/// Whether the op's body has a product of numbers, as that of a convolution, and not of a pooling.
bool multiplies(mlir::linalg::GenericOp op);
/// Has an op with windows read neighbours along its parallel dims, windows, or its reduction dims,
/// the places in one; false if it does.
bool readNeighbours(mlir::PatternRewriter &rewriter, mlir::linalg::GenericOp op,
                    mlir::utils::IteratorType along);
/// Puts a value in its place.
bool replaceBy(mlir::PatternRewriter &rewriter, mlir::Operation *op, mlir::Value value);

} // namespace assay::rewrites
