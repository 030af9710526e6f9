#include "compiler/dialect/Assay.h"
#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/ControlFlow/IR/ControlFlowOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/LLVMIR/ROCDLDialect.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_TOPKINWAVESPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

static_assert(ir::WaveTopkOp::mostTaken == waveSize, "a work-item keeps one element");

/// Writes what the wave of one line does. Its work-items keep the best elements so far, in order,
/// one each, in registers. Each looks at one of the next elements of the line; those that may be
/// among the best are put in their places one after the other, which moves the others on.
class LineWriter {
public:
  LineWriter(ImplicitLocOpBuilder &b, ir::WaveTopkOp op, ValueRange outer)
      : op(op), outer(outer), input(op.getInput()),
        element(cast<MemRefType>(input.getType()).getElementType()),
        taken(cast<MemRefType>(op.getValuesInit().getType()).getShape().back()),
        item(gpu::ThreadIdOp::create(b, gpu::Dimension::x)),
        lane(arith::IndexCastOp::create(b, b.getI32Type(), item)) {}

  void write(ImplicitLocOpBuilder &b) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(wide()));
    Value nowhere = integer(b, -1);
    const int64_t dim = static_cast<int64_t>(outer.size());
    Value extent = b.createOrFold<memref::DimOp>(input, dim);
    Values best = steps(b, indexConstant(b, 0), extent, indexConstant(b, waveSize), {zero, nowhere},
                        [&](ImplicitLocOpBuilder &b, Value start, ValueRange sofar) {
                          return takeNext(b, start, extent, sofar);
                        });
    store(b, best);
  }

