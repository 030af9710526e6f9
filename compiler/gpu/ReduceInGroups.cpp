#include "compiler/builders/Builders.h"
#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Iteration.h"
#include "compiler/gpu/Passes.h"
#include "compiler/gpu/SharedReduction.h"

#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_REDUCEINGROUPSPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Two waves, so that barriers are needed.
constexpr int64_t workItems = 128;

/// Writes what a workgroup does: each work-item combines its share of the elements, then half of
/// them combine two shares each, and so on; in the end those of one wave do so by shuffles.
class GroupWriter {
public:
  GroupWriter(ImplicitLocOpBuilder &b, const SharedReduction &reduction, ValueRange outer,
              ArrayRef<Value> extents)
      : reduction(reduction), op(reduction.op), extents(extents), outer(outer),
        item(gpu::ThreadIdOp::create(b, gpu::Dimension::x)) {}

  void write(ImplicitLocOpBuilder &b) {
    Values share = combineShare(b);
    for (Value part : share)
      memory.push_back(memref::AllocaOp::create(b, workgroupMemory(workItems, part.getType())));
    storeShare(b, share);
    int64_t left = workItems;
    while (left > (isShuffled(share) ? waveSize : 1)) {
      left /= 2;
      gpu::BarrierOp::create(b);
      branch(b, isBelow(b, left), [&](ImplicitLocOpBuilder &b) -> Values {
        Value other = arith::AddIOp::create(b, item, indexConstant(b, left));
        storeShare(b, reduction.combine(b, loadShare(b, item), loadShare(b, other)));
        return {};
      });
    }
    branch(b, isBelow(b, left), [&](ImplicitLocOpBuilder &b) -> Values {
      Values all = loadShare(b, item);
      if (left == 1) {
        writeResult(b, all);
        return {};
      }
      all = combineLanes(b, all);
      return branch(b, isBelow(b, 1), [&](ImplicitLocOpBuilder &b) -> Values {
        writeResult(b, all);
        return {};
      });
    });
  }

private:
  /// A shuffle moves 32 bits.
  static bool isShuffled(ArrayRef<Value> share) {
    return share.size() == 1 && share.front().getType().getIntOrFloatBitWidth() == 32;
  }

  /// The work-item's elements are those a workgroup apart.
  Values combineShare(ImplicitLocOpBuilder &b) {
    ArrayRef<Value> inner = extents.drop_front(outer.size());
    Values start;
    if (reduction.neutral)
      start.push_back(arith::ConstantOp::create(b, reduction.neutral));
    else
      start = loadResult(b);
    return steps(b, item, product(b, inner), indexConstant(b, workItems), start,
                 [&](ImplicitLocOpBuilder &b, Value iteration, ValueRange sofar) {
                   Value id = arith::IndexCastOp::create(b, b.getI32Type(), iteration);
                   Values indices(outer);
                   indices.append(delinearise(b, id, inner));
                   return addElements(b, sofar, indices);
                 });
  }

  /// `sofar` with what the iteration at `indices` adds.
  Values addElements(ImplicitLocOpBuilder &b, ValueRange sofar, ValueRange indices) {
    Values elements;
    for (unsigned i = 0; i < firstResult(); ++i)
      elements.push_back(loadOperand(b, op, i, indices));
    llvm::append_range(elements, sofar);
    return inlineBody(b, op, elements, indices);
  }

  /// The first lane gets what all lanes of the wave have.
  Values combineLanes(ImplicitLocOpBuilder &b, Values all) {
    for (int32_t distance = waveSize / 2; distance > 0; distance /= 2) {
      Value other =
          gpu::ShuffleOp::create(b, all.front(), distance, waveSize, gpu::ShuffleMode::XOR)
              .getShuffleResult();
      all = reduction.combine(b, all, other);
    }
    return all;
  }

  Values loadShare(ImplicitLocOpBuilder &b, Value place) {
    return llvm::map_to_vector(
        memory, [&](Value part) -> Value { return memref::LoadOp::create(b, part, place); });
  }
  void storeShare(ImplicitLocOpBuilder &b, ValueRange share) {
    for (auto [value, part] : llvm::zip(share, memory))
      memref::StoreOp::create(b, value, part, item);
  }

  Values loadResult(ImplicitLocOpBuilder &b) {
    Values result, indices = resultIndices();
    for (unsigned i = firstResult(); i < op->getNumOperands(); ++i)
      result.push_back(loadOperand(b, op, i, indices));
    return result;
  }
  void writeResult(ImplicitLocOpBuilder &b, ValueRange all) {
    Values written(all), indices = resultIndices();
    if (reduction.neutral)
      written = reduction.combine(b, loadResult(b), all);
    for (auto [i, value] : llvm::enumerate(written)) {
      const auto operand = static_cast<unsigned>(firstResult() + i);
      memref::StoreOp::create(b, value, op->getOperand(operand),
                              placeInOperand(b, op, operand, indices));
    }
  }

  unsigned firstResult() { return static_cast<unsigned>(op.getNumDpsInputs()); }
  /// The results' maps have no dims of the reduction: any index serves for them.
  Values resultIndices() {
    Values indices(outer);
    indices.resize(extents.size(), item);
    return indices;
  }
  Value isBelow(ImplicitLocOpBuilder &b, int64_t bound) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, item, indexConstant(b, bound));
  }

  const SharedReduction &reduction;
  linalg::GenericOp op;
  ArrayRef<Value> extents;
  ValueRange outer;
  Value item;
  Values memory; // of the workgroup: its work-items' shares of each result
};

struct ReduceInGroupsPass : impl::ReduceInGroupsPassBase<ReduceInGroupsPass> {
  void runOnOperation() override {
    SmallVector<SharedReduction> reductions;
    getOperation()->walk([&](linalg::GenericOp op) {
      // Within a loop of the host it would not become a kernel of its own.
      auto reduction =
          isa<func::FuncOp>(op->getParentOp()) ? matchSharedReduction(op) : std::nullopt;
      if (reduction)
        reductions.push_back(*reduction);
    });
    for (const SharedReduction &reduction : reductions) {
      linalg::GenericOp op = reduction.op;
      ImplicitLocOpBuilder b(op.getLoc(), op);
      Values extents = loopExtents(b, op);
      // assay-order-loops has put the parallel ones first.
      ArrayRef<Value> outer = ArrayRef(extents).take_front(op.getNumParallelLoops());
      limitCount(b, product(b, ArrayRef(extents).drop_front(outer.size())),
                 "elements of a reduction");
      createGroupLoop(b, outer, workItems, [&](ImplicitLocOpBuilder &b, ValueRange indices) {
        GroupWriter(b, reduction, indices, extents).write(b);
      });
      op.erase();
    }
  }
};

} // namespace

} // namespace assay
