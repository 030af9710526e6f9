#include "compiler/builders/Builders.h"
#include "compiler/cpu/Passes.h"
#include "compiler/cpu/Vectors.h"

#include <mlir/Analysis/SliceAnalysis.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_VECTORIZEPASS
#include "compiler/cpu/Passes.h.inc"

/// Elements in a vector that stands for a whole nest.
static constexpr int64_t nestWidth = 16;

/// The upstream conversion of transfers confuses vectors with memory where elements lie otherwise.
static bool fitsVectors(Type type) { return liesAsInVectors(getElementTypeOrSelf(type)); }

/// Whether the host's vectors lack the op: calls of libm, integer division, rounding to bf16.
static bool isScalarisedOp(Operation &op) {
  return isa<math::MathDialect>(op.getDialect()) ||
         isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp, arith::FloorDivSIOp,
             arith::CeilDivSIOp, arith::RemFOp>(op) ||
         llvm::any_of(op.getOperandTypes(), [](Type type) { return type.isBF16(); });
}

bool isScalarised(linalg::LinalgOp op) { return llvm::any_of(*op.getBlock(), isScalarisedOp); }

/// Whether an operand is read at a place of its own along a dim, of memory whose elements lie in
/// steps: upstream reads one element then by a transfer that nothing lowers.
static bool isReadInSteps(linalg::LinalgOp op, OpOperand &operand) {
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || type.getRank() == 0 || op.getMatchingIndexingMap(&operand).isProjectedPermutation())
    return false;
  SmallVector<int64_t> strides;
  int64_t offset = 0;
  return failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1;
}

/// The loops that a value of the op's body depends on.
static llvm::SmallBitVector loopsBehind(Value value, linalg::LinalgOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  llvm::SetVector<Value> behind;
  behind.insert(value);
  for (size_t next = 0; next < behind.size(); ++next) {
    Operation *made = behind[next].getDefiningOp();
    if (auto argument = dyn_cast<BlockArgument>(behind[next]);
        argument && argument.getOwner() == op.getBlock()) {
      const AffineMap map = op.getMatchingIndexingMap(op.getMatchingOpOperand(argument));
      for (unsigned loop = 0; loop < map.getNumDims(); ++loop)
        if (map.isFunctionOfDim(loop))
          loops.set(loop);
    } else if (made && made->getBlock() == op.getBlock()) {
      if (auto index = dyn_cast<linalg::IndexOp>(made))
        loops.set(static_cast<unsigned>(index.getDim()));
      behind.insert_range(made->getOperands());
    }
  }
  return loops;
}

/// Whether what is reduced is another in each iteration. Upstream's vectoriser adds once what does
/// not depend on a loop (triage/known/bugs/mlir-vectorize-constant-reduction).
static bool reducesElements(linalg::LinalgOp op) {
  SmallVector<unsigned> reductions;
  op.getReductionDims(reductions);
  for (unsigned result = 0; !reductions.empty() && result < op.getNumDpsInits(); ++result) {
    SmallVector<Operation *> combiners;
    const Value reduced = matchReduction(op.getRegionOutputArgs(), result, combiners);
    if (!reduced)
      continue;
    const llvm::SmallBitVector loops = loopsBehind(reduced, op);
    if (!llvm::all_of(reductions, [&](unsigned loop) { return loops.test(loop); }))
      return false;
  }
  return true;
}

bool hasVectorForm(linalg::LinalgOp op) {
  // convert-math-to-llvm does not take math.absi on vectors of several dims.
  return llvm::all_of(op->getOperandTypes(), fitsVectors) &&
         op.getBlock()->getOps<math::AbsIOp>().empty() && reducesElements(op) &&
         llvm::none_of(op->getOpOperands(),
                       [&](OpOperand &operand) { return isReadInSteps(op, operand); });
}

bool fitsOneVector(linalg::LinalgOp op) {
  int64_t elements = 1;
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent) || extent == 0 || extent > nestWidth)
      return false;
    elements *= extent;
  }
  return elements > 1 && elements <= nestWidth;
}

namespace {

struct VectorizePass : impl::VectorizePassBase<VectorizePass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && fitsOneVector(op) && hasVectorForm(op))
        ops.push_back(op);
    });
    IRRewriter rewriter(&getContext());
    for (linalg::LinalgOp op : ops) {
      rewriter.setInsertionPoint(op);
      // An op that the vectoriser does not take becomes loops.
      FailureOr<linalg::VectorizationResult> result = linalg::vectorize(rewriter, op);
      if (succeeded(result))
        rewriter.replaceOp(op, result->replacements);
    }
  }
};

} // namespace

} // namespace assay
