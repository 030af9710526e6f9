#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>

#include <array>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_SINKELEMENTWISEPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// Which elementwise ops may come behind an op instead of ahead of it.
enum class Moves : uint8_t {
  Any,       // elements are only moved
  Widenings, // the order of elements, or the place that they name, is the same in the wider type
  Negations, // what is made of them is linear, and each sum of negated terms the negated sum
};

/// What becomes of one operand of an op.
struct Rule {
  StringRef op;
  unsigned operand;
  Moves moves;
  /// Which result has what the operand's elements became; nothing if none has.
  std::optional<unsigned> result;
};

/// Of what is left out, a scan and those that read indices extend numbers themselves, and the scale
/// of attention takes the sign. It takes no other factor: sums of products without it may overflow
/// where those with it do not, or be subnormal.
constexpr Rule rules[] = {
    {"assay.gather", 0, Moves::Any, 0},
    {"assay.gather", 1, Moves::Widenings, std::nullopt},
    {"assay.gather_nd", 0, Moves::Any, 0},
    {"assay.gather_nd", 1, Moves::Widenings, std::nullopt},
    {"assay.scatter", 0, Moves::Widenings, std::nullopt},
    {"assay.scatter_nd", 0, Moves::Widenings, std::nullopt},
    {"assay.one_hot", 0, Moves::Widenings, std::nullopt},
    {"assay.topk", 0, Moves::Widenings, 0},
    {"assay.sort", 0, Moves::Widenings, 0},
    {"assay.sort_indices", 0, Moves::Widenings, std::nullopt},
    {"assay.scan", 0, Moves::Widenings, std::nullopt},
    {"assay.attention", 0, Moves::Negations, std::nullopt},
    {"assay.attention", 1, Moves::Negations, std::nullopt},
    {"assay.attention", 2, Moves::Negations, 0},
};

RankedTensorType typeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()); }

/// The one input that a generic reads at the same place as it writes to; each of its elements is
/// made of that one alone, and of what stands elsewhere in other inputs. Null if it is none such.
OpOperand *elementsOf(linalg::GenericOp op) {
  if (!op || op.getNumDpsInits() != 1 || !op.hasPureTensorSemantics() || op.hasIndexSemantics() ||
      op.getNumReductionLoops() != 0 || op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity() ||
      !llvm::all_of(op.getBody()->without_terminator(),
                    [](Operation &inner) { return isPure(&inner); }))
    return nullptr;
  OpOperand *elements = nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    const AffineMap map = op.getMatchingIndexingMap(input);
    if (map.isIdentity() && elements)
      return nullptr;
    if (map.isIdentity())
      elements = input;
    else if (!map.isProjectedPermutation())
      return nullptr;
  }
  return elements && isa<RankedTensorType>(elements->get().getType()) ? elements : nullptr;
}

/// Whether the dialect's ops, which have no elements of i1 and the like, take such ones.
bool isNumber(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type>(type) ||
         llvm::any_of(std::array{8U, 16U, 32U},
                      [&](unsigned width) { return type.isSignlessInteger(width); });
}

bool mayMove(Moves moves, linalg::GenericOp op, OpOperand &elements) {
  Operation *made = op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  const bool isOfElement = made && made->getNumOperands() == 1 && op.getNumDpsInputs() == 1 &&
                           made->getOperand(0) == op.getMatchingBlockArgument(&elements);
  switch (moves) {
  case Moves::Any:
    return true;
  case Moves::Widenings: // as signed numbers
    return isOfElement && isa<arith::ExtFOp, arith::ExtSIOp>(made) &&
           isNumber(getElementTypeOrSelf(elements.get()));
  case Moves::Negations:
    return isOfElement && isa<arith::NegFOp>(made);
  }
  llvm_unreachable("all kinds are handled");
}

/// Whether there are no more elements to compute behind the op than ahead of it.
bool hasNoMore(RankedTensorType behind, RankedTensorType ahead) {
  return behind.hasStaticShape() && ahead.hasStaticShape() &&
         behind.getNumElements() <= ahead.getNumElements();
}

/// For each dim of what is gathered from, the dim of the result along which the same elements
/// stand; nothing where places say which.
SmallVector<std::optional<unsigned>> dimsBehind(Operation *op) {
  SmallVector<std::optional<unsigned>> dims;
  if (auto gather = dyn_cast<ir::GatherOp>(op)) {
    for (auto [dim, extents] : llvm::enumerate(llvm::zip_equal(
             typeOf(gather.getInput()).getShape(), typeOf(gather.getResult()).getShape()))) {
      auto [from, to] = extents;
      const bool isSame = dim != gather.getDim() && from == to;
      dims.push_back(isSame ? std::optional(static_cast<unsigned>(dim)) : std::nullopt);
    }
  } else if (auto gather = dyn_cast<ir::GatherNdOp>(op)) {
    const RankedTensorType indices = typeOf(gather.getIndices());
    const auto depth = static_cast<unsigned>(indices.getShape().back()),
               leading = static_cast<unsigned>(indices.getRank() - 1),
               rank = static_cast<unsigned>(typeOf(gather.getInput()).getRank());
    dims.assign(depth, std::nullopt);
    for (unsigned dim = depth; dim < rank; ++dim)
      dims.emplace_back(leading + dim - depth);
  }
  return dims;
}

