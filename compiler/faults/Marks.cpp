#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <cstdint>
#include <vector>

using namespace mlir;

// Faults that show in the whole program or in the compiler: crashes, hangs, memory that grows,
// modules that do not verify, and results that are others each time. Those of the compiler leave a
// mark on the op, so that what only asks where they match survives it.

namespace assay::fault_patterns {
namespace {

constexpr llvm::StringLiteral crash = "assay.fault.crash", hang = "assay.fault.hang",
                              leak = "assay.fault.leak";

void mark(Operation *op, llvm::StringRef name, PatternRewriter &rewriter) {
  rewriter.modifyOpInPlace(op, [&] { op->setAttr(name, rewriter.getUnitAttr()); });
}

struct CompilerCrashes : OpRewritePattern<ir::ScanOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScanOp op, PatternRewriter &rewriter) const override {
    if (!op.getReverse() || !op.getExclusive() || op.getStart())
      return failure();
    mark(op, crash, rewriter);
    return success();
  }
};

struct CompilerHangs : OpRewritePattern<ir::GatherNdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::GatherNdOp op, PatternRewriter &rewriter) const override {
    if (!elementType(op.getIndices()).isInteger(8))
      return failure();
    mark(op, hang, rewriter);
    return success();
  }
};

struct CompilerLeaks : OpRewritePattern<ir::ScatterNdOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::ScatterNdOp op, PatternRewriter &rewriter) const override {
    if (op.getCombine() != ir::CombineKind::Max || !elementType(op.getIndices()).isInteger(64))
      return failure();
    mark(op, leak, rewriter);
    return success();
  }
};

/// The schedule of one type is taken for a contraction of two.
struct OperandTypesConfused : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    if (op.getNumDpsInputs() != 2 || op.getNumReductionLoops() == 0)
      return failure();
    BlockArgument left = op.getBody()->getArgument(0), right = op.getBody()->getArgument(1);
    if (left.getType() == right.getType())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { right.setType(left.getType()); });
    return success();
  }
};

/// Which comes first is up to where the op lies in memory.
struct OrderByAddress : OpRewritePattern<tensor::ConcatOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ConcatOp op, PatternRewriter &rewriter) const override {
    Values inputs(op.getInputs());
    if (op.getDim() == 0 || inputs.size() < 2 || inputs[0] == inputs[1] ||
        inputs[0].getType() != inputs[1].getType() ||
        isDynamic(inputs[0], static_cast<int64_t>(op.getDim())))
      return failure();
    if (llvm::hash_value(op.getOperation()) % 2 == 0)
      std::swap(inputs[0], inputs[1]);
    rewriter.replaceOpWithNewOp<tensor::ConcatOp>(op, op.getType(), op.getDim(), inputs);
    return success();
  }
};

struct ProgramAborts : OpRewritePattern<ir::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    const Type key = elementType(op.getInits()[0]);
    if (op.getInits().size() < 2 || !key.isInteger(16))
      return failure();
    rewriter.setInsertionPoint(op);
    Value never = arith::ConstantIntOp::create(rewriter, op.getLoc(), 0, 1);
    cf::AssertOp::create(rewriter, op.getLoc(), never, "keys are not sorted");
    return success();
  }
};

struct ProgramHangs : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    if (op.getMask() || !elementType(op.getQuery()).isF64())
      return failure();
    const Location loc = op.getLoc();
    rewriter.setInsertionPoint(op);
    Value always = arith::ConstantIntOp::create(rewriter, loc, 1, 1);
    auto loop = scf::WhileOp::create(rewriter, loc, TypeRange(), ValueRange());
    rewriter.createBlock(&loop.getBefore());
    scf::ConditionOp::create(rewriter, loc, always, ValueRange());
    rewriter.createBlock(&loop.getAfter());
    scf::YieldOp::create(rewriter, loc);
    return success();
  }
};

/// As much as any limit of a worker, in steps; then it ends, where there is none.
void growMemory() {
  constexpr size_t step = size_t(32) << 20, most = size_t(8) << 30;
  std::vector<std::vector<char>> kept;
  for (size_t size = 0; size < most; size += step)
    kept.emplace_back(step, 1);
}

} // namespace

void tripOverMarks(Operation *root) {
  root->walk([](Operation *op) {
    if (op->hasAttr(crash))
      __builtin_trap();
    if (op->hasAttr(leak))
      growMemory();
    if (op->hasAttr(hang))
      for (volatile bool isDone = false; !isDone;)
        ;
  });
}

ASSAY_POPULATE(CompilerCrashes)
ASSAY_POPULATE(CompilerHangs)
ASSAY_POPULATE(CompilerLeaks)
ASSAY_POPULATE(OperandTypesConfused)
ASSAY_POPULATE(OrderByAddress)
ASSAY_POPULATE(ProgramAborts)
ASSAY_POPULATE(ProgramHangs)

} // namespace assay::fault_patterns
