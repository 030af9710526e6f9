#pragma once

#include "compiler/emit/Extents.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

#include <map>

namespace assay::emission {

mlir::Type elementType(mlir::MLIRContext &context, ElementType element);
/// The type with `?` for what the compiler is not told.
mlir::RankedTensorType rankedType(const Subject &subject, mlir::MLIRContext &context,
                                  const TensorType &type);

/// 0 .. rank-1 but for `dims`.
std::vector<int64_t> otherDims(int64_t rank, llvm::ArrayRef<int64_t> dims);

/// The function that is being written: its values, and the index values made so far. All of it is
/// one block, written from top to bottom, so that what was made once may be used from then on.
class Scope : public Extents {
public:
  /// Writes at the end of `block`.
  Scope(const Subject &subject, mlir::Block *block);

  const Subject &subject;
  mlir::ImplicitLocOpBuilder b;

  mlir::MLIRContext &context() { return *b.getContext(); }

  mlir::Value value(ValueId id) const { return values[static_cast<size_t>(id)]; }
  void define(ValueId id, mlir::Value value) { values[static_cast<size_t>(id)] = value; }

  mlir::Type element(ElementType type) { return elementType(context(), type); }
  mlir::RankedTensorType type(const TensorType &type) {
    return rankedType(subject, context(), type);
  }

  /// A number where the dim is static, else an index value. Not for use inside a body.
  mlir::OpFoldResult extent(const Dim &dim);
  llvm::SmallVector<mlir::OpFoldResult> extents(std::span<const Dim> dims);
  /// An index value in any case.
  mlir::Value index(const Dim &dim) { return write(dim); }
  mlir::Value index(int64_t constant);

  /// tensor.empty.
  mlir::Value empty(const TensorType &type);
  /// `value` as that type; a tensor.cast if it has another.
  mlir::Value as(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value as(mlir::Value value, const TensorType &wanted) { return as(value, type(wanted)); }

private:
  mlir::Value writeNumber(int64_t number) override { return index(number); }
  mlir::Value writeSize(mlir::Value tensor, int64_t dim) override;
  mlir::Value writeProduct(mlir::Value x, mlir::Value y) override;
  mlir::Value writeSum(mlir::Value x, mlir::Value y) override;

  std::vector<mlir::Value> values;
  std::map<int64_t, mlir::Value> constants;
};

} // namespace assay::emission
