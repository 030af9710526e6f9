#include "compiler/builders/Loops.h"
#include "compiler/builders/Rows.h"
#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Iteration.h"
#include "compiler/gpu/Passes.h"

#include <mlir/Analysis/SliceAnalysis.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_ROWSINWAVESPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Neighbours of a row that a work-item has, if all work-items have as many.
constexpr int64_t neighbours = 4;
/// Elements of a row that a work-item keeps, and what it computes for them with all ops together.
constexpr int64_t mostElements = 32, mostCode = 512;

/// The op of the body that combines what is there with the next element, if that may be done in any
/// order.
Operation *combinerOf(linalg::GenericOp op) {
  SmallVector<Operation *> combiners;
  Value element = matchReduction(op.getRegionOutputArgs(), 0, combiners);
  const bool isKnown =
      element && combiners.size() == 1 &&
      isa<arith::AddFOp, arith::MulFOp, arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
          arith::MinNumFOp, arith::AddIOp, arith::MulIOp, arith::AndIOp, arith::OrIOp,
          arith::XOrIOp, arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
          combiners.front());
  // The elements must not depend on what was combined before, and a shuffle moves 32 bits.
  const Value present = op.getRegionOutputArgs().front();
  return isKnown && present.hasOneUse() && present.getType().isIntOrFloat() &&
                 present.getType().getIntOrFloatBitWidth() == 32
             ? combiners.front()
             : nullptr;
}

/// What a share starts with; nothing if that is what is combined with, as often as one likes.
std::optional<TypedAttr> startOf(Operation *combiner) {
  if (isa<arith::MaxNumFOp, arith::MinNumFOp>(combiner)) // of nothing but NaN there is none
    return std::nullopt;
  return arith::getNeutralElement(combiner);
}

/// Ops that follow one another and may be done by a wave for each row.
class RowGroup {
public:
  bool add(linalg::GenericOp op);
  bool isWorthIt() const;
  ArrayRef<linalg::LinalgOp> operations() const { return ops; }
  unsigned rowLoops() const { return rows; }
  int64_t rowLength() const { return columns; }

private:
  static bool mayBeAdded(linalg::GenericOp op);
  bool keepsInRegisters(const SmallVector<linalg::LinalgOp> &all, unsigned loops) const;

  SmallVector<linalg::LinalgOp> ops;
  unsigned rows = 0;
  int64_t columns = 0; // 0: no op has a loop along the row yet
};

bool RowGroup::mayBeAdded(linalg::GenericOp op) {
  return op.hasPureBufferSemantics() && op.getNumDpsInits() == 1 && op.getNumLoops() > 0 &&
         llvm::all_of(op->getOperandTypes(),
                      [](Type type) { return getElementTypeOrSelf(type).isIntOrIndexOrFloat(); }) &&
         op.getNumReductionLoops() <= 1 && combinesInOneElement(op) &&
         (op.getNumReductionLoops() == 0 || combinerOf(op)) &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isProjectedPermutation(); }) &&
         llvm::none_of(*op.getBody(), [](Operation &inner) { return inner.getNumRegions() != 0; });
}

/// Whether what one op writes is the row's element at the same place, or one for the row, to all
/// others that have to do with it.
bool RowGroup::keepsInRegisters(const SmallVector<linalg::LinalgOp> &all, unsigned loops) const {
  llvm::SmallDenseMap<Value, unsigned> written; // with the dims that its maps have
  for (linalg::LinalgOp op : all)
    for (OpOperand &init : op.getDpsInitsMutable())
      written[init.get()] = op.getMatchingIndexingMap(&init).getNumResults();
  for (linalg::LinalgOp op : all)
    for (OpOperand &operand : op->getOpOperands()) {
      auto found = written.find(operand.get());
      if (found == written.end())
        continue;
      const AffineMap map = op.getMatchingIndexingMap(&operand);
      if (map.getNumResults() != found->second || found->second > loops + 1 ||
          map != AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext())
                     .getMajorSubMap(found->second))
        return false;
    }
  return true;
}

bool RowGroup::add(linalg::GenericOp op) {
  if (!mayBeAdded(op))
    return false;
  SmallVector<linalg::LinalgOp> all = ops;
  all.push_back(op);
  // The last loop of what has a loop along the row is that; the others come first.
  unsigned loops = ~0U;
  for (linalg::LinalgOp each : all)
    loops = std::min(loops, each.getNumParallelLoops());
  if (loops == 0)
    return false;
  int64_t length = 0, code = 0;
  for (linalg::LinalgOp each : all) {
    if (each.getNumLoops() > loops + 1)
      return false;
    if (each.getNumLoops() == loops)
      continue;
    const int64_t extent = each.getStaticLoopRanges().back();
    if (ShapedType::isDynamic(extent) || extent == 0 || (length != 0 && length != extent))
      return false;
    length = extent;
    code += std::distance(each.getBlock()->begin(), each.getBlock()->end());
  }
  const int64_t elements = llvm::divideCeil(length, waveSize);
  if (elements > mostElements || elements * code > mostCode || !haveSameRows(all, loops) ||
      !keepToRows(all, loops) || !keepsInRegisters(all, loops))
    return false;
  ops = std::move(all);
  rows = loops;
  columns = length;
  return true;
}

