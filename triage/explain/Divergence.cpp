#include "triage/explain/Divergence.h"

#include <algorithm>
#include <map>

namespace assay {

std::optional<std::string> firstDivergence(const std::vector<PassDump> &one,
                                           const std::vector<PassDump> &other) {
  auto [first, second] =
      std::ranges::mismatch(one, other, [](const PassDump &a, const PassDump &b) {
        return a.file == b.file && a.text == b.text;
      });
  if (first != one.end())
    return first->pass;
  return std::nullopt;
}

TraceComparison compareTraces(const std::vector<DispatchTrace> &one,
                              const std::vector<DispatchTrace> &other) {
  // A dispatch is named by its op and shape: of several calls the first belongs to the first.
  std::multimap<std::string_view, const DispatchTrace *> calls;
  for (const DispatchTrace &trace : other)
    calls.emplace(trace.name, &trace);
  TraceComparison compared;
  for (const DispatchTrace &trace : one) {
    auto call = calls.lower_bound(trace.name);
    if (call == calls.end() || call->first != trace.name) {
      ++compared.unmatched;
      continue;
    }
    ++compared.common;
    const bool isInput = call->second->inputs != trace.inputs;
    if (!compared.first && (isInput || call->second->outputs != trace.outputs))
      compared.first = {trace.name, isInput};
    calls.erase(call);
  }
  return compared;
}

} // namespace assay
