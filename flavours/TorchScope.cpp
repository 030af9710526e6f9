#include "flavours/TorchScope.h"

#include "support/Assert.h"

#include <mlir/IR/BuiltinAttributes.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

using namespace mlir;

namespace assay::torch {

namespace {

struct ElementName {
  ElementType element;
  const char *name;
  int64_t number;
};
constexpr ElementName elementNames[] = {
    {ElementType::F64, "f64", 7},  {ElementType::F32, "f32", 6},
    {ElementType::F16, "f16", 5},  {ElementType::BF16, "bf16", 15},
    {ElementType::I64, "si64", 4}, {ElementType::I32, "si32", 3},
    {ElementType::I16, "si16", 2}, {ElementType::I8, "si8", 1},
    {ElementType::I1, "i1", 11},   {ElementType::C64, "complex<f32>", 9},
};

const ElementName &nameOf(ElementType element) {
  return *std::find_if(std::begin(elementNames), std::end(elementNames),
                       [&](const ElementName &name) { return name.element == element; });
}

} // namespace

mlir::Type torchType(MLIRContext &context, llvm::StringRef text) {
  return OpaqueType::get(StringAttr::get(&context, "torch"), text);
}

mlir::Type tensorType(const emission::Subject &subject, MLIRContext &context,
                      const TensorType &type, llvm::ArrayRef<int64_t> unknown) {
  std::vector<std::string> extents;
  for (const Dim &dim : type.dims) {
    const bool isKnown = subject.isStatic(dim) && !llvm::is_contained(unknown, extents.size());
    extents.push_back(isKnown ? fmt::to_string(dim.evaluate(subject.known)) : "?");
  }
  return torchType(
      context, fmt::format("vtensor<[{}],{}>", fmt::join(extents, ","), nameOf(type.element).name));
}

Scope::Scope(const emission::Subject &subject, Block *block)
    : Extents(subject), subject(subject), b(OpBuilder::atBlockEnd(block)),
      values(static_cast<size_t>(subject.program.valueCount())) {}

bool Scope::isStatic(std::span<const Dim> dims) const {
  return std::all_of(dims.begin(), dims.end(), [&](const Dim &dim) { return isStatic(dim); });
}

Operation *Scope::make(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                       llvm::ArrayRef<mlir::Type> results,
                       llvm::ArrayRef<NamedAttribute> attributes) {
  OperationState state(b.getUnknownLoc(), ("torch." + name).str());
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(attributes);
  return b.create(state);
}

Value Scope::constant(llvm::StringRef kind, Attribute value) {
  Value &made = constants[value];
  if (!made)
    made = make(("constant." + kind).str(), {}, torchType(*b.getContext(), kind),
                b.getNamedAttr("value", value))
               ->getResult(0);
  return made;
}

Value Scope::integer(int64_t value) { return constant("int", b.getI64IntegerAttr(value)); }
Value Scope::real(double value) { return constant("float", b.getF64FloatAttr(value)); }
Value Scope::truth(bool value) { return constant("bool", b.getBoolAttr(value)); }
Value Scope::text(llvm::StringRef value) { return constant("str", b.getStringAttr(value)); }

Value Scope::none() {
  if (!nothing)
    nothing = make("constant.none", {}, torchType(*b.getContext(), "none"))->getResult(0);
  return nothing;
}

Value Scope::dtype(ElementType element) { return integer(nameOf(element).number); }

Value Scope::ofIntegers(llvm::StringRef name, Value x, Value y) {
  return make(name, {x, y}, torchType(*b.getContext(), "int"))->getResult(0);
}

Value Scope::writeSize(Value tensor, int64_t dim) {
  return ofIntegers("aten.size.int", tensor, integer(dim));
}

Value Scope::writeProduct(Value x, Value y) { return ofIntegers("aten.mul.int", x, y); }

Value Scope::writeSum(Value x, Value y) { return ofIntegers("aten.add.int", x, y); }

Value Scope::list(llvm::ArrayRef<Value> elements, llvm::StringRef type) {
  return make("prim.ListConstruct", elements,
              torchType(*b.getContext(), ("list<" + type + ">").str()))
      ->getResult(0);
}

Value Scope::list(llvm::ArrayRef<int64_t> values) {
  llvm::SmallVector<Value> elements;
  for (int64_t value : values)
    elements.push_back(integer(value));
  return list(elements, "int");
}

Value Scope::list(std::span<const Dim> extents) {
  llvm::SmallVector<Value> elements;
  for (const Dim &dim : extents)
    elements.push_back(extent(dim));
  return list(elements, "int");
}

Value Scope::list(llvm::ArrayRef<Shaped> tensors) {
  llvm::SmallVector<Value> elements(tensors.begin(), tensors.end());
  return list(elements, "vtensor");
}

Shaped Scope::literal(DenseElementsAttr elements, const TensorType &type) {
  if (isInteger(type.element))
    elements = elements.bitcast(IntegerType::get(
        b.getContext(), static_cast<unsigned>(bitWidth(type.element)), IntegerType::Signed));
  Operation *made = make("vtensor.literal", {}, tensorType(subject, *b.getContext(), type),
                         b.getNamedAttr("value", elements));
  return {made->getResult(0), type.element, type.dims};
}

Results Scope::op(llvm::StringRef name, llvm::ArrayRef<Value> operands,
                  llvm::ArrayRef<TensorType> results) {
  llvm::SmallVector<mlir::Type> types;
  for (const TensorType &result : results)
    types.push_back(tensorType(subject, *b.getContext(), result));
  Operation *made = make(name, operands, types);
  Results all;
  for (size_t i = 0; i < results.size(); ++i)
    all.push_back({made->getResult(static_cast<unsigned>(i)), results[i].element, results[i].dims});
  return all;
}

Shaped Scope::op(llvm::StringRef name, llvm::ArrayRef<Value> operands, const TensorType &result) {
  return op(name, operands, llvm::ArrayRef<TensorType>(result))[0];
}

Shaped Scope::forgetting(const Shaped &x, llvm::ArrayRef<int64_t> dims) {
  const char *cast = "tensor_static_info_cast";
  const TensorType type{x.element, x.dims};
  Operation *hidden = make(cast, x.value, tensorType(subject, *b.getContext(), type, dims));
  return op(cast, hidden->getResult(0), type);
}

} // namespace assay::torch
