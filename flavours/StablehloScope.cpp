#include "flavours/StablehloScope.h"

#include "support/Assert.h"

#include <mlir/IR/BuiltinAttributes.h>

#include <algorithm>

using namespace mlir;

namespace assay::stablehlo {

Scope::Scope(const emission::Subject &subject, Block *block)
    : Extents(subject), subject(subject), b(OpBuilder::atBlockEnd(block)),
      values(static_cast<size_t>(subject.program.valueCount())) {}

bool Scope::isStatic(std::span<const Dim> dims) const {
  return std::all_of(dims.begin(), dims.end(),
                     [&](const Dim &dim) { return subject.isStatic(dim); });
}

std::vector<int64_t> Scope::numbers(std::span<const Dim> dims) const {
  std::vector<int64_t> extents;
  for (const Dim &dim : dims) {
    ASSAY_ASSERT(subject.isStatic(dim), "the dim is not known");
    extents.push_back(dim.evaluate(subject.known));
  }
  return extents;
}

RankedTensorType Scope::type(const ResultType &type) const {
  llvm::SmallVector<int64_t> shape;
  for (const Dim &dim : type.dims)
    shape.push_back(subject.isStatic(dim) ? dim.evaluate(subject.known) : ShapedType::kDynamic);
  return RankedTensorType::get(shape, type.element);
}

Value Scope::writeNumber(int64_t number) {
  Value &made = constants[number];
  if (!made)
    made = constant(DenseElementsAttr::get(RankedTensorType::get({}, b.getI64Type()), number), {})
               .value;
  return made;
}

Value Scope::writeSize(Value tensor, int64_t dim) {
  Shaped size = op("stablehlo.get_dimension_size", Shaped{tensor, {}}, {b.getI32Type(), {}},
                   attribute("dimension", dim));
  return op("stablehlo.convert", size, {b.getI64Type(), {}}).value;
}

Value Scope::writeProduct(Value x, Value y) {
  return op("stablehlo.multiply", {{x, {}}, {y, {}}}).value;
}

Value Scope::writeSum(Value x, Value y) { return op("stablehlo.add", {{x, {}}, {y, {}}}).value; }

Shaped Scope::extents(std::span<const Dim> dims) {
  std::vector<Dim> shape{Dim(static_cast<int64_t>(dims.size()))};
  if (isStatic(dims)) {
    auto type = this->type({b.getI64Type(), shape});
    return constant(DenseElementsAttr::get(type, ArrayRef<int64_t>(numbers(dims))), shape);
  }
  std::vector<Shaped> parts;
  for (const Dim &dim : dims)
    parts.push_back(op("stablehlo.reshape", extent(dim), {b.getI64Type(), {Dim(1)}}));
  if (parts.size() == 1)
    return parts[0];
  return op("stablehlo.concatenate", parts, {b.getI64Type(), shape},
            attribute("dimension", int64_t(0)));
}

Shaped Scope::constant(DenseElementsAttr value, std::vector<Dim> dims) {
  return op("stablehlo.constant", {}, {value.getElementType(), std::move(dims)},
            b.getNamedAttr("value", value));
}

OperationState Scope::state(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
                            llvm::ArrayRef<ResultType> results,
                            llvm::ArrayRef<NamedAttribute> attributes) {
  OperationState state(b.getUnknownLoc(), name);
  for (const Shaped &operand : operands)
    state.operands.push_back(operand.value);
  for (const ResultType &result : results)
    state.addTypes(type(result));
  state.addAttributes(attributes);
  return state;
}

Results Scope::make(OperationState &state, llvm::ArrayRef<ResultType> results) {
  Operation *made = b.create(state);
  Results all;
  for (size_t i = 0; i < results.size(); ++i)
    all.push_back({made->getResult(static_cast<unsigned>(i)), results[i].dims});
  return all;
}

Results Scope::op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
                  llvm::ArrayRef<ResultType> results, llvm::ArrayRef<NamedAttribute> attributes) {
  OperationState made = state(name, operands, results, attributes);
  return make(made, results);
}

Shaped Scope::op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands, const ResultType &result,
                 llvm::ArrayRef<NamedAttribute> attributes) {
  return op(name, operands, llvm::ArrayRef<ResultType>(result), attributes)[0];
}

Shaped Scope::op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
                 llvm::ArrayRef<NamedAttribute> attributes) {
  return op(name, operands, ResultType{operands[0].element(), operands[0].dims}, attributes);
}

Results Scope::op(llvm::StringRef name, llvm::ArrayRef<Shaped> operands,
                  llvm::ArrayRef<ResultType> results, llvm::ArrayRef<NamedAttribute> attributes,
                  llvm::ArrayRef<mlir::Type> elements, Body body) {
  OperationState made = state(name, operands, results, attributes);
  Block &block = made.addRegion()->emplaceBlock();
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToEnd(&block);
    Results arguments;
    for (mlir::Type element : elements)
      arguments.push_back({block.addArgument(type({element, {}}), b.getUnknownLoc()), {}});
    op("stablehlo.return", body(arguments), llvm::ArrayRef<ResultType>(), {});
  }
  return make(made, results);
}

NamedAttribute Scope::attribute(llvm::StringRef name, int64_t value) {
  return b.getNamedAttr(name, b.getI64IntegerAttr(value));
}

NamedAttribute Scope::attribute(llvm::StringRef name, bool value) {
  return b.getNamedAttr(name, b.getBoolAttr(value));
}

NamedAttribute Scope::attribute(llvm::StringRef name, llvm::ArrayRef<int64_t> values) {
  return b.getNamedAttr(name, b.getDenseI64ArrayAttr(values));
}

NamedAttribute Scope::ownAttribute(llvm::StringRef name, llvm::StringRef text) {
  return b.getNamedAttr(
      name, OpaqueAttr::get(b.getStringAttr("stablehlo"), text, NoneType::get(&context())));
}

} // namespace assay::stablehlo
