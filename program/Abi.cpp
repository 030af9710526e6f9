#include "program/Abi.h"

namespace assay {

std::optional<DimSource> dimSource(const Program &program, SymbolId symbol) {
  for (size_t i = 0; i < program.arguments().size(); ++i) {
    const std::vector<Dim> &dims = program.arguments()[i].dims;
    for (size_t j = 0; j < dims.size(); ++j)
      if (dims[j].asSymbol() == symbol)
        return DimSource{static_cast<int>(i), static_cast<int>(j)};
  }
  return std::nullopt;
}

std::vector<SymbolId> scalarArguments(const Program &program,
                                      const Specialization &specialization) {
  std::vector<SymbolId> scalars;
  for (SymbolId symbol = 0; symbol < program.symbols(); ++symbol)
    if (specialization[static_cast<size_t>(symbol)] == Knowledge::Dynamic &&
        !dimSource(program, symbol))
      scalars.push_back(symbol);
  return scalars;
}

std::vector<int64_t> scalarValues(const std::vector<SymbolId> &scalars, const Bindings &bindings) {
  std::vector<int64_t> values;
  for (SymbolId symbol : scalars)
    values.push_back(bindings[static_cast<size_t>(symbol)]);
  return values;
}

} // namespace assay
