#include "program/Ancestors.h"

#include <algorithm>

namespace assay {

std::vector<bool> ancestors(const Program &program, const std::vector<ValueId> &values) {
  std::vector<bool> reached(static_cast<size_t>(program.valueCount()), false);
  for (ValueId value : values)
    reached[static_cast<size_t>(value)] = true;
  for (int index = static_cast<int>(program.nodes().size()); index-- > 0;) {
    const auto begin = reached.begin() + program.firstResult(index);
    if (std::find(begin, begin + program.resultCount(index), true) ==
        begin + program.resultCount(index))
      continue;
    const Node &node = program.node(index);
    for (ValueId operand : node.operands)
      reached[static_cast<size_t>(operand)] = true;
    if (node.destination && destinationRole(kindOf(node.op)) == DestinationRole::Initial)
      reached[static_cast<size_t>(*node.destination)] = true;
  }
  return reached;
}

} // namespace assay
