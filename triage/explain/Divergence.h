#pragma once

#include "target/Inspector.h"

namespace assay {

/// The first pass of the one compilation after which the other has something else; nothing if there
/// is none.
std::optional<std::string> firstDivergence(const std::vector<PassDump> &one,
                                           const std::vector<PassDump> &other);

/// In what two runs of one program differ.
struct TraceDifference {
  std::string dispatch; // the first that does
  bool isInput = false; // it is given other tensors; else it makes others of the same
};
struct TraceComparison {
  std::optional<TraceDifference> first;
  size_t common = 0, unmatched = 0; // calls of the one run that the other has, or has not
};
TraceComparison compareTraces(const std::vector<DispatchTrace> &one,
                              const std::vector<DispatchTrace> &other);

} // namespace assay
