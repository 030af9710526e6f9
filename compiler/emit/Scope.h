#pragma once

#include "program/Abi.h"

#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/ImplicitLocOpBuilder.h>

#include <map>

namespace assay::emission {

/// What one call of emit() is about.
struct Subject {
  const Program &program;
  const Specialization &specialization;
  const Bindings &known;

  Knowledge knowledge(SymbolId symbol) const { return specialization[static_cast<size_t>(symbol)]; }
  /// Every symbol of the dim is Static.
  bool isStatic(const Dim &dim) const;
};

mlir::Type elementType(mlir::MLIRContext &context, ElementType element);
/// The type with `?` for what the compiler is not told.
mlir::RankedTensorType rankedType(const Subject &subject, mlir::MLIRContext &context,
                                  const TensorType &type);

/// The function that is being written: its values, and the index values made so far. All of it is
/// one block, written from top to bottom, so that what was made once may be used from then on.
class Scope {
public:
  /// Writes at the end of `block`.
  Scope(const Subject &subject, mlir::Block *block);

  const Subject &subject;
  mlir::ImplicitLocOpBuilder b;

  mlir::MLIRContext &context() { return *b.getContext(); }

  mlir::Value value(ValueId id) const { return values[static_cast<size_t>(id)]; }
  void define(ValueId id, mlir::Value value) { values[static_cast<size_t>(id)] = value; }

  /// Says where the extent of a symbol comes from: an index value, or a dim of a tensor, which is
  /// read when it is first asked for. The first definition counts.
  void defineSymbol(SymbolId symbol, mlir::Value extent);
  void defineSymbol(SymbolId symbol, mlir::Value tensor, int64_t dim);

  mlir::Type element(ElementType type) { return elementType(context(), type); }
  mlir::RankedTensorType type(const TensorType &type) {
    return rankedType(subject, context(), type);
  }

  /// A number where the dim is static, else an index value. Not for use inside a body.
  mlir::OpFoldResult extent(const Dim &dim);
  llvm::SmallVector<mlir::OpFoldResult> extents(std::span<const Dim> dims);
  /// An index value in any case.
  mlir::Value index(const Dim &dim);
  mlir::Value index(int64_t constant);

  /// tensor.empty.
  mlir::Value empty(const TensorType &type);
  /// `value` as that type; a tensor.cast if it has another.
  mlir::Value as(mlir::Value value, mlir::RankedTensorType type);
  mlir::Value as(mlir::Value value, const TensorType &wanted) { return as(value, type(wanted)); }

private:
  mlir::Value symbol(SymbolId id);

  struct Source {
    mlir::Value value;
    std::optional<int64_t> dim; // of the tensor `value`
  };
  std::vector<mlir::Value> values;
  std::map<SymbolId, Source> sources;
  std::map<Dim, mlir::Value> sums;
  std::map<int64_t, mlir::Value> constants;
};

} // namespace assay::emission
