#pragma once

#include "program/TestCase.h"

namespace assay {

/// The function that a compiled program offers is
///   main(index for each of scalarArguments(), tensor for each argument) -> tensor for each return.
/// The extent of every other symbol stands in the module, or is the extent of an argument's dim.

/// The dynamic symbols that no argument's dim spells out alone, ascending: split factors, slice
/// sizes, offsets, k.
std::vector<SymbolId> scalarArguments(const Program &program, const Specialization &specialization);

/// The index arguments of a run: the extents of `scalars`.
std::vector<int64_t> scalarValues(const std::vector<SymbolId> &scalars, const Bindings &bindings);

/// Where a dynamic symbol that is no scalar argument is read: the first argument, and its dim, that
/// is just that symbol.
struct DimSource {
  int argument = 0;
  int dim = 0;
};
std::optional<DimSource> dimSource(const Program &program, SymbolId symbol);

} // namespace assay
