#include "program/Uses.h"

namespace assay {

std::vector<ValueId> usesOf(const Node &node) {
  std::vector<ValueId> uses = node.operands;
  if (node.destination)
    uses.push_back(*node.destination);
  return uses;
}

} // namespace assay
