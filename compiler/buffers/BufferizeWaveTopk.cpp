#include "compiler/buffers/Passes.h"
#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h>

using namespace mlir;

namespace assay {

namespace {

/// What it writes takes the place of its destinations, of which it reads nothing.
struct WaveTopkModel
    : bufferization::DstBufferizableOpInterfaceExternalModel<WaveTopkModel, ir::WaveTopkOp> {
  // An external model is called in place of its base's functions.
  // NOLINTBEGIN(bugprone-derived-method-shadowing-base-method)
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const bufferization::AnalysisState &) const {
    return !cast<ir::WaveTopkOp>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const bufferization::BufferizationOptions &options,
                          bufferization::BufferizationState &state) const {
    auto topk = cast<ir::WaveTopkOp>(op);
    SmallVector<Value> buffers;
    for (Value operand : topk->getOperands()) {
      FailureOr<Value> buffer = bufferization::getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    rewriter.setInsertionPoint(topk);
    ir::WaveTopkOp::create(rewriter, topk.getLoc(), TypeRange(), buffers[0], buffers[1], buffers[2],
                           topk.getSmallest());
    bufferization::replaceOpWithBufferizedValues(rewriter, topk, ArrayRef(buffers).drop_front());
    return success();
  }
  // NOLINTEND(bugprone-derived-method-shadowing-base-method)
};

} // namespace

void registerBufferization(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ir::AssayDialect *) {
    ir::WaveTopkOp::attachInterface<WaveTopkModel>(*context);
  });
}

} // namespace assay
