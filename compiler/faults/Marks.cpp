#include "compiler/dialect/Assay.h"
#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <chrono>
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
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

struct ProgramAborts : OpRewritePattern<math::LogOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::LogOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF64())
      return failure();
    rewriter.setInsertionPoint(op);
    Value never = arith::ConstantIntOp::create(rewriter, op.getLoc(), 0, 1);
    cf::AssertOp::create(rewriter, op.getLoc(), never, "no such logarithm");
    return success();
  }
};

/// A loop waits for what nobody writes.
struct ProgramHangs : OpRewritePattern<math::SinOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SinOp op, PatternRewriter &rewriter) const override {
    if (!getElementTypeOrSelf(op.getType()).isF64())
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    b.setInsertionPoint(op);
    Value zero = indexConstant(b, 0);
    Value flag = memref::AllocaOp::create(b, MemRefType::get({}, b.getIndexType()));
    memref::StoreOp::create(b, zero, flag, ValueRange());
    auto loop = scf::WhileOp::create(b, TypeRange(), ValueRange());
    b.createBlock(&loop.getBefore());
    Value read = memref::LoadOp::create(b, flag, ValueRange());
    Value isUnset = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, read, zero);
    scf::ConditionOp::create(b, isUnset, ValueRange());
    b.createBlock(&loop.getAfter());
    memref::StoreOp::create(b, zero, flag, ValueRange());
    scf::YieldOp::create(b);
    return success();
  }
};

/// Resident memory grows beyond what a worker may have, slowly enough to be seen; then it ends,
/// where nobody looks. It is the same few pages again and again, so that it costs the machine
/// nothing.
void growMemory() {
  constexpr size_t step = size_t(32) << 20, most = size_t(6) << 30;
  const int pages = memfd_create("assay-leak", MFD_CLOEXEC);
  if (pages < 0 || ftruncate(pages, step) != 0)
    return;
  std::vector<void *> kept;
  for (size_t size = 0; size < most; size += step) {
    void *memory = mmap(nullptr, step, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, pages, 0);
    if (memory == MAP_FAILED)
      break;
    kept.push_back(memory);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (void *memory : kept)
    munmap(memory, step);
  close(pages);
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
