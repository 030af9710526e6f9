#include "reducer/Passes.h"

#include <algorithm>
#include <map>

namespace assay {

/// What is known of an extent that is computed from `dim`'s symbols.
static Knowledge knowledgeOf(const Draft &draft, const Dim &dim) {
  Knowledge knowledge = Knowledge::Static;
  for (SymbolId id : dim.symbols()) {
    Knowledge other = draft.specialization[static_cast<size_t>(id)];
    if (other == Knowledge::Dynamic || knowledge == Knowledge::Static)
      knowledge = other;
  }
  return knowledge;
}

/// An extent of an argument that is an expression becomes a symbol of its own.
void renameExtents(Draft &draft, Places &places) {
  std::map<Dim, SymbolId> renamed;
  std::set<Dim> passed;
  for (const TensorType &type : draft.original.program().arguments())
    for (const Dim &dim : type.dims) {
      if (dim.constant() || dim.asSymbol() || !passed.insert(dim).second || !places.take())
        continue;
      std::vector<int64_t> extents;
      for (const Bindings &run : draft.bindings)
        extents.push_back(dim.evaluate(run));
      renamed[dim] = draft.addSymbol(knowledgeOf(draft, dim), extents);
    }
  if (!renamed.empty())
    draft.changeDims([&](const Dim &dim) {
      auto found = renamed.find(dim);
      return found == renamed.end() ? dim : Dim::symbol(found->second);
    });
}

void makeStatic(Draft &draft, Places &places) {
  for (Knowledge &knowledge : draft.specialization)
    if (knowledge != Knowledge::Static && places.take())
      knowledge = Knowledge::Static;
}

/// Disguised extents become dynamic ones, which need no constant in the module.
void undisguise(Draft &draft, Places &places) {
  for (Knowledge &knowledge : draft.specialization)
    if (knowledge == Knowledge::Disguised && places.take())
      knowledge = Knowledge::Dynamic;
}

/// A static symbol becomes its extent.
void bindSymbols(Draft &draft, Places &places) {
  std::vector<Dim> replacement;
  for (size_t symbol = 0; symbol < draft.specialization.size(); ++symbol) {
    bool bind = draft.specialization[symbol] == Knowledge::Static && places.take();
    replacement.push_back(bind ? Dim(draft.bindings[0][symbol])
                               : Dim::symbol(static_cast<SymbolId>(symbol)));
  }
  draft.substitute([&](SymbolId id) { return replacement[static_cast<size_t>(id)]; });
}

/// A symbol becomes an earlier one that has its extents and of which the same is known.
void mergeSymbols(Draft &draft, Places &places) {
  std::vector<Dim> replacement;
  auto same = [&](size_t a, size_t b) {
    return draft.specialization[a] == draft.specialization[b] &&
           std::all_of(draft.bindings.begin(), draft.bindings.end(),
                       [&](const Bindings &run) { return run[a] == run[b]; });
  };
  for (size_t symbol = 0; symbol < draft.specialization.size(); ++symbol) {
    size_t first = 0;
    while (!same(first, symbol))
      ++first;
    bool merge = first < symbol && places.take();
    replacement.push_back(Dim::symbol(static_cast<SymbolId>(merge ? first : symbol)));
  }
  draft.substitute([&](SymbolId id) { return replacement[static_cast<size_t>(id)]; });
}

} // namespace assay
