#include "compiler/dispatches/HostExtents.h"

#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/MemRef/Transforms/Transforms.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Interfaces/LoopLikeInterface.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

namespace {

/// What an op makes in a destination has its extents, and a loop that a pass of ours has made
/// carries tensors of the same extents from iteration to iteration.
struct DimOfDestination : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    if (!result)
      return failure();
    OpOperand *before = nullptr;
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
      before = writer.getTiedOpOperand(result);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner()))
      before = loop.getTiedLoopInit(result);
    if (!before)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::DimOp>(op, before->get(), op.getIndex());
    return success();
  }
};

} // namespace

HostExtents::HostExtents(Block &block) {
  Operation *end = block.getTerminator();
  const unsigned returned = end->getNumOperands();
  OpBuilder builder(end);
  auto ask = [&](Value tensor) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    for (int64_t dim = 0; type && dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim)) {
        builder.setInsertionPointAfterValue(tensor);
        places[{tensor, dim}] = values.size();
        values.push_back(tensor::DimOp::create(builder, tensor.getLoc(), tensor, dim));
      }
  };
  for (Value argument : block.getArguments())
    ask(argument);
  SmallVector<Operation *> asked;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (isa<tensor::DimOp>(op))
      asked.push_back(&op);
    for (Value result : op.getResults())
      ask(result);
  }
  // The terminator holds on to them while each is resolved, and knows what they became.
  for (Value value : values)
    asked.push_back(value.getDefiningOp());
  end->insertOperands(returned, values);
  RewritePatternSet patterns(end->getContext());
  memref::populateResolveRankedShapedTypeResultDimsPatterns(patterns);
  tensor::DimOp::getCanonicalizationPatterns(patterns, end->getContext());
  patterns.add<DimOfDestination>(end->getContext(), /*benefit=*/2);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(asked, std::move(patterns), config);
  values = llvm::to_vector(end->getOperands().drop_front(returned));
  end->eraseOperands(returned, static_cast<unsigned>(values.size()));
}

Value HostExtents::of(Value tensor, int64_t dim) const {
  if (auto dispatch = tensor.getDefiningOp<ir::DispatchOp>())
    return cast<Value>(dispatch.extentsOf(cast<OpResult>(tensor))[static_cast<size_t>(dim)]);
  return values[places.at({tensor, dim})];
}

} // namespace assay
