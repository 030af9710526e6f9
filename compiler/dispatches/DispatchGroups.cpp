#include "compiler/dispatches/DispatchGroups.h"

#include "compiler/builders/Fill.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Transforms/RegionUtils.h>

#include <algorithm>

using namespace mlir;

namespace assay {

static bool isTensor(Type type) { return isa<mlir::TensorType>(type); }

SmallVector<Value> readBy(Operation *op) {
  llvm::SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values.takeVector();
}

bool isView(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op);
}

bool holdsNothing(Operation *op) {
  auto scratch = dyn_cast<bufferization::AllocTensorOp>(op);
  return isa<tensor::EmptyOp>(op) || (scratch && !scratch.getCopy());
}

/// Whether each element of what it makes is made of at most one of each operand.
static bool isElementwise(Operation *op) {
  if (isView(op) ||
      isa<tensor::ConcatOp, tensor::ExtractSliceOp, tensor::InsertSliceOp, tensor::PadOp>(op) ||
      isFill(op))
    return true;
  auto generic = dyn_cast<linalg::LinalgOp>(op);
  return generic && generic.getNumLoops() == generic.getNumParallelLoops() &&
         llvm::all_of(generic.getIndexingMapsArray(), [](AffineMap map) {
           return map.isProjectedPermutation(/*allowZeroInResults=*/true);
         });
}

/// Whether it combines the elements of each row of what it reads, a row being the last dims.
static bool reducesRows(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || generic.getNumDpsInits() != 1 || generic.getNumReductionLoops() == 0)
    return false;
  const unsigned rows = generic.getNumParallelLoops();
  const AffineMap rowsAlone =
      AffineMap::getMultiDimIdentityMap(generic.getNumLoops(), op->getContext())
          .getMajorSubMap(rows);
  return rows > 0 && generic.getMatchingIndexingMap(generic.getDpsInitOperand(0)) == rowsAlone &&
         llvm::any_of(generic.getDpsInputOperands(), [&](OpOperand *input) {
           return generic.getMatchingIndexingMap(input).isIdentity();
         });
}

DispatchGroups::DispatchGroups(Block &block, const HostExtents &extents) : extents(extents) {
  const ValueRange returned = block.getTerminator()->getOperands();
  for (Operation &op : block) {
    Role role = roleFor(op);
    // What is returned is in memory.
    if (role == Role::Copied && llvm::any_of(op.getResults(), [&](Value result) {
          return isTensor(result.getType()) && llvm::is_contained(returned, result);
        }))
      role = Role::Dispatched;
    roles[&op] = role;
  }
  for (Operation &op : block)
    collect(op);
  merge();
  mergeUnknown();
}

Role DispatchGroups::roleFor(Operation &op) const {
  if (op.hasTrait<OpTrait::IsTerminator>())
    return Role::Host;
  if (auto dim = dyn_cast<tensor::DimOp>(op)) {
    // Of what is no argument, an extent is asked for only where it is not known.
    Operation *origin = dim.getSource().getDefiningOp();
    return origin && role(origin) != Role::Host ? Role::Copied : Role::Host;
  }
  if (op.hasTrait<OpTrait::ConstantLike>()) {
    auto elements = op.getAttrOfType<DenseElementsAttr>("value");
    return elements && !elements.isSplat() ? Role::Host : Role::Copied;
  }
  const bool readsCopies = llvm::any_of(op.getOperands(), [&](Value value) {
    Operation *origin = value.getDefiningOp();
    return origin && !origin->hasTrait<OpTrait::ConstantLike>() && role(origin) == Role::Copied;
  });
  if (isView(&op)) {
    Operation *origin = op.getOperand(0).getDefiningOp();
    return origin && role(origin) == Role::Copied ? Role::Copied : Role::Host;
  }
  if (isa<tensor::ExtractSliceOp, tensor::ExtractOp, tensor::FromElementsOp>(op) ||
      holdsNothing(&op) || isFill(&op))
    return Role::Copied;
  if (llvm::any_of(op.getResultTypes(), isTensor))
    return Role::Dispatched;
  // The host has numbers for extents and places, and no others.
  const bool isForHost = llvm::all_of(op.getResultTypes(), llvm::IsaPred<IndexType, IntegerType>);
  return isForHost && !readsCopies ? Role::Host : Role::Copied;
}

void DispatchGroups::collect(Operation &op) {
  Ops needed;
  for (Value value : readBy(&op))
    if (Operation *origin = value.getDefiningOp()) {
      if (role(origin) == Role::Dispatched)
        needed.insert(origin);
      else if (auto through = needs.find(origin); through != needs.end())
        needed.insert(through->second.begin(), through->second.end());
    }
  if (role(&op) == Role::Dispatched) {
    for (Operation *producer : needed)
      readers[producer].insert(&op);
    groups[&op] = groups.size();
  } else if (op.hasTrait<OpTrait::IsTerminator>()) {
    for (Operation *producer : needed)
      readers[producer].insert(&op);
  }
  needs[&op] = std::move(needed);
}

