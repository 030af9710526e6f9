#include "compiler/builders/OriginName.h"
#include "compiler/dialect/Provenance.h"
#include "compiler/dispatches/DispatchGroups.h"
#include "compiler/dispatches/HostExtents.h"
#include "compiler/dispatches/Passes.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_FORMDISPATCHESPASS
#include "compiler/dispatches/Passes.h.inc"

namespace {

/// A dispatch that is being written.
class DispatchWriter {
public:
  DispatchWriter(const DispatchGroups &groups, const HostExtents &extents,
                 ArrayRef<Operation *> ops)
      : groups(groups), extents(extents), ops(ops), group(groups.groupOf(ops.front())) {}

  /// Writes it before `end`, in place of the ops. An extent that the host cannot compute is an
  /// error.
  LogicalResult run(Operation *end, size_t number);

private:
  bool isDispatchedHere(Operation *op) const {
    return op && groups.role(op) == Role::Dispatched && groups.groupOf(op) == group;
  }
  /// Whether a value is computed in the body, of what is.
  bool isComputedHere(Value value) const;
  LogicalResult take(Value value);
  LogicalResult take(Operation *op);
  LogicalResult giveTensor(Value tensor);
  FailureOr<SmallVector<OpFoldResult>> sizesInside(Value tensor);
  Value give(Value value);
  bool isReadElsewhere(Value result) const;
  SmallVector<Value> results() const;

  const DispatchGroups &groups;
  const HostExtents &extents;
  ArrayRef<Operation *> ops;
  size_t group;
  SmallVector<Value> inputs;
  Block *body = nullptr;
  OpBuilder inside{ops.front()->getContext()};
  IRMapping made; // in the body, of what is outside
};

bool DispatchWriter::isComputedHere(Value value) const {
  Operation *origin = value.getDefiningOp();
  if (!origin || groups.role(origin) == Role::Dispatched)
    return isDispatchedHere(origin);
  // Views of what is made here, which the host has of it when it is done.
  return groups.role(origin) == Role::Copied ||
         (isView(origin) && isComputedHere(origin->getOperand(0)));
}

Value DispatchWriter::give(Value value) {
  if (!made.contains(value)) {
    inputs.push_back(value);
    made.map(value, body->addArgument(value.getType(), value.getLoc()));
  }
  return made.lookup(value);
}

FailureOr<SmallVector<OpFoldResult>> DispatchWriter::sizesInside(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<OpFoldResult> sizes;
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    if (!type.isDynamicDim(dim)) {
      sizes.push_back(inside.getIndexAttr(type.getDimSize(dim)));
      continue;
    }
    Value extent = extents.of(tensor, dim);
    if (failed(take(extent)))
      return failure();
    sizes.push_back(made.lookup(extent));
  }
  return sizes;
}

LogicalResult DispatchWriter::giveTensor(Value tensor) {
  auto sizes = sizesInside(tensor);
  if (failed(sizes))
    return failure();
  auto type = cast<RankedTensorType>(tensor.getType());
  auto memory = ir::BindingType::get(type.getContext(), ir::Access::Reads, type);
  inputs.push_back(tensor);
  BlockArgument argument = body->addArgument(memory, tensor.getLoc());
  made.map(tensor, ir::LoadOp::create(inside, tensor.getLoc(), argument, *sizes).getResult());
  return success();
}

LogicalResult DispatchWriter::take(Value value) {
  if (made.contains(value))
    return success();
  Operation *origin = value.getDefiningOp();
  if (origin && isComputedHere(value))
    return take(origin);
  if (isa<RankedTensorType>(value.getType()))
    return giveTensor(value);
  give(value);
  return success();
}

LogicalResult DispatchWriter::take(Operation *op) {
  for (Value value : readBy(op))
    if (failed(take(value)))
      return failure();
  inside.clone(*op, made);
  return success();
}

