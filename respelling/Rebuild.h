#pragma once

#include "program/Program.h"

#include <optional>

namespace assay {

/// Builds a program of the nodes of another one, in their order, and of new ones.
class Rebuild {
public:
  explicit Rebuild(const Program &program);

  /// A node with one result; operands are values of the new program.
  ValueId add(Op op, std::vector<ValueId> operands, Spelling spelling);
  /// A node of the old program, with its operands as they are now.
  void copy(NodeId node);
  /// What stands for a value of the old program, of a node that was copied or replaced.
  ValueId operator[](ValueId old) const { return values[static_cast<size_t>(old)]; }
  /// From now on `now` stands for it.
  void replace(ValueId old, ValueId now) { values[static_cast<size_t>(old)] = now; }

  struct Result {
    Program program;
    /// What the value that was asked for is now; nothing if nobody uses it.
    std::optional<ValueId> value;
  };
  /// The program without the nodes that nobody uses; nothing if it is not valid. `wanted` is a
  /// value of the new program.
  std::optional<Result> finish(std::optional<ValueId> wanted);

private:
  const Program &program;
  ProgramParts parts;
  std::vector<int> resultCounts; // of the nodes in `parts`
  ValueId next;
  std::vector<ValueId> values; // by those of the old program
};

} // namespace assay
