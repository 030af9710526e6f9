#pragma once

#include "compiler/emit/Scope.h"

#include <mlir/IR/TypeUtilities.h>

namespace assay::stablehlo {

using emission::otherDims;

/// A value of the module with its dims as the Program has them, where the value's own type may show
/// a `?`.
struct Shaped {
  mlir::Value value;
  std::vector<Dim> dims;

  mlir::Type element() const { return mlir::getElementTypeOrSelf(value); }
  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
};
using Results = std::vector<Shaped>;

/// An element type, which other than in a Program may be an unsigned integer, and dims.
struct ResultType {
  mlir::Type element;
  std::vector<Dim> dims;
};

/// The function that is being written: its values, and the sizes computed so far. All of it is one
/// block, written from top to bottom; bodies of ops in it read nothing but their arguments.
class Scope : public emission::Extents {
public:
  /// Writes at the end of `block`.
  Scope(const emission::Subject &subject, mlir::Block *block);

  const emission::Subject &subject;
  mlir::OpBuilder b;

  mlir::MLIRContext &context() { return *b.getContext(); }
  mlir::Type element(ElementType type) { return emission::elementType(context(), type); }

  const Shaped &value(ValueId id) const { return values[static_cast<size_t>(id)]; }
  void define(ValueId id, Shaped value) { values[static_cast<size_t>(id)] = std::move(value); }

  /// Types show a number for each of the dims.
  bool isStatic(std::span<const Dim> dims) const;
  /// The extents of dims that are static.
  std::vector<int64_t> numbers(std::span<const Dim> dims) const;
  mlir::RankedTensorType type(const ResultType &type) const;

  /// The extent as a tensor<i64>. Not for use inside a body.
  Shaped extent(const Dim &dim) { return {write(dim), {}}; }
  /// The extents as a tensor<nxi64>.
  Shaped extents(std::span<const Dim> dims);

  /// A stablehlo.constant.
  Shaped constant(mlir::DenseElementsAttr value, std::vector<Dim> dims);
  /// The op called `name`, with its dialect, and one result.
  Shaped op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands, const ResultType &result,
            llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  /// The same with a result like the first operand.
  Shaped op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
            llvm::ArrayRef<mlir::NamedAttribute> attributes = {});

  /// The same with any number of results.
  Results op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
             llvm::ArrayRef<ResultType> results, llvm::ArrayRef<mlir::NamedAttribute> attributes);

  /// What a reduce, sort or scatter does with elements: given scalars, what it returns.
  using Body = llvm::function_ref<Results(llvm::ArrayRef<Shaped>)>;
  /// An op with a body, whose arguments are scalars of the types `elements`.
  Results op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
             llvm::ArrayRef<ResultType> results, llvm::ArrayRef<mlir::NamedAttribute> attributes,
             llvm::ArrayRef<mlir::Type> elements, Body body);

  mlir::NamedAttribute attribute(llvm::StringRef name, int64_t value);
  mlir::NamedAttribute attribute(llvm::StringRef name, bool value);
  mlir::NamedAttribute attribute(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
  /// An attribute of StableHLO's own, as in #stablehlo<comparison_direction LT>.
  mlir::NamedAttribute ownAttribute(llvm::StringRef name, llvm::StringRef text);

private:
  mlir::OperationState state(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
                             llvm::ArrayRef<ResultType> results,
                             llvm::ArrayRef<mlir::NamedAttribute> attributes);
  Results make(mlir::OperationState &state, llvm::ArrayRef<ResultType> results);
  mlir::Value writeNumber(int64_t number) override;
  mlir::Value writeSize(mlir::Value tensor, int64_t dim) override;
  mlir::Value writeProduct(mlir::Value x, mlir::Value y) override;
  mlir::Value writeSum(mlir::Value x, mlir::Value y) override;

  std::vector<Shaped> values;
  std::map<int64_t, mlir::Value> constants;
};

} // namespace assay::stablehlo