std::vector<Operation *> DispatchGroups::roots(size_t one, size_t other) const {
  std::vector<Operation *> found;
  for (auto &[op, group] : groups)
    if ((group == one || group == other) && !isElementwise(op))
      found.push_back(op);
  return found;
}

bool DispatchGroups::reduceSameRows(const std::vector<Operation *> &ops) const {
  const auto extentsOf = [&](Operation *op) {
    SmallVector<std::pair<int64_t, Value>> found;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      found.emplace_back(type.getDimSize(dim),
                         type.isDynamicDim(dim) ? extents.of(op->getResult(0), dim) : Value());
    return found;
  };
  return llvm::all_of(ops, reducesRows) && llvm::all_equal(llvm::map_range(ops, extentsOf));
}

DispatchGroups::Numbers DispatchGroups::neededBy(size_t group) const {
  Numbers needed;
  for (auto &[op, at] : groups)
    if (at == group)
      for (Operation *producer : needs.lookup(op))
        if (groupOf(producer) != group)
          needed.insert(groupOf(producer));
  return needed;
}

bool DispatchGroups::isNeeded(size_t group, Numbers open) const {
  Numbers seen;
  while (!open.empty()) {
    const size_t at = open.pop_back_val();
    if (at == group)
      return true;
    if (seen.insert(at))
      for (size_t next : neededBy(at))
        open.insert(next);
  }
  return false;
}

bool DispatchGroups::needsThroughOthers(size_t group, size_t other) const {
  Numbers others = neededBy(group);
  others.remove(other);
  return isNeeded(other, others);
}

bool DispatchGroups::belongTogether(Operation *producer, Operation *consumer) const {
  const size_t one = groupOf(producer), other = groupOf(consumer);
  const bool isOnlyReader = llvm::all_of(readers.lookup(producer), [&](Operation *reader) {
    return role(reader) == Role::Dispatched && groupOf(reader) == other;
  });
  const std::vector<Operation *> together = roots(one, other);
  return isOnlyReader && (isElementwise(producer) || isElementwise(consumer)) &&
         (together.size() <= 1 || reduceSameRows(together)) && !needsThroughOthers(other, one);
}

void DispatchGroups::merge() {
  // What two ops read that are then done together belongs to them as well.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[consumer, group] : groups)
      for (Operation *producer : needs[consumer]) {
        const size_t from = groupOf(producer), to = groupOf(consumer);
        if (from == to || !belongTogether(producer, consumer))
          continue;
        join(from, to);
        changed = true;
      }
  }
}

void DispatchGroups::join(size_t from, size_t to) {
  for (auto &entry : groups)
    if (entry.second == from)
      entry.second = to;
}

bool DispatchGroups::isKnownOutside(Value result) const {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type)
    return false;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.isDynamicDim(dim)) {
      Operation *origin = extents.of(result, dim).getDefiningOp();
      if (origin && !origin->hasTrait<OpTrait::ConstantLike>() && role(origin) != Role::Host)
        return false;
    }
  return true;
}

void DispatchGroups::mergeUnknown() {
  for (auto &[producer, group] : groups) {
    if (llvm::all_of(producer->getResults(), [&](Value result) { return isKnownOutside(result); }))
      continue;
    for (Operation *reader : readers.lookup(producer))
      if (role(reader) == Role::Dispatched)
        join(groupOf(producer), groupOf(reader));
    // And what now both needs it and is needed by it.
    for (auto &entry : groups)
      if (const size_t own = groupOf(producer), other = entry.second;
          other != own && isNeeded(own, neededBy(other)) && isNeeded(other, neededBy(own)))
        join(other, own);
  }
}

std::vector<std::vector<Operation *>> DispatchGroups::inOrder() const {
  llvm::MapVector<size_t, std::vector<Operation *>> open;
  for (auto &[op, group] : groups)
    open[group].push_back(op);
  std::vector<std::vector<Operation *>> order;
  llvm::SmallDenseSet<size_t> done;
  // The first group, by its last op, whose needs are met; merging leaves no cycles.
  while (done.size() < open.size())
    for (auto &[group, ops] : open) {
      if (done.contains(group) || llvm::any_of(ops, [&](Operation *op) {
            return llvm::any_of(needs.lookup(op), [&](Operation *needed) {
              return groupOf(needed) != group && !done.contains(groupOf(needed));
            });
          }))
        continue;
      done.insert(group);
      order.push_back(ops);
    }
  return order;
}

} // namespace assay
