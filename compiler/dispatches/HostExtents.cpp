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

/// Whether `value` has the extents of `before`, of which it is made: by writing into it, in loops
/// as well, and with other types for the same extents.
bool hasExtentsOf(Value value, Value before) {
  while (value != before) {
    auto result = dyn_cast<OpResult>(value);
    if (!result)
      return false;
    Operation *owner = result.getOwner();
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(owner)) {
      value = writer.getTiedOpOperand(result)->get();
    } else if (auto cast = dyn_cast<tensor::CastOp>(owner)) {
      value = cast.getSource();
    } else if (auto choice = dyn_cast<scf::IfOp>(owner)) {
      const unsigned number = result.getResultNumber();
      return hasExtentsOf(choice.thenYield().getOperand(number), before) &&
             hasExtentsOf(choice.elseYield().getOperand(number), before);
    } else if (auto loop = dyn_cast<LoopLikeOpInterface>(owner);
               loop && loop.getTiedLoopInit(result) && keepsExtents(loop, result)) {
      value = loop.getTiedLoopInit(result)->get();
    } else {
      return false;
    }
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

/// What an op makes in a destination has its extents.
struct DimOfDestination : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    auto result = dyn_cast<OpResult>(op.getSource());
    if (!result)
      return failure();
    OpOperand *before = nullptr;
    if (auto writer = dyn_cast<DestinationStyleOpInterface>(result.getOwner()))
      before = writer.getTiedOpOperand(result);
    else if (auto loop = dyn_cast<LoopLikeOpInterface>(result.getOwner());
             loop && keepsExtents(loop, result))
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
