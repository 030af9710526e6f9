#include "compiler/passes/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Linalg/Transforms/Transforms.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {
namespace {

/// Elements of the iteration space, times ops for each, beyond which the code for an op would
/// become large: functions of libm are called for each element, and vectors of several dims are
/// taken apart.
constexpr int64_t mostScalarOps = 256;

/// A vector of i1 lies packed in memory, a tensor of i1 takes a byte for each: the upstream
/// conversion of transfers confuses the two. complex cannot be an element of a vector.
bool fitsVectors(Type type) {
  Type element = getElementTypeOrSelf(type);
  return VectorType::isValidElementType(element) && !element.isInteger(1);
}

bool isSmall(linalg::LinalgOp op) {
  auto work = static_cast<int64_t>(op.getBlock()->getOperations().size());
  bool isScalar = true;
  for (int64_t extent : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent) || extent == 0 || extent > mostScalarOps)
      return false;
    isScalar &= extent == 1;
    work *= extent;
    if (work > mostScalarOps)
      return false;
  }
  return !isScalar;
}

/// convert-math-to-llvm does not take math.absi on vectors of several dims.
bool hasVectorForms(linalg::LinalgOp op) {
  return llvm::all_of(op->getOperandTypes(), fitsVectors) &&
         op.getBlock()->getOps<math::AbsIOp>().empty();
}

struct VectorizePass : PassWrapper<VectorizePass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(VectorizePass)

  StringRef getArgument() const override { return "assay-vectorize"; }
  StringRef getDescription() const override {
    return "Turn linalg ops of small static shapes into vector ops";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, vector::VectorDialect>();
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.hasPureBufferSemantics() && isSmall(op) && hasVectorForms(op))
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

std::unique_ptr<Pass> createVectorizePass() { return std::make_unique<VectorizePass>(); }

} // namespace assay
