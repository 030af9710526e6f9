#include "compiler/builders/Loops.h"
#include "compiler/cpu/Access.h"
#include "compiler/cpu/Passes.h"
#include "compiler/cpu/Vectors.h"

#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/SCF/IR/SCF.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_REDUCEINLANESPASS
#include "compiler/cpu/Passes.h.inc"

namespace {

/// Vectors that are reduced side by side, so that none waits for the one before it.
constexpr int64_t manyVectors = 4;

/// Whether terms may be combined in any order, each of them as often as one likes.
bool isIdempotent(Operation *combiner) {
  return isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp, arith::MinNumFOp,
             arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp, arith::AndIOp,
             arith::OrIOp>(combiner);
}

/// What adds nothing to the sum that `combiner` is. (-0 + x is x for every x.)
TypedAttr zeroOf(Operation *combiner, Builder &b) {
  const Type type = combiner->getResult(0).getType();
  return isa<arith::AddFOp>(combiner) ? TypedAttr(b.getFloatAttr(type, -0.0)) : b.getZeroAttr(type);
}

/// The op that combines what is there with the next term, which does not depend on the former.
Operation *combinerOf(linalg::LinalgOp op) {
  const Value present = op.getRegionOutputArgs().front();
  Operation *combiner = op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  const bool isKnown =
      combiner && (isIdempotent(combiner) || isa<arith::AddFOp, arith::AddIOp>(combiner));
  return isKnown && present.hasOneUse() && *present.user_begin() == combiner ? combiner : nullptr;
}

/// Writes the loops of one op: the innermost over vectors along `sum`.
class LaneReduction {
public:
  LaneReduction(linalg::LinalgOp op, Operation *combiner, unsigned sum, int64_t lanes,
                ImplicitLocOpBuilder &b)
      : op(op), combiner(combiner), sum(sum), lanes(lanes), b(b) {}

  void write();

private:
  void writeElement();
  /// Combines `vectors` vectors at a time from `begin` on, as long as there are so many.
  Value reduceVectors(int64_t vectors, Value present, Value &begin);
  Values operandsAt(Value index, Type (*typeOf)(Type element, int64_t lanes));
  /// `combiner` of two values of one type.
  Value combine(Value x, Value y);
  /// All lanes combined.
  Value acrossLanes(Value vector);

