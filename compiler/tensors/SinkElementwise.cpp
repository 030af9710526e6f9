#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/tensors/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_SINKELEMENTWISEPASS
#include "compiler/tensors/Passes.h.inc"

namespace {

/// Which elementwise ops may come behind an op instead of ahead of it.
enum class Moves : uint8_t {
  Any,       // elements are only moved
  Widenings, // the order of elements, which is the same in the wider type, says where they go
};

/// What becomes of one operand of an op.
struct Rule {
  StringRef op;
  unsigned operand;
  Moves moves;
  /// Which result has what the operand's elements became; nothing if none has.
  std::optional<unsigned> result;
};

/// A scan widens what it reads by itself.
constexpr Rule rules[] = {
    {"assay.gather", 0, Moves::Any, 0},
    {"assay.gather_nd", 0, Moves::Any, 0},
    {"assay.topk", 0, Moves::Widenings, 0},
    {"assay.sort", 0, Moves::Widenings, 0},
    {"assay.sort_indices", 0, Moves::Widenings, std::nullopt},
    {"assay.scan", 0, Moves::Widenings, std::nullopt},
};

RankedTensorType typeOf(Value tensor) { return cast<RankedTensorType>(tensor.getType()); }

/// A generic that computes each element of its result from the element of its one input at the same
/// place alone.
linalg::GenericOp elementwise(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::GenericOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !op.hasPureTensorSemantics() || op.hasIndexSemantics() || op.getNumReductionLoops() != 0 ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
    return nullptr;
  const bool isIdentity =
      llvm::all_of(op.getIndexingMapsArray(), [](AffineMap map) { return map.isIdentity(); });
  const bool isPlain = llvm::all_of(op.getBody()->without_terminator(),
                                    [](Operation &inner) { return isPure(&inner); });
  return isIdentity && isPlain && isa<RankedTensorType>(op.getInputs()[0].getType()) ? op : nullptr;
}

/// Whether it extends numbers, as signed ones, and does nothing else.
bool widens(linalg::GenericOp op) {
  Operation *yielded = op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  return isa_and_present<arith::ExtFOp, arith::ExtSIOp>(yielded) &&
         yielded->getOperand(0) == op.getBody()->getArgument(0);
}

/// Whether there are no more elements to compute behind the op than ahead of it.
bool hasNoMore(RankedTensorType behind, RankedTensorType ahead) {
  return behind.hasStaticShape() && ahead.hasStaticShape() &&
         behind.getNumElements() <= ahead.getNumElements();
}

struct SinkElementwise : RewritePattern {
  explicit SinkElementwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    const Rule *rule = llvm::find_if(
        rules, [&](const Rule &each) { return each.op == op->getName().getStringRef(); });
    if (rule == std::end(rules))
      return failure();
    linalg::GenericOp producer = elementwise(op->getOperand(rule->operand));
    if (!producer || !producer->hasOneUse() ||
        (rule->moves == Moves::Widenings && !widens(producer)))
      return failure();
    Value input = producer.getInputs()[0];
    if (!rule->result) {
      rewriter.modifyOpInPlace(op, [&] { op->setOperand(rule->operand, input); });
      return success();
    }
    Value init = cast<DestinationStyleOpInterface>(op).getDpsInitOperand(*rule->result)->get();
    if (!isa<ir::SortOp>(op) && !hasNoMore(typeOf(init), typeOf(input)))
      return failure();
    rewriter.replaceOp(op, sunk(op, *rule, producer, init, rewriter));
    return success();
  }

private:
  /// The results of the op on what the producer reads, one of them with the producer behind it.
  static SmallVector<Value> sunk(Operation *op, const Rule &rule, linalg::GenericOp producer,
                                 Value init, PatternRewriter &rewriter) {
    Value input = producer.getInputs()[0];
    auto type = typeOf(init).clone(typeOf(input).getElementType());
    IRMapping mapping;
    Value destination = producer.getDpsInitOperand(0)->get();
    if (isa<ir::SortOp>(op)) { // what is sorted is the destination
      mapping.map(init, input);
      type = typeOf(input);
    } else {
      mapping.map(op->getOperand(rule.operand), input);
      mapping.map(init, tensor::EmptyOp::create(rewriter, op->getLoc(),
                                                tensor::getMixedSizes(rewriter, op->getLoc(), init),
                                                type.getElementType())
                            .getResult());
      destination = init;
    }
    Operation *moved = rewriter.clone(*op, mapping);
    moved->getResult(*rule.result).setType(type);
    SmallVector<Value> results(moved->getResults());
    IRMapping behind;
    behind.map(input, results[*rule.result]);
    behind.map(producer.getDpsInitOperand(0)->get(), destination);
    Operation *last = rewriter.clone(*producer, behind);
    last->getResult(0).setType(destination.getType());
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
