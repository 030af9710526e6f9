#pragma once

#include "program/Program.h"

#include <optional>
#include <vector>

namespace assay {

/// A program in which a transpose or reshape has moved past one op.
struct Step {
  Program program;
  /// Where it stands now; nothing if the op has taken it into its maps, or nobody needs it.
  std::optional<ValueId> moved;
  OpKind past;
};

/// The nodes that read the value, each once; not those that write into it.
std::vector<NodeId> usersOf(const Program &program, ValueId value);

/// Moves the node, a transpose or reshape, behind `user`, which reads it. Others that read it keep
/// it. Nothing if that cannot be, or the user's other operands do not move alike.
std::optional<Step> sink(const Program &program, NodeId node, NodeId user);

/// Moves the node before the one that makes its operand, which nobody else may need.
std::optional<Step> raise(const Program &program, NodeId node);

/// Of a contraction: transposes in place of maps that are not a matmul's, with batch dims first.
/// Nothing if there are none.
std::optional<Step> makeExplicit(const Program &program, NodeId node);

} // namespace assay
