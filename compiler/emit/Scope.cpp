#include "compiler/emit/Scope.h"

#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::emission {

mlir::Type elementType(MLIRContext &context, ElementType element) {
  switch (element) {
  case ElementType::F64:
    return Float64Type::get(&context);
  case ElementType::F32:
    return Float32Type::get(&context);
  case ElementType::F16:
    return Float16Type::get(&context);
  case ElementType::BF16:
    return BFloat16Type::get(&context);
  case ElementType::I64:
  case ElementType::I32:
  case ElementType::I16:
  case ElementType::I8:
  case ElementType::I1:
    return IntegerType::get(&context, static_cast<unsigned>(bitWidth(element)));
  case ElementType::C64:
    return ComplexType::get(Float32Type::get(&context));
  }
  ASSAY_ASSERT(false, "element type out of range");
}

RankedTensorType rankedType(const Subject &subject, MLIRContext &context, const TensorType &type) {
  llvm::SmallVector<int64_t> shape;
  for (const Dim &dim : type.dims)
    shape.push_back(subject.isStatic(dim) ? dim.evaluate(subject.known) : ShapedType::kDynamic);
  return RankedTensorType::get(shape, elementType(context, type.element));
}

std::vector<int64_t> otherDims(int64_t rank, llvm::ArrayRef<int64_t> dims) {
  std::vector<int64_t> others;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(dims, dim))
      others.push_back(dim);
  return others;
}

Scope::Scope(const Subject &subject, Block *block)
    : Extents(subject), subject(subject),
      b(UnknownLoc::get(block->getParent()->getContext()), OpBuilder::atBlockEnd(block)),
      values(static_cast<size_t>(subject.program.valueCount())) {}

OpFoldResult Scope::extent(const Dim &dim) {
  if (subject.isStatic(dim))
    return b.getIndexAttr(dim.evaluate(subject.known));
  return index(dim);
}

llvm::SmallVector<OpFoldResult> Scope::extents(std::span<const Dim> dims) {
  llvm::SmallVector<OpFoldResult> all;
  for (const Dim &dim : dims)
    all.push_back(extent(dim));
  return all;
}

Value Scope::index(int64_t constant) {
  Value &made = constants[constant];
  if (!made)
    made = arith::ConstantIndexOp::create(b, constant);
  return made;
}

Value Scope::writeSize(Value tensor, int64_t dim) {
  return tensor::DimOp::create(b, tensor, index(dim));
}

Value Scope::writeProduct(Value x, Value y) { return arith::MulIOp::create(b, x, y); }

Value Scope::writeSum(Value x, Value y) { return arith::AddIOp::create(b, x, y); }

Value Scope::empty(const TensorType &wanted) {
  llvm::SmallVector<Value> dynamic;
  for (const Dim &dim : wanted.dims)
    if (!subject.isStatic(dim))
      dynamic.push_back(index(dim));
  return tensor::EmptyOp::create(b, type(wanted), dynamic);
}

Value Scope::as(Value value, RankedTensorType type) {
  return value.getType() == type ? value : tensor::CastOp::create(b, type, value).getResult();
}

} // namespace assay::emission