bool DispatchWriter::isReadElsewhere(Value result) const {
  return llvm::any_of(result.getUsers(), [&](Operation *user) {
    user = ops.front()->getBlock()->findAncestorOpInBlock(*user);
    if (isDispatchedHere(user))
      return false;
    return isView(user) || groups.role(user) == Role::Copied
               ? llvm::any_of(user->getResults(), [&](Value made) { return isReadElsewhere(made); })
               : !isa<tensor::DimOp>(user);
  });
}

SmallVector<Value> DispatchWriter::results() const {
  SmallVector<Value> read;
  for (Operation *op : ops)
    for (Value result : op->getResults())
      if (isReadElsewhere(result))
        read.push_back(result);
  return read;
}

LogicalResult DispatchWriter::run(Operation *end, size_t number) {
  Region region;
  body = &region.emplaceBlock();
  inside.setInsertionPointToStart(body);
  for (Operation *op : ops)
    if (failed(take(op)))
      return failure();
  const SmallVector<Value> kept = results();
  if (kept.empty())
    return success();
  SmallVector<SmallVector<OpFoldResult>> sizes;
  SmallVector<Value> outside;
  for (Value result : kept) {
    auto known = sizesInside(result);
    if (failed(known))
      return failure();
    sizes.push_back(std::move(*known));
    if (!groups.isKnownOutside(result))
      return emitError(result.getLoc(), "the host cannot compute an extent of a tensor");
    auto type = cast<RankedTensorType>(result.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        outside.push_back(extents.of(result, dim));
  }
  SmallVector<ir::ValueAttr> values;
  for (auto [result, known] : llvm::zip(kept, sizes)) {
    auto type = cast<RankedTensorType>(result.getType());
    BlockArgument memory = body->addArgument(
        ir::BindingType::get(type.getContext(), ir::Access::Writes, type), result.getLoc());
    ir::StoreOp::create(inside, result.getLoc(), made.lookup(result), memory, known);
    values.push_back(ir::valueOf(cast<OpResult>(result)));
  }
  OpBuilder host(end);
  auto dispatch = ir::DispatchOp::create(
      host, ir::holding(ops.back()->getLoc(), values), TypeRange(ValueRange(kept)),
      host.getStringAttr(originName(ops, "dispatch") + "_" + Twine(number)), inputs, outside);
  dispatch.getRegion().takeBody(region);
  for (auto [before, after] : llvm::zip(kept, dispatch.getResults()))
    Value(before).replaceAllUsesWith(after);
  return success();
}

struct FormDispatchesPass : impl::FormDispatchesPassBase<FormDispatchesPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    if (!function.getBody().hasOneBlock()) {
      function.emitError("dispatches are formed of a function of one block");
      return signalPassFailure();
    }
    Block &block = function.getBody().front();
    const HostExtents extents(block);
    const DispatchGroups groups(block, extents);
    const SmallVector<Operation *> before = llvm::to_vector(llvm::make_pointer_range(block));
    for (auto [number, ops] : llvm::enumerate(groups.inOrder()))
      if (failed(DispatchWriter(groups, extents, ops).run(block.getTerminator(), number)))
        return signalPassFailure();
    // What is dispatched may allocate, and is done all the same. Memory to write to is its own.
    for (Operation *op : llvm::reverse(before))
      if (isOpTriviallyDead(op) ||
          (op->use_empty() && (groups.role(op) == Role::Dispatched || holdsNothing(op))))
        op->erase();
    order(block);
  }

private:
  /// Dispatches, which stand at the end, come before what the host does with their results. What it
  /// does stays in its order.
  static void order(Block &block) {
    llvm::SmallPtrSet<Operation *, 32> placed;
    Operation *end = block.getTerminator();
    auto place = [&](auto &self, Operation *op) -> void {
      if (!op || op->getBlock() != &block || !placed.insert(op).second)
        return;
      for (Value value : readBy(op))
        self(self, value.getDefiningOp());
      op->moveBefore(end);
    };
    const SmallVector<Operation *> all =
        llvm::to_vector(llvm::make_pointer_range(block.without_terminator()));
    for (Operation *op : all)
      place(place, op);
  }
};

} // namespace

} // namespace assay
