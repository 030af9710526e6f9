#include "compiler/buffers/Passes.h"
#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h>

using namespace mlir;

namespace assay {

namespace {

/// An op that is the same in memory. What it writes takes the place of its destinations, of which
/// it reads nothing.
template <class Op>
struct InMemoryModel
    : bufferization::DstBufferizableOpInterfaceExternalModel<InMemoryModel<Op>, Op> {
  // An external model is called in place of its base's functions.
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method)
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const bufferization::AnalysisState &) const {
    return !cast<Op>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    SmallVector<Value> operands, destinations;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType())) {
        operands.push_back(operand.get());
        continue;
      }
      FailureOr<Value> buffer = bufferization::getBuffer(rewriter, operand.get(), options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
      if (cast<Op>(op).isDpsInit(&operand))
        destinations.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    clone(rewriter, op, TypeRange(), operands);
    bufferization::replaceOpWithBufferizedValues(rewriter, op, destinations);
    return success();
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)
};

} // namespace

void registerBufferization(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ir::AssayDialect *) {
    ir::WaveTopkOp::attachInterface<InMemoryModel<ir::WaveTopkOp>>(*context);
    ir::WaveAttentionOp::attachInterface<InMemoryModel<ir::WaveAttentionOp>>(*context);
  });
}

} // namespace assay