bool RowGroup::isWorthIt() const {
  return ops.size() > 1 && columns > 1 &&
         llvm::any_of(ops, [](linalg::LinalgOp op) { return op.getNumReductionLoops() > 0; });
}

/// Writes what the wave of one row does.
class RowWriter {
public:
  RowWriter(ImplicitLocOpBuilder &b, const RowGroup &group, ValueRange row)
      : group(group), columns(group.rowLength()), rows(group.rowLoops()), row(row),
        together(columns % (waveSize * neighbours) == 0 ? neighbours : 1),
        count(llvm::divideCeil(columns, waveSize)),
        item(gpu::ThreadIdOp::create(b, gpu::Dimension::x)) {
    for (int64_t i = 0; i < count; ++i) {
      Value first = b.createOrFold<arith::MulIOp>(item, indexConstant(b, together));
      const int64_t behind = i / together * together * waveSize + i % together;
      places.push_back(b.createOrFold<arith::AddIOp>(first, indexConstant(b, behind)));
    }
    if (columns % waveSize != 0) {
      isLastThere = arith::CmpIOp::create(b, arith::CmpIPredicate::ult, places.back(),
                                          indexConstant(b, columns));
      // Stands in for what is not there.
      places.back() = arith::MinUIOp::create(b, places.back(), indexConstant(b, columns - 1));
    }
  }

  void write(ImplicitLocOpBuilder &b) {
    for (linalg::LinalgOp op : group.operations())
      write(b, cast<linalg::GenericOp>(op.getOperation()));
    for (auto &[buffer, last] : lastWriter)
      if (isReadElsewhere(buffer))
        store(b, last, buffer);
  }

private:
  bool isOfElements(linalg::LinalgOp op) const { return op.getNumLoops() > rows; }

  Values indicesAt(linalg::LinalgOp op, int64_t i) const {
    Values indices(row);
    if (isOfElements(op))
      indices.push_back(places[static_cast<size_t>(i)]);
    return indices;
  }

