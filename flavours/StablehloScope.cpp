#include "flavours/StablehloScope.h"

#include "support/Assert.h"

#include <mlir/IR/BuiltinAttributes.h>

#include <algorithm>

using namespace mlir;

namespace assay::stablehlo {

Scope::Scope(const emission::Subject &subject, Block *block)
    : subject(subject), b(OpBuilder::atBlockEnd(block)),
      values(static_cast<size_t>(subject.program.valueCount())) {}

void Scope::defineSymbol(SymbolId symbol, Shaped extent) {
  sources.try_emplace(symbol, Source{std::move(extent), std::nullopt});
}

void Scope::defineSymbol(SymbolId symbol, Shaped tensor, int64_t dim) {
  sources.try_emplace(symbol, Source{std::move(tensor), dim});
}

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

Shaped Scope::number(int64_t value) {
  auto found = constants.find(value);
  if (found == constants.end()) {
    auto type = RankedTensorType::get({}, b.getI64Type());
    found = constants.emplace(value, constant(DenseElementsAttr::get(type, value), {})).first;
  }
  return found->second;
}

Shaped Scope::symbol(SymbolId id) {
  auto found = sources.find(id);
  if (found == sources.end()) {
    // The module says it, but where `?` stands in the types.
    ASSAY_ASSERT(subject.knowledge(id) == Knowledge::Disguised, "a dynamic symbol has no source");
    return number(subject.known[static_cast<size_t>(id)]);
  }
  Source &source = found->second;
  if (source.dim) {
    Shaped size = op("stablehlo.get_dimension_size", source.value, {b.getI32Type(), {}},
                     attribute("dimension", *source.dim));
    source = {op("stablehlo.convert", size, {b.getI64Type(), {}}), std::nullopt};
  }
  return source.value;
}

/// As i64 arithmetic does it at run time; extents of a valid run do not come near.
static int64_t wrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

Shaped Scope::extent(const Dim &dim) {
  if (subject.isStatic(dim))
    return number(dim.evaluate(subject.known));
  if (auto id = dim.asSymbol())
    return symbol(*id);
  if (auto found = sums.find(dim); found != sums.end())
    return found->second;
  std::optional<Shaped> sum;
  int64_t constant = 0;
  for (const Dim::Term &term : dim.terms()) {
    int64_t factor = term.coefficient;
    std::optional<Shaped> product;
    for (SymbolId id : term.symbols) {
      if (subject.knowledge(id) == Knowledge::Static)
        factor = wrappingProduct(factor, subject.known[static_cast<size_t>(id)]);
      else
        product = product ? op("stablehlo.multiply", {*product, symbol(id)}) : symbol(id);
    }
    if (!product) {
      constant += factor;
      continue;
    }
    if (factor != 1)
      product = op("stablehlo.multiply", {*product, number(factor)});
    sum = sum ? op("stablehlo.add", {*sum, *product}) : *product;
  }
  if (constant != 0)
    sum = op("stablehlo.add", {*sum, number(constant)});
  return sums.emplace(dim, *sum).first->second;
}

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
