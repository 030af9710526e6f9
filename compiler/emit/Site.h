#pragma once

#include "compiler/emit/Scalars.h"
#include "compiler/emit/Scope.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

namespace assay::emission {

/// A node that is being written into a Scope, and the pieces that several ops are made of.
class Site {
public:
  Site(Scope &scope, int node);

  Scope &scope;
  mlir::ImplicitLocOpBuilder &b;
  const Node &node;
  llvm::SmallVector<mlir::Value> operands;
  std::span<const TensorType> types() const { return operandTypes; }
  int resultCount() const { return count; }
  const TensorType &result(int i = 0) const;
  mlir::RankedTensorType resultType(int i = 0) { return scope.type(result(i)); }
  mlir::Type resultElement(int i = 0) { return scope.element(result(i).element); }

  /// What a Scratch op writes over: the destination, or something empty.
  mlir::Value scratch();
  /// What an Initial op starts from: the destination, or `start` everywhere.
  mlir::Value initial(mlir::Attribute start);
  /// linalg.fill of a scalar.
  mlir::Value filled(const TensorType &type, mlir::Attribute scalar);
  mlir::Value filledInto(mlir::Value destination, mlir::Attribute scalar);

  /// The body of a linalg op: given the elements, what it yields.
  using Body = llvm::function_ref<llvm::SmallVector<mlir::Value>(mlir::ImplicitLocOpBuilder &,
                                                                 mlir::ValueRange elements)>;
  /// linalg.generic; the maps are those of `inputs`, then of `outs`. A dim that occurs in no map of
  /// an output is a reduction.
  llvm::SmallVector<mlir::Value> generic(mlir::ValueRange inputs, mlir::ValueRange outs,
                                         llvm::ArrayRef<mlir::AffineMap> maps, Body body);
  /// The same with one result.
  mlir::Value
  generic(mlir::ValueRange inputs, mlir::Value out, llvm::ArrayRef<mlir::AffineMap> maps,
          llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &, mlir::ValueRange)> body);
  /// The same with identity maps.
  mlir::Value
  elementwise(mlir::ValueRange inputs, mlir::Value out,
              llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &, mlir::ValueRange)> body);

  /// A linalg.generic into `out` that reads no operand but, by tensor.extract, `from` at the place
  /// that `place` computes from where it stands.
  using Place = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ImplicitLocOpBuilder &, llvm::ArrayRef<mlir::Value> here)>;
  mlir::Value extracting(mlir::Value from, mlir::Value out, Place place);

  mlir::AffineMap identityMap(int64_t rank) {
    return mlir::AffineMap::getMultiDimIdentityMap(static_cast<unsigned>(rank), b.getContext());
  }
  /// (d0, .., d<rank-1>) -> (d<dims[0]>, ..).
  mlir::AffineMap map(int64_t rank, std::span<const int64_t> dims);

private:
  std::vector<TensorType> operandTypes;
  int first;
  int count;
};

/// linalg.index for each dim of the body that is being written.
llvm::SmallVector<mlir::Value> here(mlir::ImplicitLocOpBuilder &b, int64_t rank);

} // namespace assay::emission
