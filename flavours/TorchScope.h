#pragma once

#include "compiler/emit/Scope.h"

namespace assay::torch {

using emission::otherDims;

/// A value tensor of the module, with its type as the Program would have it.
struct Shaped {
  mlir::Value value;
  ElementType element = ElementType::F32;
  std::vector<Dim> dims;

  int64_t rank() const { return static_cast<int64_t>(dims.size()); }
  const Dim &extent(int64_t dim) const { return dims[static_cast<size_t>(dim)]; }
  operator mlir::Value() const { return value; }
};
using Results = std::vector<Shaped>;

/// The function that is being written: its values, and the constants and sizes made so far. All of
/// it is one block, written from top to bottom. Types and ops of the torch dialect are known by
/// name only.
class Scope : public emission::Extents {
public:
  /// Writes at the end of `block`.
  Scope(const emission::Subject &subject, mlir::Block *block);

  const emission::Subject &subject;
  mlir::OpBuilder b;

  const Shaped &value(ValueId id) const { return values[static_cast<size_t>(id)]; }
  void define(ValueId id, Shaped value) { values[static_cast<size_t>(id)] = std::move(value); }

  /// Types show a number for the dim.
  bool isStatic(const Dim &dim) const { return subject.isStatic(dim); }
  bool isStatic(std::span<const Dim> dims) const;
  /// The extent of a dim that is static.
  int64_t number(const Dim &dim) const { return dim.evaluate(subject.known); }

  mlir::Value integer(int64_t value);
  mlir::Value real(double value);
  mlir::Value truth(bool value);
  mlir::Value none();
  mlir::Value text(llvm::StringRef value);
  /// The number that torch knows the type by.
  mlir::Value dtype(ElementType element);
  /// The extent as a !torch.int.
  mlir::Value extent(const Dim &dim) { return write(dim); }

  mlir::Value list(llvm::ArrayRef<int64_t> values);
  mlir::Value list(std::span<const Dim> extents);
  mlir::Value list(llvm::ArrayRef<Shaped> tensors);

  /// A torch.vtensor.literal; the attribute is of signless integers.
  Shaped literal(mlir::DenseElementsAttr elements, const TensorType &type);
  /// The op torch.<name>.
  Shaped op(llvm::StringRef name, llvm::ArrayRef<mlir::Value> operands, const TensorType &result);
  Results op(llvm::StringRef name, llvm::ArrayRef<mlir::Value> operands,
             llvm::ArrayRef<TensorType> results);
  /// `x` in a type that shows `?` for these dims, and back.
  Shaped forgetting(const Shaped &x, llvm::ArrayRef<int64_t> dims);

private:
  mlir::Operation *make(llvm::StringRef name, llvm::ArrayRef<mlir::Value> operands,
                        llvm::ArrayRef<mlir::Type> results,
                        llvm::ArrayRef<mlir::NamedAttribute> attributes = {});
  mlir::Value constant(llvm::StringRef kind, mlir::Attribute value);
  mlir::Value list(llvm::ArrayRef<mlir::Value> elements, llvm::StringRef type);
  mlir::Value writeNumber(int64_t number) override { return integer(number); }
  mlir::Value writeSize(mlir::Value tensor, int64_t dim) override;
  mlir::Value writeProduct(mlir::Value x, mlir::Value y) override;
  mlir::Value writeSum(mlir::Value x, mlir::Value y) override;
  /// An op that makes a !torch.int.
  mlir::Value ofIntegers(llvm::StringRef name, mlir::Value x, mlir::Value y);

  std::vector<Shaped> values;
  llvm::DenseMap<mlir::Attribute, mlir::Value> constants;
  mlir::Value nothing;
};

/// !torch.<text>.
mlir::Type torchType(mlir::MLIRContext &context, llvm::StringRef text);
/// !torch.vtensor<[2,?],f32>. Dims listed in `unknown` are `?` in any case.
mlir::Type tensorType(const emission::Subject &subject, mlir::MLIRContext &context,
                      const TensorType &type, llvm::ArrayRef<int64_t> unknown = {});

} // namespace assay::torch
