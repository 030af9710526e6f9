#include "compiler/dispatches/HostExtents.h"

#include "compiler/dialect/Assay.h"

#include <llvm/ADT/TypeSwitch.h>
#include <mlir/Dialect/MemRef/Transforms/Transforms.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/Interfaces/LoopLikeInterface.h>
#include <mlir/Transforms/GreedyPatternRewriteDriver.h>

using namespace mlir;

namespace assay {

namespace {

/// An extent of a tensor.
struct Extent {
  Value tensor;
  int64_t dim;
  bool operator==(const Extent &) const = default;
};

bool keeps(LoopLikeOpInterface loop, OpResult result, int64_t dim);

/// What `size` asks for, if it is an extent.
std::optional<Extent> askedBy(OpFoldResult size) {
  auto value = dyn_cast<Value>(size);
  auto op = value ? value.getDefiningOp<tensor::DimOp>() : nullptr;
  std::optional<int64_t> dim = op ? op.getConstantIndex() : std::nullopt;
  return dim ? std::optional(Extent{op.getSource(), *dim}) : std::nullopt;
}

/// The extent that this one is by definition: of the destination that the tensor is made in, or of
/// what a loop begins with and carries on with the same extent. Nothing if there is none.
std::optional<Extent> takenFrom(const Extent &extent) {
  auto result = dyn_cast<OpResult>(extent.tensor);
  if (!result)
    return std::nullopt;
  auto of = [&](OpOperand *operand) {
    return operand ? std::optional(Extent{operand->get(), extent.dim}) : std::nullopt;
  };
  const auto dim = static_cast<size_t>(extent.dim);
  return llvm::TypeSwitch<Operation *, std::optional<Extent>>(result.getOwner())
      .Case([&](tensor::CastOp op) { return Extent{op.getSource(), extent.dim}; })
      .Case([&](tensor::EmptyOp op) { return askedBy(op.getMixedSizes()[dim]); })
      .Case([&](tensor::ExpandShapeOp op) { return askedBy(op.getMixedOutputShape()[dim]); })
      .Case([&](DestinationStyleOpInterface op) { return of(op.getTiedOpOperand(result)); })
      .Case([&](LoopLikeOpInterface op) {
        return of(keeps(op, result, extent.dim) ? op.getTiedLoopInit(result) : nullptr);
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether `extent` is `before`, step by step, in whichever branch.
bool isFrom(const Extent &extent, const Extent &before) {
  if (extent == before)
    return true;
  if (auto choice = extent.tensor.getDefiningOp<scf::IfOp>()) {
    const unsigned number = cast<OpResult>(extent.tensor).getResultNumber();
    return isFrom({choice.thenYield().getOperand(number), extent.dim}, before) &&
           isFrom({choice.elseYield().getOperand(number), extent.dim}, before);
  }
  const std::optional<Extent> next = takenFrom(extent);
  return next && isFrom(*next, before);
}

/// Whether a loop carries a tensor of the same extent from iteration to iteration.
bool keeps(LoopLikeOpInterface loop, OpResult result, int64_t dim) {
  if (isa<scf::ForallOp>(loop)) // writes into it
    return true;
  const BlockArgument carried = loop.getTiedLoopRegionIterArg(result);
  OpOperand *yielded = carried ? loop.getTiedLoopYieldedValue(carried) : nullptr;
  return yielded && isFrom({yielded->get(), dim}, {carried, dim});
}

struct DimOfDestination : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op, PatternRewriter &rewriter) const override {
    const std::optional<Extent> extent = askedBy(op.getResult());
    const std::optional<Extent> before = extent ? takenFrom(*extent) : std::nullopt;
    if (!before)
      return failure();
    rewriter.replaceOpWithNewOp<tensor::DimOp>(op, before->tensor, before->dim);
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