  linalg::LinalgOp op;
  Operation *combiner;
  unsigned sum;
  int64_t lanes;
  ImplicitLocOpBuilder &b;
  SmallVector<Access> inputs;
  Access output;
  Values extents, indices;
};

Value LaneReduction::combine(Value x, Value y) {
  OperationState state(b.getLoc(), combiner->getName());
  state.addOperands({x, y});
  state.addTypes(x.getType());
  state.addAttributes(combiner->getAttrs());
  return b.create(state)->getResult(0);
}

Value LaneReduction::acrossLanes(Value vector) {
  for (int64_t half = lanes / 2; half > 0; half /= 2) {
    const auto part = [&](int64_t begin) -> Value {
      return vector::ExtractStridedSliceOp::create(b, vector, ArrayRef<int64_t>{begin},
                                                   ArrayRef<int64_t>{half}, ArrayRef<int64_t>{1});
    };
    vector = combine(part(0), part(half));
  }
  return vector::ExtractOp::create(b, vector, 0);
}

Values LaneReduction::operandsAt(Value index, Type (*typeOf)(Type element, int64_t lanes)) {
  indices[sum] = index;
  Values operands;
  for (Access &input : inputs) {
    const Type element = cast<MemRefType>(input.base.getType()).getElementType();
    const Type type = typeOf(element, lanes);
    Value place = input.place(b, indices);
    if (isa<VectorType>(type) && input.dependsOn(sum)) {
      operands.push_back(
          vector::LoadOp::create(b, cast<VectorType>(type), input.base, ValueRange{place}));
      continue;
    }
    Value scalar = memref::LoadOp::create(b, input.base, ValueRange{place});
    operands.push_back(type == element ? scalar
                                       : vector::BroadcastOp::create(b, type, scalar).getResult());
  }
  return operands;
}

Value LaneReduction::reduceVectors(int64_t vectors, Value present, Value &begin) {
  Value width = indexConstant(b, vectors * lanes);
  Value rest =
      b.createOrFold<arith::RemSIOp>(b.createOrFold<arith::SubIOp>(extents[sum], begin), width);
  Value end = b.createOrFold<arith::SubIOp>(extents[sum], rest);
  auto type = VectorType::get({lanes}, present.getType());
  Value first = isIdempotent(combiner)
                    ? present
                    : arith::ConstantOp::create(b, zeroOf(combiner, b)).getResult();
  const Values starts(vectors, vector::BroadcastOp::create(b, type, first));
  const auto vectorOf = [](Type element, int64_t count) -> Type {
    return VectorType::get({count}, element);
  };
  Values sums = steps(b, begin, end, width, starts,
                      [&](ImplicitLocOpBuilder &, Value index, ValueRange carried) -> Values {
                        Values next;
                        for (auto [i, before] : llvm::enumerate(carried)) {
                          Value at = b.createOrFold<arith::AddIOp>(
                              index, indexConstant(b, static_cast<int64_t>(i) * lanes));
                          Values operands = operandsAt(at, vectorOf);
                          operands.push_back(before);
                          next.append(cloneOverVectors(b, op, operands, lanes));
                        }
                        return next;
                      });
  Value all = sums.front();
  for (Value other : ArrayRef(sums).drop_front())
    all = combine(all, other);
  begin = end;
  return combine(present, acrossLanes(all));
}

/// One element of the result, for one iteration of the reduction loops further outside.
void LaneReduction::writeElement() {
  Value place = output.place(b, indices);
  Value present = memref::LoadOp::create(b, output.base, ValueRange{place});
  Value begin = indexConstant(b, 0);
  present = reduceVectors(manyVectors, present, begin);
  present = reduceVectors(1, present, begin);
  const auto scalarOf = [](Type element, int64_t) { return element; };
  present = steps(b, begin, extents[sum], indexConstant(b, 1), present,
                  [&](ImplicitLocOpBuilder &, Value index, ValueRange carried) -> Values {
                    Values operands = operandsAt(index, scalarOf);
                    operands.push_back(carried.front());
                    return cloneBody(b, op, operands);
                  })
                .front();
  memref::StoreOp::create(b, present, output.base, ValueRange{place});
}

void LaneReduction::write() {
  for (const Range &range : op.createLoopRanges(b, b.getLoc()))
    extents.push_back(getValueOrCreateConstantIndexOp(b, b.getLoc(), range.size));
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(accessOf(b, input->get(), op.getMatchingIndexingMap(input)));
  OpOperand *init = op.getDpsInitOperand(0);
  output = accessOf(b, init->get(), op.getMatchingIndexingMap(init));
  Values others = dropAt(extents, sum);
  loops(b, others, {}, [&](ImplicitLocOpBuilder &, ValueRange places, ValueRange) -> Values {
    indices = insertAt(places, sum, Value());
    writeElement();
    return {};
  });
}

/// The loop along which the op can be reduced in lanes: the last one, if all that depends on it
/// lies along it, and it is long enough.
std::optional<unsigned> loopOfLanes(linalg::LinalgOp op, int64_t lanes) {
  const unsigned loop = op.getNumLoops() - 1;
  if (op.getIteratorTypesArray()[loop] != utils::IteratorType::reduction ||
      !combinesInOneElement(op))
    return std::nullopt;
  const int64_t extent = op.getStaticLoopRanges()[loop];
  if (!ShapedType::isDynamic(extent) && extent < manyVectors * lanes)
    return std::nullopt;
  bool isRead = false;
  for (OpOperand *input : op.getDpsInputOperands()) {
    const AffineMap map = op.getMatchingIndexingMap(input);
    if (!map.isFunctionOfDim(loop))
      continue;
    isRead = true;
    auto [strides, offset] = cast<MemRefType>(input->get().getType()).getStridesAndOffset();
    const AffineMap others = map.dropResult(map.getNumResults() - 1);
    if (strides.back() != 1 || others.isFunctionOfDim(loop) ||
        map.getResults().back() != getAffineDimExpr(loop, op.getContext()))
      return std::nullopt;
  }
  return isRead ? std::optional(loop) : std::nullopt;
}

struct ReduceInLanesPass : impl::ReduceInLanesPassBase<ReduceInLanesPass> {
  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (isStridedLoops(op) && op.getNumDpsInits() == 1 && op.getNumReductionLoops() > 0)
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops) {
      const int64_t lanes = bytesOfVector / largestElement(op);
      Operation *combiner = combinerOf(op);
      const auto sum = loopOfLanes(op, lanes);
      if (!combiner || !sum)
        continue;
      ImplicitLocOpBuilder b(op.getLoc(), op);
      LaneReduction(op, combiner, *sum, lanes, b).write();
      op->erase();
    }
  }
};

} // namespace

} // namespace assay