private:
  /// What is passed from work-item to work-item has 32 bits, or 64.
  Type wide() const {
    if (element.getIntOrFloatBitWidth() >= 32)
      return element;
    if (element.isInteger())
      return IntegerType::get(element.getContext(), 32);
    return Float32Type::get(element.getContext());
  }

  static Value integer(ImplicitLocOpBuilder &b, int32_t value) {
    return arith::ConstantIntOp::create(b, b.getI32Type(), value);
  }

  /// Whether the first of two elements stands before the second.
  Value precedes(ImplicitLocOpBuilder &b, Value first, Value second) {
    return op.getSmallest() ? isLess(b, first, second) : isLess(b, second, first);
  }

  /// A place is below 0 where there is no element yet.
  Value isFree(ImplicitLocOpBuilder &b, Value place) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::slt, place, integer(b, 0));
  }

  static Value ballot(ImplicitLocOpBuilder &b, Value condition) {
    return ROCDL::BallotOp::create(b, b.getI64Type(), condition);
  }
  /// The first lane of which the bit is set; 64 if none is.
  static Value firstOf(ImplicitLocOpBuilder &b, Value lanes) {
    Value first = math::CountTrailingZerosOp::create(b, lanes);
    return arith::TruncIOp::create(b, b.getI32Type(), first);
  }
  static Value ofLane(ImplicitLocOpBuilder &b, Value value, Value lane) {
    return gpu::SubgroupBroadcastOp::create(b, value.getType(), value, lane,
                                            gpu::BroadcastType::specific_lane);
  }

  /// The best after the elements from `start` on, of which each work-item has one.
  Values takeNext(ImplicitLocOpBuilder &b, Value start, Value extent, ValueRange best) {
    Value at = arith::AddIOp::create(b, start, item);
    Value isThere = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, at, extent);
    Value last = b.createOrFold<arith::SubIOp>(extent, indexConstant(b, 1));
    Values place(outer);
    place.push_back(arith::MinUIOp::create(b, at, last));
    Value next = extend(b, memref::LoadOp::create(b, input, place), wide());
    Value worst = integer(b, static_cast<int32_t>(taken - 1));
    Value isBetter = arith::OrIOp::create(b, isFree(b, ofLane(b, best[1], worst)),
                                          precedes(b, next, ofLane(b, best[0], worst)));
    Value open = ballot(b, arith::AndIOp::create(b, isThere, isBetter));
    Value first = arith::IndexCastOp::create(b, b.getI32Type(), start);
    return whileAny(
        b, open, best, [&](ImplicitLocOpBuilder &b, Value lane, ValueRange best) -> Values {
          return insert(b, best, ofLane(b, next, lane), arith::AddIOp::create(b, first, lane));
        });
  }

  /// Once for each bit that is set in `lanes`, from the least on.
  static Values whileAny(ImplicitLocOpBuilder &b, Value lanes, ValueRange carried, StepBody body) {
    Values all(carried);
    all.push_back(lanes);
    const auto noLanes = [](ImplicitLocOpBuilder &b) -> Value {
      return arith::ConstantIntOp::create(b, b.getI64Type(), 0);
    };
    auto loop = scf::WhileOp::create(
        b, TypeRange(ValueRange(all)), all,
        [&](OpBuilder &builder, Location location, ValueRange sofar) {
          ImplicitLocOpBuilder b(location, builder);
          Value isAny =
              arith::CmpIOp::create(b, arith::CmpIPredicate::ne, sofar.back(), noLanes(b));
          scf::ConditionOp::create(b, isAny, sofar);
        },
        [&](OpBuilder &builder, Location location, ValueRange sofar) {
          ImplicitLocOpBuilder b(location, builder);
          Value open = sofar.back();
          Values next = body(b, firstOf(b, open), sofar.drop_back());
          Value others = arith::SubIOp::create(
              b, open, arith::ConstantIntOp::create(b, b.getI64Type(), 1).getResult());
          next.push_back(arith::AndIOp::create(b, open, others));
          scf::YieldOp::create(b, next);
        });
    return Values(loop.getResults().drop_back());
  }

  /// The new element stands before the first that it precedes, or where none is; it comes behind
  /// its equals, which come first in the line.
  Values insert(ImplicitLocOpBuilder &b, ValueRange best, Value value, Value place) {
    Value mayStand = arith::OrIOp::create(b, precedes(b, value, best[0]), isFree(b, best[1]));
    Value stand = firstOf(b, ballot(b, mayStand));
    using Predicate = arith::CmpIPredicate;
    Value isHere = arith::CmpIOp::create(b, Predicate::eq, lane, stand);
    Value isBehind = arith::CmpIOp::create(b, Predicate::sgt, lane, stand);
    Values moved;
    for (auto [old, added] : llvm::zip_equal(best, Values{value, place})) {
      Value before =
          gpu::ShuffleOp::create(b, old, 1, waveSize, gpu::ShuffleMode::UP).getShuffleResult();
      Value other = arith::SelectOp::create(b, isBehind, before, old);
      moved.push_back(arith::SelectOp::create(b, isHere, added, other));
    }
    return moved;
  }

  /// What nobody reads is not written.
  void store(ImplicitLocOpBuilder &b, ValueRange best) {
    Value isTaken =
        arith::CmpIOp::create(b, arith::CmpIPredicate::ult, item, indexConstant(b, taken));
    Values place(outer);
    place.push_back(item);
    branch(b, isTaken, [&](ImplicitLocOpBuilder &b) -> Values {
      if (isRead(op.getValuesInit()))
        memref::StoreOp::create(b, narrow(b, best[0]), op.getValuesInit(), place);
      if (isRead(op.getIndicesInit()))
        memref::StoreOp::create(b, toPlaceType(b, best[1]), op.getIndicesInit(), place);
      return {};
    });
  }

  /// Whether anything but a topk has to do with the memory.
  static bool isRead(Value buffer) {
    return !buffer.getDefiningOp<memref::AllocOp>() || !buffer.hasOneUse();
  }

  Value narrow(ImplicitLocOpBuilder &b, Value value) {
    if (value.getType() == element)
      return value;
    if (element.isInteger())
      return arith::TruncIOp::create(b, element, value);
    return arith::TruncFOp::create(b, element, value);
  }

  Value toPlaceType(ImplicitLocOpBuilder &b, Value place) {
    Type type = cast<MemRefType>(op.getIndicesInit().getType()).getElementType();
    const unsigned bits = type.getIntOrFloatBitWidth();
    if (bits == 32)
      return place;
    return bits < 32 ? arith::TruncIOp::create(b, type, place).getResult()
                     : arith::ExtSIOp::create(b, type, place).getResult();
  }

  ir::WaveTopkOp op;
  ValueRange outer;
  Value input;
  Type element;
  int64_t taken;
  Value item, lane; // as an index, and as an i32
};

void rewrite(ir::WaveTopkOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  auto type = cast<MemRefType>(op.getInput().getType());
  Values extents;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    extents.push_back(type.isDynamicDim(dim)
                          ? memref::DimOp::create(b, op.getInput(), dim).getResult()
                          : indexConstant(b, type.getDimSize(dim)));
  limitCount(b, extents.pop_back_val(), "elements of a line");
  createGroupLoop(b, extents, waveSize, [&](ImplicitLocOpBuilder &b, ValueRange outer) {
    LineWriter(b, op, outer).write(b);
  });
  const Values destinations(op.getDpsInits());
  op.erase();
  for (Value buffer : destinations)
    if (buffer.use_empty() && buffer.getDefiningOp<memref::AllocOp>())
      buffer.getDefiningOp()->erase();
}

struct TopkInWavesPass : impl::TopkInWavesPassBase<TopkInWavesPass> {
  void runOnOperation() override {
    for (ir::WaveTopkOp op : outsideOfLoops<ir::WaveTopkOp>(getOperation()))
      rewrite(op);
  }
};

} // namespace

} // namespace assay