/// The maps of the producer behind the op, where it computes as many elements as there are in a
/// result of that rank. Nothing if it reads along a dim that is another one there.
std::optional<SmallVector<AffineMap>> mapsBehind(Operation *op, linalg::GenericOp producer,
                                                 unsigned rank) {
  const SmallVector<std::optional<unsigned>> dims = dimsBehind(op);
  MLIRContext *context = op->getContext();
  SmallVector<AffineMap> maps;
  for (AffineMap map : producer.getIndexingMapsArray()) {
    if (map.isIdentity()) {
      maps.push_back(AffineMap::getMultiDimIdentityMap(rank, context));
      continue;
    }
    SmallVector<AffineExpr> places;
    for (AffineExpr place : map.getResults()) {
      const unsigned dim = cast<AffineDimExpr>(place).getPosition();
      if (dim >= dims.size() || !dims[dim])
        return std::nullopt;
      places.push_back(getAffineDimExpr(*dims[dim], context));
    }
    maps.push_back(AffineMap::get(rank, 0, places, context));
  }
  return maps;
}

struct SinkElementwise : RewritePattern {
  explicit SinkElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    bool isChanged = false;
    for (const Rule &rule : rules) {
      if (rule.op != op->getName().getStringRef() || failed(apply(rule, op, rewriter)))
        continue;
      if (rule.result) // the op is not there any more
        return success();
      isChanged = true;
    }
    return success(isChanged);
  }

private:
  static LogicalResult apply(const Rule &rule, Operation *op, PatternRewriter &rewriter) {
    auto producer = op->getOperand(rule.operand).getDefiningOp<linalg::GenericOp>();
    OpOperand *elements = elementsOf(producer);
    // In a loop it would be computed each time.
    if (!elements || !producer->hasOneUse() || producer->getBlock() != op->getBlock() ||
        !mayMove(rule.moves, producer, *elements) || ir::AssayDialect::isConfigured(producer))
      return failure();
    Value input = elements->get();
    // The op may need an extent that is known of what it reads now alone.
    if (typeOf(input).getShape() != typeOf(op->getOperand(rule.operand)).getShape())
      return failure();
    if (!rule.result) {
      rewriter.modifyOpInPlace(op, [&] {
        op->setOperand(rule.operand, input);
        if (auto attention = dyn_cast<ir::AttentionOp>(op))
          attention.setScale(neg(attention.getScale()));
      });
      return success();
    }
    Value init = cast<DestinationStyleOpInterface>(op).getDpsInitOperand(*rule.result)->get();
    const auto maps = mapsBehind(op, producer, static_cast<unsigned>(typeOf(init).getRank()));
    if (!maps || (!isa<ir::SortOp>(op) && !hasNoMore(typeOf(init), typeOf(input))))
      return failure();
    rewriter.replaceOp(op, sunk(op, rule, producer, *elements, *maps, rewriter));
    return success();
  }

  /// The results of the op on what the producer reads, one of them with the producer behind it.
  static SmallVector<Value> sunk(Operation *op, const Rule &rule, linalg::GenericOp producer,
                                 OpOperand &elements, ArrayRef<AffineMap> maps,
                                 PatternRewriter &rewriter) {
    Value input = elements.get(),
          init = cast<DestinationStyleOpInterface>(op).getDpsInitOperand(*rule.result)->get();
    auto type = typeOf(init).clone(typeOf(input).getElementType());
    Value destination = producer.getDpsInitOperand(0)->get();
    Operation *moved = rewriter.clone(*op);
    moved->setOperand(rule.operand, input);
    if (isa<ir::SortOp>(op)) { // what is sorted is the destination
      type = typeOf(input);
    } else {
      rewriter.setInsertionPoint(moved);
      cast<DestinationStyleOpInterface>(moved)
          .getDpsInitOperand(*rule.result)
          ->set(tensor::EmptyOp::create(rewriter, op->getLoc(),
                                        tensor::getMixedSizes(rewriter, op->getLoc(), init),
                                        type.getElementType()));
      rewriter.setInsertionPointAfter(moved);
      destination = init;
    }
    moved->getResult(*rule.result).setType(type);
    SmallVector<Value> results(moved->getResults()), inputs(producer.getInputs());
    inputs[elements.getOperandNumber()] = results[*rule.result];
    const SmallVector<utils::IteratorType> loops(maps.back().getNumDims(),
                                                 utils::IteratorType::parallel);
    auto last = linalg::GenericOp::create(rewriter, producer.getLoc(), destination.getType(),
                                          inputs, destination, maps, loops);
    rewriter.cloneRegionBefore(producer.getRegion(), last.getRegion(), last.getRegion().begin());
    results[*rule.result] = last->getResult(0);
    return results;
  }
};

struct SinkElementwisePass
    : PatternPass<SinkElementwisePass, impl::SinkElementwisePassBase<SinkElementwisePass>> {
  static void populate(RewritePatternSet &set) { set.add<SinkElementwise>(set.getContext()); }
};

} // namespace

} // namespace assay
