#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Iteration.h"
#include "compiler/passes/Builders.h"
#include "compiler/passes/Passes.h"

#include <mlir/Analysis/SliceAnalysis.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

namespace assay {
namespace {

/// Two waves, so that barriers are needed.
constexpr int64_t workItems = 128;

/// Reductions known to be shorter stay loops of one work-item.
constexpr int64_t leastElements = 8;

/// A reduction by one op that combinesInAnyOrder().
struct Reduction {
  linalg::GenericOp op;
  Operation *combiner;
  Value element; // in the body: what an iteration adds
  TypedAttr neutral;
};

/// Whether the op is associative and commutative: work-items share a reduction's elements in
/// another order than theirs. Of floats it is so but for rounding, which error bounds allow. (A
/// maxnumf of nothing but NaN has no neutral element.)
bool combinesInAnyOrder(Operation *op) {
  return isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp, arith::AddIOp,
             arith::MulIOp, arith::AndIOp, arith::OrIOp, arith::XOrIOp, arith::MaxSIOp,
             arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(op);
}

std::optional<Reduction> match(linalg::GenericOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 || op.getNumReductionLoops() == 0 ||
      linalg::isaContractionOpInterface(op))
    return std::nullopt;
  int64_t elements = 1;
  for (auto [extent, kind] : llvm::zip(op.getStaticLoopRanges(), op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      elements = ShapedType::isDynamic(extent) ? leastElements : elements * extent;
  SmallVector<Operation *> combiners;
  Value element = matchReduction(op.getRegionOutputArgs(), 0, combiners);
  // Of index, upstream does not come back with a neutral element.
  if (elements < leastElements || !element || !element.getType().isIntOrFloat() ||
      combiners.size() != 1 || !combinesInAnyOrder(combiners.front()))
    return std::nullopt;
  std::optional<TypedAttr> neutral = arith::getNeutralElement(combiners.front());
  if (llvm::any_of(*op.getBody(), [](Operation &inner) { return inner.getNumRegions() != 0; }))
    return std::nullopt;
  // The elements must not depend on what was combined before.
  if (!neutral || !op.getRegionOutputArgs().front().hasOneUse())
    return std::nullopt;
  return Reduction{op, combiners.front(), element, *neutral};
}

Value combine(ImplicitLocOpBuilder &b, const Reduction &reduction, Value sofar, Value element) {
  IRMapping mapping;
  linalg::GenericOp op = reduction.op;
  mapping.map(op.getRegionOutputArgs().front(), sofar);
  mapping.map(reduction.element, element);
  return b.clone(*reduction.combiner, mapping)->getResult(0);
}

/// `sofar` with what the iteration at `indices` adds.
Value addElement(ImplicitLocOpBuilder &b, linalg::GenericOp op, Value sofar, ValueRange indices) {
  Values elements;
  for (unsigned i = 0; i < static_cast<unsigned>(op.getNumDpsInputs()); ++i)
    elements.push_back(loadOperand(b, op, i, indices));
  elements.push_back(sofar);
  return inlineBody(b, op, elements, indices).front();
}

/// Each work-item combines its share, then half of them combine two shares, and so on.
void writeGroup(ImplicitLocOpBuilder &b, const Reduction &reduction, ValueRange outer,
                ArrayRef<Value> extents) {
  linalg::GenericOp op = reduction.op;
  Type type = reduction.neutral.getType();
  Value item = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
  Value shares = memref::AllocaOp::create(b, workgroupMemory(workItems, type));
  Value neutral = arith::ConstantOp::create(b, reduction.neutral);
  ArrayRef<Value> inner = extents.drop_front(outer.size());
  auto share = scf::ForOp::create(
      b, item, product(b, inner), indexConstant(b, workItems), neutral,
      [&](OpBuilder &builder, Location location, Value iteration, ValueRange sofar) {
        ImplicitLocOpBuilder b(location, builder);
        Values indices(outer);
        indices.append(
            delinearise(b, arith::IndexCastOp::create(b, b.getI32Type(), iteration), inner));
        scf::YieldOp::create(b, addElement(b, op, sofar[0], indices));
      });
  memref::StoreOp::create(b, share.getResult(0), shares, item);

  const auto isBelow = [&](int64_t bound) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, item, indexConstant(b, bound));
  };
  for (int64_t half = workItems / 2; half > 0; half /= 2) {
    gpu::BarrierOp::create(b);
    branch(b, isBelow(half), [&](ImplicitLocOpBuilder &b) -> Values {
      Value other = arith::AddIOp::create(b, item, indexConstant(b, half));
      Value both = combine(b, reduction, memref::LoadOp::create(b, shares, item),
                           memref::LoadOp::create(b, shares, other));
      memref::StoreOp::create(b, both, shares, item);
      return {};
    });
  }
  branch(b, isBelow(1), [&](ImplicitLocOpBuilder &b) -> Values {
    const unsigned result = op.getNumDpsInputs();
    // The output's map has no dims of the reduction: any index serves for them.
    Values indices(outer);
    indices.resize(extents.size(), item);
    Value sofar = loadOperand(b, op, result, indices);
    Value all = combine(b, reduction, sofar, memref::LoadOp::create(b, shares, item));
    memref::StoreOp::create(b, all, op->getOperand(result), placeInOperand(b, op, result, indices));
    return {};
  });
}

struct ReduceInGroupsPass : PassWrapper<ReduceInGroupsPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ReduceInGroupsPass)

  StringRef getArgument() const override { return "assay-reduce-in-groups"; }
  StringRef getDescription() const override {
    return "Reduce with a workgroup for each result, through its memory";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect,
                    gpu::GPUDialect, memref::MemRefDialect, scf::SCFDialect>();
  }

  void runOnOperation() override {
    SmallVector<Reduction> reductions;
    getOperation()->walk([&](linalg::GenericOp op) {
      // Within a loop of the host it would not become a kernel of its own.
      auto reduction = isa<func::FuncOp>(op->getParentOp()) ? match(op) : std::nullopt;
      if (reduction)
        reductions.push_back(*reduction);
    });
    for (const Reduction &reduction : reductions) {
      linalg::GenericOp op = reduction.op;
      ImplicitLocOpBuilder b(op.getLoc(), op);
      Values extents = loopExtents(b, op);
      // assay-order-loops has put the parallel ones first.
      ArrayRef<Value> outer = ArrayRef(extents).take_front(op.getNumParallelLoops());
      limitCount(b, product(b, ArrayRef(extents).drop_front(outer.size())),
                 "elements of a reduction");
      createGroupLoop(b, outer, workItems, [&](ImplicitLocOpBuilder &b, ValueRange indices) {
        writeGroup(b, reduction, indices, extents);
      });
      op.erase();
    }
  }
};

} // namespace

std::unique_ptr<Pass> createReduceInGroupsPass() { return std::make_unique<ReduceInGroupsPass>(); }

} // namespace assay
