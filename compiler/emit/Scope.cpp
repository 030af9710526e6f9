#include "compiler/emit/Scope.h"

#include "support/Assert.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::emission {

bool Subject::isStatic(const Dim &dim) const {
  bool all = true;
  dim.forEachSymbol([&](SymbolId id) { all = all && knowledge(id) == Knowledge::Static; });
  return all;
}

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

Scope::Scope(const Subject &subject, Block *block)
    : subject(subject),
      b(UnknownLoc::get(block->getParent()->getContext()), OpBuilder::atBlockEnd(block)),
      values(static_cast<size_t>(subject.program.valueCount())) {}

void Scope::defineSymbol(SymbolId symbol, Value extent) {
  sources.try_emplace(symbol, Source{extent, std::nullopt});
}

void Scope::defineSymbol(SymbolId symbol, Value tensor, int64_t dim) {
  sources.try_emplace(symbol, Source{tensor, dim});
}

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

Value Scope::symbol(SymbolId id) {
  auto found = sources.find(id);
  if (found == sources.end()) {
    // The module says it, but where `?` stands in the types.
    ASSAY_ASSERT(subject.knowledge(id) == Knowledge::Disguised, "a dynamic symbol has no source");
    return index(subject.known[static_cast<size_t>(id)]);
  }
  Source &source = found->second;
  if (source.dim)
    source = {tensor::DimOp::create(b, source.value, index(*source.dim)), std::nullopt};
  return source.value;
}

/// As index arithmetic does it at run time; extents of a valid run do not come near.
static int64_t wrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

Value Scope::index(const Dim &dim) {
  if (subject.isStatic(dim))
    return index(dim.evaluate(subject.known));
  if (auto id = dim.asSymbol())
    return symbol(*id);
  if (auto found = sums.find(dim); found != sums.end())
    return found->second;
  Value sum;
  int64_t constant = 0;
  for (const Dim::Term &term : dim.terms()) {
    int64_t factor = term.coefficient;
    Value product;
    for (SymbolId id : term.symbols) {
      if (subject.knowledge(id) == Knowledge::Static)
        factor = wrappingProduct(factor, subject.known[static_cast<size_t>(id)]);
      else
        product = product ? arith::MulIOp::create(b, product, symbol(id)).getResult() : symbol(id);
    }
    if (!product) {
      constant += factor;
      continue;
    }
    if (factor != 1)
      product = arith::MulIOp::create(b, product, index(factor));
    sum = sum ? arith::AddIOp::create(b, sum, product).getResult() : product;
  }
  if (constant != 0)
    sum = arith::AddIOp::create(b, sum, index(constant));
  sums.emplace(dim, sum);
  return sum;
}

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
