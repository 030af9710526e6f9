#pragma once

#include "program/Program.h"

#include <string_view>

namespace assay {

/// What values of a program share when compilers work in place and reshapes are views.

/// Whether the node writes over a value that `what` describes: "shared" if something else reads or
/// returns it or what is computed in the same way, "shared argument" if that is, but for reshapes,
/// an argument; "own operand" if another operand of the node is, but for reshapes, the same.
bool updates(std::string_view what, const Program &program, const Node &node);

/// Whether the node makes a view in a function of its own that returns it and what it is a view of,
/// or another view of that. What may be a view counts.
bool isReturnedTwice(const Program &program, int node);

/// Whether a wrong `value` may come of what the node does: it is a result, or in memory that an
/// operand may share, or read from that, or made by the node that made the operand.
bool mayHaveSpoilt(const Program &program, int node, ValueId value);

} // namespace assay
