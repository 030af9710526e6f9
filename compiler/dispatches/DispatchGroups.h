#pragma once

#include "compiler/dispatches/HostExtents.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <mlir/IR/Block.h>
#include <mlir/IR/Operation.h>

#include <vector>

namespace assay {

/// Who does an op of a function on tensors.
enum class Role : uint8_t {
  Host,       // arithmetic on extents, constants, and views of what is in memory
  Copied,     // costs nothing: done in each dispatch that reads it
  Dispatched, // in one dispatch
};

/// All values from outside that the op reads, in its regions as well.
llvm::SmallVector<mlir::Value> readBy(mlir::Operation *op);

/// Whether the op's result is another view of its operand's memory.
bool isView(mlir::Operation *op);

/// Whether the op makes a tensor of which no element is defined: memory to write to.
bool holdsNothing(mlir::Operation *op);

/// Which ops of a block are done together.
class DispatchGroups {
public:
  DispatchGroups(mlir::Block &block, const HostExtents &extents);

  Role role(mlir::Operation *op) const { return roles.lookup(op); }
  /// The group of an op that is dispatched.
  size_t groupOf(mlir::Operation *op) const { return groups.lookup(op); }
  /// Whether a result can be one of a dispatch: it is a tensor, and the host knows its extents.
  bool isKnownOutside(mlir::Value result) const;
  /// The dispatched ops of each group, in the block's order. Each group needs only those before it.
  std::vector<std::vector<mlir::Operation *>> inOrder() const;

private:
  using Ops = llvm::SetVector<mlir::Operation *>;
  using Numbers = llvm::SetVector<size_t>; // of groups

  Role roleFor(mlir::Operation &op) const;
  void collect(mlir::Operation &op);
  void merge();
  void join(size_t from, size_t to);
  /// What cannot be handed on is read in its own dispatch.
  void mergeUnknown();
  /// Whether what `producer` makes may be read in the same dispatch by `consumer` alone.
  bool belongTogether(mlir::Operation *producer, mlir::Operation *consumer) const;
  /// The other groups of which it reads something.
  Numbers neededBy(size_t group) const;
  /// Whether one of these is that group, or needs it.
  bool isNeeded(size_t group, Numbers open) const;
  /// Whether a group needs another through a third one.
  bool needsThroughOthers(size_t group, size_t other) const;
  /// The ops of two groups that are not elementwise.
  std::vector<mlir::Operation *> roots(size_t one, size_t other) const;
  /// Whether they are reductions of rows, and there are as many rows for each of them.
  bool reduceSameRows(const std::vector<mlir::Operation *> &ops) const;

  const HostExtents &extents;
  llvm::DenseMap<mlir::Operation *, Role> roles;
  llvm::MapVector<mlir::Operation *, size_t> groups;
  /// The dispatched ops whose results an op reads, also through what is copied, and through views.
  llvm::DenseMap<mlir::Operation *, Ops> needs;
  llvm::DenseMap<mlir::Operation *, Ops> readers; // the other way round
};

} // namespace assay
