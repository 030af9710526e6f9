#include "compiler/dispatches/HostExtents.h"

#include "compiler/dialect/Assay.h"

#include <mlir/Dialect/MemRef/Transforms/Transforms.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Interfaces/LoopLikeInterface.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

namespace {

bool keepsExtents(LoopLikeOpInterface loop, OpResult result);

/// The operand whose extents the result has: the destination that it is made in, or what a loop
/// begins with and carries on with the same extents. Null if there is none.
OpOperand *madeIn(OpResult result) {
  if (auto writer = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
    return writer.getTiedOpOperand(result);
  auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner());
  return loop && keepsExtents(loop, result) ? loop.getTiedLoopInit(result) : nullptr;
}

/// Whether `value` is made in `before`, perhaps with other types for the same extents.
bool hasExtentsOf(Value value, Value before) {
  while (value != before) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    if (auto choice = dyn_cast<scf::IfOp>(result.getOwner())) {
      const unsigned number = result.getResultNumber();
      return hasExtentsOf(choice.thenYield().getOperand(number), before) &&
             hasExtentsOf(choice.elseYield().getOperand(number), before);
    }
    if (auto cast = dyn_cast<tensor::CastOp>(result.getOwner()))
      value = cast.getSource();
    else if (OpOperand *operand = madeIn(result))
      value = operand->get();
    else
      return false;
  }
  return true;
}

/// Whether a loop carries a tensor of the same extents from iteration to iteration.
bool keepsExtents(LoopLikeOpInterface loop, OpResult result) {
  if (isa<scf::ForallOp>(loop)) // writes into it
    return true;
  const BlockArgument carried = loop.getTiedLoopRegionIterArg(result);
  OpOperand *yielded = carried ? loop.getTiedLoopYieldedValue(carried) : nullptr;
  return yielded && hasExtentsOf(yielded->get(), carried);
}

struct DimOfDestination : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    OpOperand *before = result ? madeIn(result) : nullptr;
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
