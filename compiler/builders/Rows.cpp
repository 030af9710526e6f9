#include "compiler/builders/Rows.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Interfaces/ViewLikeInterface.h>

using namespace mlir;

namespace assay {

/// The buffer that `buffer` is a view of.
static Value rootOf(Value buffer) {
  while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
    buffer = view.getViewSource();
  return buffer;
}

/// Whether nothing else can be the same memory.
static bool isOwnMemory(Value root) {
  auto argument = dyn_cast<BlockArgument>(root);
  return argument ? isa<func::FuncOp>(argument.getOwner()->getParentOp())
                  : isa_and_present<memref::AllocOp>(root.getDefiningOp());
}

bool isOfRow(AffineMap map, unsigned rows) {
  if (map.getNumResults() < rows)
    return false;
  for (auto [place, result] : llvm::enumerate(map.getResults()))
    for (unsigned row = 0; row < rows; ++row)
      if (place == row ? result != getAffineDimExpr(row, map.getContext())
                       : result.isFunctionOfDim(row))
        return false;
  return true;
}

bool haveSameRows(ArrayRef<linalg::LinalgOp> ops, unsigned rows) {
  linalg::LinalgOp first = ops.front();
  const SmallVector<int64_t> extents = first.getStaticLoopRanges();
  llvm::SmallDenseSet<Value> shared;
  for (linalg::LinalgOp op : ops) {
    const SmallVector<int64_t> others = op.getStaticLoopRanges();
    const bool isKnown = llvm::all_of(llvm::seq(0u, rows), [&](unsigned row) {
      return !ShapedType::isDynamic(extents[row]) && extents[row] == others[row];
    });
    bool isConnected = op == first;
    for (OpOperand &operand : op->getOpOperands())
      isConnected |=
          shared.contains(operand.get()) && isOfRow(op.getMatchingIndexingMap(&operand), rows);
    if (!isKnown && !isConnected)
      return false;
    for (OpOperand &operand : op->getOpOperands())
      if (isOfRow(op.getMatchingIndexingMap(&operand), rows))
        shared.insert(operand.get());
  }
  return true;
}

/// Whether the op's body has to do with memory that is none of its operands.
static bool reachesMemory(linalg::LinalgOp op) {
  return llvm::any_of(*op.getBlock(), [](Operation &inner) { return !isMemoryEffectFree(&inner); });
}

bool keepToRows(ArrayRef<linalg::LinalgOp> ops, unsigned rows) {
  if (llvm::any_of(ops, reachesMemory))
    return false;
  llvm::SmallDenseMap<Value, Value> written; // by what it is a view of
  for (linalg::LinalgOp op : ops)
    for (OpOperand &init : op.getDpsInitsMutable()) {
      Value &buffer = written[rootOf(init.get())];
      if (buffer && buffer != init.get())
        return false;
      buffer = init.get();
    }
  for (linalg::LinalgOp op : ops)
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<MemRefType>(operand.get().getType()))
        continue;
      const Value root = rootOf(operand.get());
      if (!isOwnMemory(root))
        return false;
      auto found = written.find(root);
      if (found != written.end() &&
          (found->second != operand.get() || !isOfRow(op.getMatchingIndexingMap(&operand), rows)))
        return false;
    }
  return true;
}

} // namespace assay
