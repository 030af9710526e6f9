#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Passes.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Interfaces/SideEffectInterfaces.h>
#include <mlir/Interfaces/ViewLikeInterface.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_PARALLELISEPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// The memory that a memref is a view of, if that is sure to overlap with no other: what makes it,
/// or of a global, which may be named several times, its name.
PointerUnion<Value, StringAttr> rootOf(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
    // Along a stride of 0 it overlaps with itself.
    if (llvm::is_contained(cast<MemRefType>(memref.getType()).getStridesAndOffset().first, 0))
      return {};
    memref = view.getViewSource();
  }
  Operation *origin = memref.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(memref);
  if (auto global = memref.getDefiningOp<memref::GetGlobalOp>())
    return global.getNameAttr().getAttr();
  // What a branch gives to another block may be a view of anything.
  const bool isOwn = origin ? isa<memref::AllocOp>(origin)
                            : argument.getOwner()->isEntryBlock() &&
                                  isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return isOwn ? memref : Value();
}

/// A load, an integer op, and a store to the same place, which can be done as one.
struct Update {
  memref::LoadOp load;
  Operation *combiner;
  memref::StoreOp store;
  arith::AtomicRMWKind kind;
  Value operand; // the combiner's other one
};

std::optional<arith::AtomicRMWKind> atomicKind(Operation *op) {
  return TypeSwitch<Operation *, std::optional<arith::AtomicRMWKind>>(op)
      .Case([](arith::AddIOp) { return arith::AtomicRMWKind::addi; })
      .Case([](arith::MaxSIOp) { return arith::AtomicRMWKind::maxs; })
      .Case([](arith::MinSIOp) { return arith::AtomicRMWKind::mins; })
      .Case([](arith::MaxUIOp) { return arith::AtomicRMWKind::maxu; })
      .Case([](arith::MinUIOp) { return arith::AtomicRMWKind::minu; })
      .Case([](arith::AndIOp) { return arith::AtomicRMWKind::andi; })
      .Case([](arith::OrIOp) { return arith::AtomicRMWKind::ori; })
      .Default(std::nullopt);
}

bool nothingIsWrittenBetween(Operation *first, Operation *last) {
  return llvm::all_of(
      llvm::make_range(std::next(first->getIterator()), last->getIterator()),
      [](Operation &op) { return isMemoryEffectFree(&op) || isa<memref::LoadOp>(op); });
}

/// The update that the store ends. Only of integers, which are the same in any order, and of sizes
/// for which there is an instruction.
std::optional<Update> matchUpdate(memref::StoreOp store) {
  Operation *combiner = store.getValueToStore().getDefiningOp();
  const auto kind = combiner ? atomicKind(combiner) : std::nullopt;
  Type type = store.getMemRefType().getElementType();
  if (!kind || !(type.isInteger(32) || type.isInteger(64)) || !combiner->hasOneUse())
    return std::nullopt;
  for (unsigned i : {0, 1}) {
    auto load = combiner->getOperand(i).getDefiningOp<memref::LoadOp>();
    if (load && load.getMemRef() == store.getMemRef() && load->hasOneUse() &&
        load->getBlock() == store->getBlock() &&
        llvm::equal(load.getIndices(), store.getIndices()) && nothingIsWrittenBetween(load, store))
      return Update{load, combiner, store, *kind, combiner->getOperand(1 - i)};
  }
  return std::nullopt;
}

/// Whether it is memory that each iteration has for itself, as work-items do.
bool isOwn(Value memref, scf::ForOp loop) {
  auto memory = memref.getDefiningOp<memref::AllocOp>();
  return memory && isOfWorkItem(memory.getType()) && loop->isProperAncestor(memory);
}

