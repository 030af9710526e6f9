#include "reducer/Excision.h"

#include "program/Uses.h"
#include "reducer/Passes.h"

#include <algorithm>

namespace assay {

/// Whether all that a node that stays reads of one that goes is known.
static bool areKnown(const TestCase &testCase, const std::vector<bool> &goes,
                     const CaseValues &values) {
  const Program &program = testCase.program();
  auto isGone = [&](ValueId value) {
    return !program.isArgument(value) && goes[static_cast<size_t>(program.producer(value))];
  };
  auto isKnown = [&](ValueId value) {
    for (size_t run = 0; run < testCase.runs().size(); ++run)
      if (!values.tensor(run, value))
        return false;
    return true;
  };
  for (size_t i = 0; i < program.nodes().size(); ++i) {
    auto isOpen = [&](ValueId value) { return isGone(value) && !isKnown(value); };
    if (!goes[i] && std::ranges::any_of(usesOf(program.nodes()[i]), isOpen))
      return false;
  }
  return true;
}

static std::optional<Excerpt> withoutThose(const TestCase &testCase, std::vector<bool> goes,
                                           const CaseValues &values) {
  if (std::ranges::find(goes, false) == goes.end())
    return std::nullopt;
  const bool seesTheSame = areKnown(testCase, goes, values);
  auto rest = apply(*findPass("remove_nodes"), testCase, values, Places(std::move(goes)));
  if (!rest)
    return std::nullopt;
  return Excerpt{std::move(*rest), seesTheSame};
}

std::optional<Excerpt> excise(const TestCase &testCase, const std::set<NodeId> &nodes,
                              const CaseValues &values) {
  std::vector<bool> goes(testCase.program().nodes().size(), true);
  for (NodeId node : nodes)
    goes[static_cast<size_t>(node)] = false;
  return withoutThose(testCase, std::move(goes), values);
}

std::optional<Excerpt> exciseOthers(const TestCase &testCase, const std::set<NodeId> &nodes,
                                    const CaseValues &values) {
  std::vector<bool> goes(testCase.program().nodes().size(), false);
  for (NodeId node : nodes)
    goes[static_cast<size_t>(node)] = true;
  return withoutThose(testCase, std::move(goes), values);
}

} // namespace assay
