#pragma once

#include "program/Program.h"

namespace assay {

/// What a compiler is given for a node: its operands and, behind them, its destination if it has
/// one, whether or not that is read.
std::vector<ValueId> usesOf(const Node &node);

} // namespace assay
