#pragma once

#include "program/Op.h"

#include <memory>

namespace assay {

/// Index of a value: the arguments first, then the results of each node in order.
using ValueId = int;
/// A node by its place among them, which are in topological order.
using NodeId = int;

/// An op applied to earlier values.
struct Node {
  Op op;
  std::vector<ValueId> operands;
  /// A value of the type of the (only) result; see DestinationRole.
  std::optional<ValueId> destination;
  Spelling spelling = Spelling::Named;
  bool operator==(const Node &) const = default;
};

/// A run of neighbouring nodes that a compiler is given as one unit. It has no meaning of its own.
struct Group {
  enum class Kind : uint8_t {
    Function, // a private function that is called; may nest
    Body,     // the body of one linalg.generic with a result per value that is used outside
  };
  Kind kind = Kind::Function;
  int first = 0; // node index
  int end = 0;   // one past the last node
  bool operator==(const Group &) const = default;
};
inline constexpr std::array<std::string_view, 2> names(Group::Kind) { return {"function", "body"}; }

/// What a Program consists of, before it has been checked.
struct ProgramParts {
  /// Number of symbolic extents d0, d1, ...
  int symbols = 0;
  std::vector<TensorType> arguments;
  std::vector<Node> nodes;
  /// Any values, in any order, also twice, also arguments; at least one.
  std::vector<ValueId> returns;
  std::vector<Group> groups;
  bool operator==(const ProgramParts &) const = default;
};

/// Why parts are no Program, and where.
struct Rejection {
  /// JSON pointer into the program, as in "/nodes/3/operands/0".
  std::string place;
  std::string message;
};

/// An immutable, typed DAG of tensor ops in SSA order. Cheap to copy.
class Program {
public:
  /// Checks everything: operand ids, types, destinations, spellings, symbols, groups.
  static std::variant<Program, Rejection> make(ProgramParts parts);
  /// The same for parts that are known to be right; a rejection is a bug of the caller.
  static Program makeValid(ProgramParts parts);

  const ProgramParts &parts() const { return state->parts; }
  int symbols() const { return parts().symbols; }
  const std::vector<TensorType> &arguments() const { return parts().arguments; }
  const std::vector<Node> &nodes() const { return parts().nodes; }
  const Node &node(NodeId id) const { return nodes()[static_cast<size_t>(id)]; }
  const std::vector<ValueId> &returns() const { return parts().returns; }
  const std::vector<Group> &groups() const { return parts().groups; }

  int valueCount() const { return static_cast<int>(state->types.size()); }
  const TensorType &type(ValueId value) const { return state->types[static_cast<size_t>(value)]; }
  /// First result of a node; the others follow. firstResult(nodes().size()) is valueCount().
  ValueId firstResult(NodeId node) const { return state->firstResults[static_cast<size_t>(node)]; }
  int resultCount(NodeId node) const { return firstResult(node + 1) - firstResult(node); }
  bool isArgument(ValueId value) const { return value < static_cast<ValueId>(arguments().size()); }
  /// The node that makes `value`, which is no argument.
  NodeId producer(ValueId value) const;
  std::vector<TensorType> operandTypes(int node) const;

  /// Dims that must be >= 0 for the program to be defined: every extent and every op's constraint.
  /// Distinct, and without those that are constant.
  const std::vector<Dim> &nonNegative() const { return state->nonNegative; }

  bool operator==(const Program &other) const { return parts() == other.parts(); }

private:
  struct State {
    ProgramParts parts;
    std::vector<TensorType> types;
    std::vector<ValueId> firstResults;
    std::vector<Dim> nonNegative;
  };
  std::shared_ptr<const State> state;
};

/// What a Program may hold at most; keeps malformed input from asking for memory.
inline constexpr size_t maxArguments = 256;
inline constexpr size_t maxNodes = 4096;
inline constexpr size_t maxRank = 12;

} // namespace assay