/// Whether the op itself, not only what is in its body, may do something with memory: an op of
/// linalg on memrefs does.
bool mayReachMemory(Operation *op) {
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
    return !effects.hasNoEffect();
  return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
         llvm::any_of(op->getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
}

/// A load or store of one element.
struct Access {
  Value memref;
  OperandRange indices;
  bool writes;
  std::optional<arith::AtomicRMWKind> update; // that it belongs to
};

/// The accesses in the loop to memory that its iterations share, or nothing if it does anything
/// else with that.
std::optional<SmallVector<Access>> accesses(scf::ForOp loop) {
  SmallVector<Access> result;
  llvm::SmallDenseMap<Operation *, arith::AtomicRMWKind> updates;
  loop.getBody()->walk([&](memref::StoreOp store) {
    if (auto update = matchUpdate(store))
      for (Operation *op : {update->load.getOperation(), update->store.getOperation()})
        updates.insert({op, update->kind});
  });
  const auto updateOf = [&](Operation *op) {
    const auto found = updates.find(op);
    return found == updates.end() ? std::nullopt : std::optional(found->second);
  };
  WalkResult walked = loop.getBody()->walk([&](Operation *op) {
    if (auto load = dyn_cast<memref::LoadOp>(op)) {
      if (!isOwn(load.getMemRef(), loop))
        result.push_back({load.getMemRef(), load.getIndices(), false, updateOf(op)});
    } else if (auto store = dyn_cast<memref::StoreOp>(op)) {
      if (!isOwn(store.getMemRef(), loop))
        result.push_back({store.getMemRef(), store.getIndices(), true, updateOf(op)});
    } else if (!(isa<memref::AllocOp>(op) && isOwn(op->getResult(0), loop)) && mayReachMemory(op)) {
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (walked.wasInterrupted())
    return std::nullopt;
  return result;
}

/// Whether the place is found in memory: unlike an index of a loop, it may come again.
bool isComputedIn(scf::ForOp loop, ValueRange indices) {
  return llvm::any_of(indices, [&](Value index) {
    return index.getDefiningOp() && loop->isProperAncestor(index.getDefiningOp());
  });
}

/// Whether iterations can run in any order, and at the same time: all accesses to a memref that is
/// written have the loop's index at the same dim, or they are updates of one kind of computed
/// places.
bool isIndependent(scf::ForOp loop) {
  if (loop.getNumResults() != 0 || !loop.getInductionVar().getType().isIndex())
    return false;
  std::optional<SmallVector<Access>> all = accesses(loop);
  if (!all)
    return false;
  const auto has = [&](const Access &access, size_t dim) {
    return dim < access.indices.size() && access.indices[dim] == loop.getInductionVar();
  };
  // A view that is made in the loop is another one each time.
  if (!llvm::all_of(*all, [&](const Access &access) {
        return rootOf(access.memref) && loop.isDefinedOutsideOfLoop(access.memref);
      }))
    return false;
  for (const Access &written : *all) {
    if (!written.writes)
      continue;
    SmallVector<Access> same;
    for (const Access &access : *all) {
      if (rootOf(access.memref) != rootOf(written.memref))
        continue;
      if (access.memref != written.memref)
        return false;
      same.push_back(access);
    }
    const bool isSplit = llvm::any_of(llvm::seq(written.indices.size()), [&](size_t dim) {
      return llvm::all_of(same, [&](const Access &access) { return has(access, dim); });
    });
    const bool isUpdated = llvm::all_of(same, [&](const Access &access) {
      return access.update && access.update == written.update && isComputedIn(loop, access.indices);
    });
    if (!isSplit && !isUpdated)
      return false;
  }
  return true;
}

/// Makes updates of computed places atomic.
void makeAtomic(scf::ForOp loop) {
  SmallVector<Update> updates;
  loop.getBody()->walk([&](memref::StoreOp store) {
    if (auto update = matchUpdate(store); update && isComputedIn(loop, store.getIndices()))
      updates.push_back(*update);
  });
  for (auto &[load, combiner, store, kind, operand] : updates) {
    OpBuilder builder(store);
    memref::AtomicRMWOp::create(builder, store.getLoc(), kind, operand, store.getMemRef(),
                                store.getIndices());
    store.erase();
    combiner->erase();
    load.erase();
  }
}

/// Makes a parallel loop of the loop, and of those that are right inside of it.
void rewrite(scf::ForOp outermost) {
  SmallVector<scf::ForOp> nest = {outermost};
  for (;;) {
    Block *body = nest.back().getBody();
    auto inner = dyn_cast<scf::ForOp>(body->front());
    const bool isAlone = inner && &*std::next(body->begin()) == body->getTerminator();
    const bool isBoundInside =
        isAlone && llvm::any_of(inner->getOperands(), [&](Value operand) {
          return outermost->isAncestor(operand.getParentBlock()->getParentOp());
        });
    if (!isAlone || isBoundInside || !isIndependent(inner))
      break;
    nest.push_back(inner);
  }
  makeAtomic(nest.back());
  SmallVector<Value> lower, upper, step;
  for (scf::ForOp loop : nest) {
    lower.push_back(loop.getLowerBound());
    upper.push_back(loop.getUpperBound());
    step.push_back(loop.getStep());
  }
  OpBuilder builder(outermost);
  scf::ParallelOp::create(builder, outermost.getLoc(), lower, upper, step,
                          [&](OpBuilder &inner, Location, ValueRange indices) {
                            IRMapping mapping;
                            for (auto [loop, index] : llvm::zip(nest, indices))
                              mapping.map(loop.getInductionVar(), index);
                            for (Operation &op : nest.back().getBody()->without_terminator())
                              inner.clone(op, mapping);
                          });
  outermost.erase();
}

struct ParallelisePass : impl::ParallelisePassBase<ParallelisePass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> found;
    getOperation()->walk([&](scf::ForOp loop) {
      if (isa<func::FuncOp>(loop->getParentOp()) && isIndependent(loop))
        found.push_back(loop);
    });
    for (scf::ForOp loop : found)
      rewrite(loop);
  }
};

} // namespace

} // namespace assay
