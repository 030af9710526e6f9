#include "compiler/emit/Extents.h"

#include "support/Assert.h"

using namespace mlir;

namespace assay::emission {

bool Subject::isStatic(const Dim &dim) const {
  bool all = true;
  dim.forEachSymbol([&](SymbolId id) { all = all && knowledge(id) == Knowledge::Static; });
  return all;
}

void Extents::defineSymbol(SymbolId symbol, Value extent) {
  sources.try_emplace(symbol, Source{extent, std::nullopt});
}

void Extents::defineSymbol(SymbolId symbol, Value tensor, int64_t dim) {
  sources.try_emplace(symbol, Source{tensor, dim});
}

Value Extents::symbol(SymbolId id) {
  auto found = sources.find(id);
  if (found == sources.end()) {
    // The module says it, but where `?` stands in the types.
    ASSAY_ASSERT(extentsOf.knowledge(id) == Knowledge::Disguised, "a dynamic symbol has no source");
    return writeNumber(extentsOf.known[static_cast<size_t>(id)]);
  }
  Source &source = found->second;
  if (source.dim)
    source = {writeSize(source.value, *source.dim), std::nullopt};
  return source.value;
}

/// As the arithmetic does it at run time; extents of a valid run do not come near.
static int64_t wrappingProduct(int64_t a, int64_t b) {
  return static_cast<int64_t>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

Value Extents::write(const Dim &dim) {
  if (extentsOf.isStatic(dim))
    return writeNumber(dim.evaluate(extentsOf.known));
  if (auto id = dim.asSymbol())
    return symbol(*id);
  if (auto found = sums.find(dim); found != sums.end())
    return found->second;
  Value sum;
  int64_t rest = 0;
  for (const Dim::Term &term : dim.terms()) {
    int64_t factor = term.coefficient;
    Value product;
    for (SymbolId id : term.symbols) {
      if (extentsOf.knowledge(id) == Knowledge::Static)
        factor = wrappingProduct(factor, extentsOf.known[static_cast<size_t>(id)]);
      else
        product = product ? writeProduct(product, symbol(id)) : symbol(id);
    }
    if (!product) {
      rest += factor;
      continue;
    }
    if (factor != 1)
      product = writeProduct(product, writeNumber(factor));
    sum = sum ? writeSum(sum, product) : product;
  }
  if (rest != 0)
    sum = writeSum(sum, writeNumber(rest));
  sums.emplace(dim, sum);
  return sum;
}

} // namespace assay::emission