  /// What an op reads by an operand: a value for each of the work-item's elements, or one for all.
  Values read(ImplicitLocOpBuilder &b, linalg::GenericOp op, OpOperand &operand) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      return {operand.get()};
    const AffineMap map = op.getMatchingIndexingMap(&operand);
    const bool isOfRow = !isOfElements(op) || !map.isFunctionOfDim(rows);
    const bool isKept = map == AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext())
                                   .getMajorSubMap(isOfRow ? rows : rows + 1);
    if (auto found = kept.find(operand.get()); isKept && found != kept.end())
      return found->second;
    Values loaded = isOfRow
                        ? Values{loadOperand(b, op, operand.getOperandNumber(), indicesAt(op, 0))}
                        : load(b, op, operand, type);
    if (isKept)
      kept[operand.get()] = loaded;
    return loaded;
  }

  Values load(ImplicitLocOpBuilder &b, linalg::GenericOp op, OpOperand &operand, MemRefType type) {
    const AffineMap map = op.getMatchingIndexingMap(&operand);
    auto [strides, offset] = type.getStridesAndOffset();
    const bool isTogether = together > 1 && liesAsInVectors(type.getElementType()) &&
                            strides.back() == 1 &&
                            map.getResults().back() == getAffineDimExpr(rows, op.getContext());
    Values loaded;
    for (int64_t i = 0; i < count; i += isTogether ? together : 1) {
      if (!isTogether) {
        loaded.push_back(loadOperand(b, op, operand.getOperandNumber(), indicesAt(op, i)));
        continue;
      }
      Value several = vector::LoadOp::create(
          b, VectorType::get(together, type.getElementType()), operand.get(),
          placeInOperand(b, op, operand.getOperandNumber(), indicesAt(op, i)));
      for (int64_t k = 0; k < together; ++k)
        loaded.push_back(vector::ExtractOp::create(b, several, k));
    }
    return loaded;
  }

  void write(ImplicitLocOpBuilder &b, linalg::GenericOp op) {
    SmallVector<Values> inputs;
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(read(b, op, *input));
    OpOperand &init = *op.getDpsInitOperand(0);
    Values present;
    if (op.payloadUsesValueFromOperand(&init))
      present = read(b, op, init);
    const auto elements = [&](int64_t i, Value before) {
      Values all;
      for (const Values &input : inputs)
        all.push_back(input[input.size() == 1 ? 0 : static_cast<size_t>(i)]);
      all.push_back(before);
      return inlineBody(b, op, all, indicesAt(op, i)).front();
    };
    Values results;
    if (op.getNumReductionLoops() > 0) {
      results.push_back(reduce(b, op, present.front(), elements));
    } else {
      // What nobody reads may be anything.
      Value nothing =
          present.empty()
              ? arith::ConstantOp::create(b, b.getZeroAttr(getElementTypeOrSelf(init.get())))
                    .getResult()
              : Value();
      for (int64_t i = 0; i < (isOfElements(op) ? count : 1); ++i)
        results.push_back(elements(
            i,
            present.empty() ? nothing : present[present.size() == 1 ? 0 : static_cast<size_t>(i)]));
    }
    kept[init.get()] = results;
    lastWriter[init.get()] = op;
  }

  /// What all work-items have of the row, combined with what was there.
  Value reduce(ImplicitLocOpBuilder &b, linalg::GenericOp op, Value present,
               llvm::function_ref<Value(int64_t, Value)> next) {
    Operation *combiner = combinerOf(op);
    const std::optional<TypedAttr> start = startOf(combiner);
    Value share = start ? arith::ConstantOp::create(b, *start).getResult() : present;
    for (int64_t i = 0; i < count; ++i) {
      Value more = next(i, share);
      share = i + 1 == count && isLastThere
                  ? arith::SelectOp::create(b, isLastThere, more, share).getResult()
                  : more;
    }
    const auto combine = [&](Value x, Value y) {
      OperationState state(b.getLoc(), combiner->getName(), ValueRange{x, y}, x.getType(),
                           combiner->getAttrs());
      return b.create(state)->getResult(0);
    };
    for (int32_t distance = waveSize / 2; distance > 0; distance /= 2)
      share =
          combine(share, gpu::ShuffleOp::create(b, share, distance, waveSize, gpu::ShuffleMode::XOR)
                             .getShuffleResult());
    return start ? combine(present, share) : share;
  }

  bool isReadElsewhere(Value buffer) const {
    return !buffer.getDefiningOp<memref::AllocOp>() ||
           llvm::any_of(buffer.getUsers(), [&](Operation *user) {
             return llvm::none_of(group.operations(),
                                  [&](linalg::LinalgOp op) { return op == user; });
           });
  }

  void store(ImplicitLocOpBuilder &b, linalg::GenericOp op, Value buffer) {
    const unsigned operand = op.getDpsInitOperand(0)->getOperandNumber();
    const Values values = kept.lookup(buffer);
    if (values.size() == 1 &&
        op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getNumResults() == rows) {
      Value isFirst = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, item, indexConstant(b, 0));
      branch(b, isFirst, [&](ImplicitLocOpBuilder &b) -> Values {
        memref::StoreOp::create(b, values.front(), buffer,
                                placeInOperand(b, op, operand, indicesAt(op, 0)));
        return {};
      });
      return;
    }
    const auto type = cast<MemRefType>(buffer.getType());
    auto [strides, offset] = type.getStridesAndOffset();
    const bool isTogether =
        together > 1 && liesAsInVectors(type.getElementType()) && strides.back() == 1;
    for (int64_t i = 0; i < count; i += isTogether ? together : 1) {
      const Values at = placeInOperand(b, op, operand, indicesAt(op, i));
      const auto storeOne = [&](ImplicitLocOpBuilder &b) -> Values {
        memref::StoreOp::create(b, values[static_cast<size_t>(i)], buffer, at);
        return {};
      };
      if (isTogether)
        vector::StoreOp::create(
            b,
            vector::FromElementsOp::create(b, VectorType::get(together, type.getElementType()),
                                           ArrayRef(values).slice(i, together)),
            buffer, at);
      else if (i + 1 == count && isLastThere)
        branch(b, isLastThere, storeOne);
      else
        storeOne(b);
    }
  }

  const RowGroup &group;
  int64_t columns;
  unsigned rows;
  ValueRange row;
  int64_t together, count; // elements of a work-item that are neighbours, and all
  Value item;
  Values places;                      // of the work-item's elements in the row
  Value isLastThere;                  // whether it has the last of them; null if all have
  llvm::DenseMap<Value, Values> kept; // by buffer
  llvm::MapVector<Value, linalg::GenericOp> lastWriter;
};

struct RowsInWavesPass : impl::RowsInWavesPassBase<RowsInWavesPass> {
  void runOnOperation() override {
    SmallVector<RowGroup> groups;
    getOperation()->walk([&](func::FuncOp function) {
      if (!function.isExternal())
        collectRowGroups<linalg::GenericOp>(function.getBody().front(), groups);
    });
    for (const RowGroup &group : groups)
      rewrite(group);
  }

private:
  static void rewrite(const RowGroup &group) {
    linalg::LinalgOp last = group.operations().back();
    ImplicitLocOpBuilder b(last.getLoc(), last);
    const Values extents = loopExtents(b, last);
    createGroupLoop(
        b, ArrayRef(extents).take_front(group.rowLoops()), waveSize,
        [&](ImplicitLocOpBuilder &b, ValueRange row) { RowWriter(b, group, row).write(b); });
    llvm::SmallSetVector<Value, 8> buffers;
    for (linalg::LinalgOp op : group.operations()) {
      buffers.insert(op.getDpsInits().begin(), op.getDpsInits().end());
      op->erase();
    }
    for (Value buffer : buffers)
      if (buffer.use_empty() && buffer.getDefiningOp<memref::AllocOp>())
        buffer.getDefiningOp()->erase();
  }
};

} // namespace

} // namespace assay
