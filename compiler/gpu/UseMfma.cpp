#include "compiler/builders/Loops.h"
#include "compiler/gpu/GroupLoop.h"
#include "compiler/gpu/Iteration.h"
#include "compiler/gpu/Mfma.h"
#include "compiler/gpu/Passes.h"

#include <mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h>
#include <mlir/Dialect/Affine/IR/AffineOps.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/Matchers.h>

#include <limits>

using namespace mlir;
using namespace assay::mfma;

namespace assay {

#define GEN_PASS_DEF_USEMFMAPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// A multiplication of matrices, with a sum in f32.
struct Multiplication {
  linalg::GenericOp op;
  unsigned m = 0, n = 0, k = 0;     // the loops that are tiled
  SmallVector<unsigned> groups;     // the other parallel loops
  SmallVector<unsigned> reductions; // the other loops
  SmallVector<unsigned> flattened;  // what k, one more loop than the op has, stands for, or nothing
  Type element;
  int64_t rowTiles = 0, columnTiles = 0; // of a wave
  linalg::GenericOp fill;                // writes what is summed on, if that is one number
  Value filledWith;
};

/// The number that the op writes everywhere, whatever was there; null if it does anything else.
Value filledWith(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || !llvm::hasSingleElement(*op.getBody()) ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation())
    return {};
  Value written = op.getBody()->getTerminator()->getOperand(0);
  if (auto argument = dyn_cast<BlockArgument>(written);
      argument && argument.getOwner() == op.getBody())
    written = op->getOperand(argument.getArgNumber());
  return isa<MemRefType>(written.getType()) ? Value() : written;
}

/// What fills the memory that the op sums on, which nobody has to do with before.
linalg::GenericOp fillBefore(linalg::GenericOp op) {
  Value result = op.getDpsInits().front();
  if (!result.getDefiningOp<memref::AllocOp>())
    return {};
  linalg::GenericOp fill;
  for (OpOperand &use : result.getUses()) {
    Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
    if (&use == op.getDpsInitOperand(0) || (user && op->isBeforeInBlock(user)))
      continue;
    auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
    if (!generic || generic.getOperation() != user || generic == op || fill ||
        !generic.isDpsInit(&use) || !filledWith(generic))
      return {};
    fill = generic;
  }
  return fill;
}

/// Whether the body adds the product of the two inputs, as they are or extended, to the output.
bool multipliesAndAdds(linalg::GenericOp op) {
  auto yield = cast<linalg::YieldOp>(op.getBody()->getTerminator());
  auto sum = yield.getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!sum)
    return false;
  Value output = op.getRegionOutputArgs().front();
  Value added = sum.getLhs() == output ? sum.getRhs() : sum.getLhs();
  auto product = added.getDefiningOp<arith::MulFOp>();
  if (!product || added == output || !llvm::is_contained(sum->getOperands(), output))
    return false;
  const auto input = [](Value value) {
    auto extension = value.getDefiningOp<arith::ExtFOp>();
    return extension ? extension.getIn() : value;
  };
  Value a = input(product.getLhs()), b = input(product.getRhs());
  Value first = op.getRegionInputArgs()[0], second = op.getRegionInputArgs()[1];
  return (a == first && b == second) || (a == second && b == first);
}

/// Whether the loop is a dim of the operand, by itself.
bool isDim(linalg::GenericOp op, unsigned operand, unsigned loop) {
  return llvm::is_contained(op.getIndexingMapsArray()[operand].getResults(),
                            getAffineDimExpr(loop, op.getContext()));
}

/// Which loop is what, if it is a multiplication: of matrices, or of windows of the first operand
/// as a convolution has them.
std::optional<Multiplication> matchLoops(linalg::GenericOp op) {
  const SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  std::optional<unsigned> m, n, k;
  Multiplication result;
  result.op = op;
  result.element = getElementTypeOrSelf(op->getOperand(0));
  for (auto [place, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    const auto loop = static_cast<unsigned>(place);
    const bool isOfA = maps[0].isFunctionOfDim(loop), isOfB = maps[1].isFunctionOfDim(loop),
               isParallel = kind == utils::IteratorType::parallel;
    std::optional<unsigned> *role = nullptr;
    if (isParallel && isOfA != isOfB)
      role = isOfA ? &m : &n;
    else if (!isParallel && isDim(op, 0, loop) && isDim(op, 1, loop))
      role = &k;
    else if (!isOfA || !isOfB)
      return std::nullopt;
    auto &others = isParallel ? result.groups : result.reductions;
    // The last of each kind is tiled.
    if (role && *role)
      others.push_back(**role);
    if (role)
      *role = loop;
    else
      others.push_back(loop);
  }
  if (!m || !n || !k)
    return std::nullopt;
  llvm::sort(result.groups);
  llvm::sort(result.reductions);
  result.m = *m;
  result.n = *n;
  result.k = *k;
  return result;
}

/// Where the second operand ends in several dims that are summed over, as the weights of a
/// convolution may, they are one loop: neighbours along one of them alone would lie apart.
void flattenDepth(Multiplication &it) {
  auto type = cast<MemRefType>(it.op->getOperand(1).getType());
  const SmallVector<int64_t> extents = it.op.getStaticLoopRanges();
  auto [strides, offset] = type.getStridesAndOffset();
  const AffineMap map = it.op.getIndexingMapsArray()[1];
  SmallVector<unsigned> loops;
  int64_t size = 1;
  for (unsigned dim = map.getNumResults(); dim-- > 0;) {
    const unsigned loop = map.getDimPosition(dim);
    const bool isSummed = loop == it.k || llvm::is_contained(it.reductions, loop);
    if (!isSummed || ShapedType::isDynamic(extents[loop]) || strides[dim] != size)
      break;
    loops.insert(loops.begin(), loop);
    size *= extents[loop];
  }
  // That one is along k already if it is the last.
  if (!llvm::is_contained(ArrayRef(loops).drop_back(loops.empty() ? 0 : 1), it.k) ||
      size > std::numeric_limits<int32_t>::max())
    return;
  it.reductions.push_back(it.k);
  llvm::sort(it.reductions);
  llvm::erase_if(it.reductions, [&](unsigned loop) { return llvm::is_contained(loops, loop); });
  it.k = it.op.getNumLoops();
  it.flattened = loops;
}

std::optional<Multiplication> match(linalg::GenericOp op, bool isHalfExact) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !combinesInOneElement(op) || !multipliesAndAdds(op) ||
      !llvm::all_of(op->getOperandTypes(), llvm::IsaPred<MemRefType>) ||
      !op.getIndexingMapsArray()[1].isProjectedPermutation() ||
      !op.getIndexingMapsArray()[2].isProjectedPermutation())
    return std::nullopt;
  const auto element = [&](unsigned operand) {
    return getElementTypeOrSelf(op->getOperand(operand).getType());
  };
  Type type = element(0);
  if (type != element(1) || !element(2).isF32() ||
      !(type.isF32() || (isHalfExact && (type.isF16() || type.isBF16()))))
    return std::nullopt;
  std::optional<Multiplication> result = matchLoops(op);
  if (!result)
    return std::nullopt;
  const SmallVector<int64_t> extents = op.getStaticLoopRanges();
  result->rowTiles = tilesAlong(extents[result->m]);
  result->columnTiles = tilesAlong(extents[result->n]);
  flattenDepth(*result);
  result->fill = fillBefore(op);
  if (result->fill)
    result->filledWith = filledWith(result->fill);
  return result;
}

/// Whether neighbours along `loop` lie side by side in an operand.
bool isContiguous(linalg::GenericOp op, unsigned operand, unsigned loop) {
  const AffineMap map = op.getIndexingMapsArray()[operand];
  auto [strides, offset] =
      cast<MemRefType>(op->getOperand(operand).getType()).getStridesAndOffset();
  return !strides.empty() && strides.back() == 1 &&
         map.getResults().back() == getAffineDimExpr(loop, map.getContext()) &&
         !map.dropResult(map.getNumResults() - 1).isFunctionOfDim(loop);
}

/// One of the two inputs: the rows of A, or the columns of B.
struct Side {
  unsigned operand, loop;
  int64_t tiles; // of the wave
  /// A work-item's elements of several tiles are neighbours, and are loaded together. Else those of
  /// one tile are neighbours.
  bool isInterleaved;
  Value base; // of the wave's rows or columns

  /// The row or column at `place` of a tile.
  Value at(ImplicitLocOpBuilder &b, int64_t tile, Value place) const {
    Value inTiles = isInterleaved
                        ? b.createOrFold<arith::MulIOp>(place, indexConstant(b, tiles))
                        : b.createOrFold<arith::AddIOp>(place, indexConstant(b, tile * tileSize));
    if (isInterleaved)
      inTiles = b.createOrFold<arith::AddIOp>(inTiles, indexConstant(b, tile));
    return b.createOrFold<arith::AddIOp>(base, inTiles);
  }
};

/// Writes the code of one wave, for some tiles of the result.
class TileWriter {
public:
  /// `extents` also has that of k where that stands for several loops.
  TileWriter(const Multiplication &it, ArrayRef<Value> extents, ValueRange groups)
      : it(it), extents(extents), indices(extents.size()), rows(sideOf(0, it.m, it.rowTiles)),
        columns(sideOf(1, it.n, it.columnTiles)) {
    for (auto [loop, index] : llvm::zip(it.groups, groups))
      indices[loop] = index;
  }

  void write(ImplicitLocOpBuilder &b, Value rowPlace, Value columnPlace) {
    Value item = gpu::ThreadIdOp::create(b, gpu::Dimension::x);
    Value size = indexConstant(b, tileSize);
    lane = arith::RemUIOp::create(b, item, size);
    quarter =
        arith::MulIOp::create(b, arith::DivUIOp::create(b, item, size), indexConstant(b, quarters));
    rows.base = arith::MulIOp::create(b, rowPlace, indexConstant(b, rows.tiles * tileSize));
    columns.base =
        arith::MulIOp::create(b, columnPlace, indexConstant(b, columns.tiles * tileSize));
    Value rowsFit = fits(b, rows), columnsFit = fits(b, columns);
    isInside = arith::AndIOp::create(b, rowsFit, columnsFit);
    // What is not loaded together is loaded from the last place instead of from outside.
    Value always = arith::ConstantOp::create(b, b.getBoolAttr(true));
    isLoadable = arith::AndIOp::create(b, rows.isInterleaved ? rowsFit : always,
                                       columns.isInterleaved ? columnsFit : always);
    const Values zeros(static_cast<size_t>(rows.tiles * columns.tiles), zeroTile(b));
    store(b, overReductions(b, zeros));
  }

private:
  using Elements = SmallVector<Values>; // of each tile, those along k

  Side sideOf(unsigned operand, unsigned loop, int64_t tiles) const {
    return {operand, loop, tiles, tiles > 1 && isContiguous(it.op, operand, loop), Value()};
  }

  /// Whether the wave's rows or columns are all there.
  Value fits(ImplicitLocOpBuilder &b, const Side &side) {
    Value end = b.createOrFold<arith::AddIOp>(side.base, indexConstant(b, side.tiles * tileSize));
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ule, end, extents[side.loop]);
  }

  /// Loops over the reductions that are not tiled, and in them along k.
  Values overReductions(ImplicitLocOpBuilder &b, ValueRange sums) {
    Values bounds;
    for (unsigned loop : it.reductions)
      bounds.push_back(extents[loop]);
    return loops(b, bounds, sums,
                 [&](ImplicitLocOpBuilder &b, ValueRange iteration, ValueRange sofar) -> Values {
                   for (auto [loop, index] : llvm::zip(it.reductions, iteration))
                     indices[loop] = index;
                   return alongDepth(b, sofar);
                 });
  }

  /// Steps of which everything is there, and then the others.
  Values alongDepth(ImplicitLocOpBuilder &b, ValueRange sums) {
    Value zero = indexConstant(b, 0), step = indexConstant(b, depth), end = extents[it.k];
    Value whole = arith::SubIOp::create(b, end, arith::RemUIOp::create(b, end, step));
    whole = arith::SelectOp::create(b, isLoadable, whole, zero);
    const auto multiplyAll = [&](bool isWhole) {
      return [this, isWhole](ImplicitLocOpBuilder &b, Value start, ValueRange sofar) -> Values {
        return multiply(b, start, sofar, isWhole);
      };
    };
    Values sofar = steps(b, zero, whole, step, sums, multiplyAll(true));
    return steps(b, whole, end, step, sofar, multiplyAll(false));
  }

  Values multiply(ImplicitLocOpBuilder &b, Value start, ValueRange sums, bool isWhole) {
    Value first = arith::AddIOp::create(b, start, quarter);
    const Elements left = isWhole ? load(b, rows, first) : loadPart(b, rows, first),
                   right = isWhole ? load(b, columns, first) : loadPart(b, columns, first);
    Values results(sums);
    for (int64_t row = 0; row < rows.tiles; ++row)
      for (int64_t column = 0; column < columns.tiles; ++column) {
        Value &sum = results[static_cast<size_t>(row * columns.tiles + column)];
        sum = multiplyTile(b, left[row], right[column], sum);
      }
    return results;
  }

  /// The indices of an input's element; what its map does not have may be anything.
  Values placeOf(ImplicitLocOpBuilder &b, Value place, Value along) const {
    Values at = indices;
    at[rows.loop] = at[columns.loop] = place;
    if (it.flattened.empty()) {
      at[it.k] = along;
      return at;
    }
    const Values parts =
        llvm::map_to_vector(it.flattened, [&](unsigned loop) -> Value { return extents[loop]; });
    Value id = arith::IndexCastOp::create(b, b.getI32Type(), along);
    for (auto [loop, index] : llvm::zip_equal(it.flattened, delinearise(b, id, parts)))
      at[loop] = index;
    at.pop_back_n(it.flattened.empty() ? 0 : 1);
    return at;
  }

  Value loadElement(ImplicitLocOpBuilder &b, const Side &side, Value place, Value along) {
    return loadOperand(b, it.op, side.operand, placeOf(b, place, along));
  }

  /// Whether neighbours along k lie side by side. Of loops that are flattened those of the second
  /// operand do, across its dims.
  bool isAlongDepth(const Side &side) const {
    return it.flattened.empty() ? isContiguous(it.op, side.operand, it.k) : side.operand == 1;
  }

  Value loadVector(ImplicitLocOpBuilder &b, unsigned operand, ValueRange at, int64_t count) {
    return vector::LoadOp::create(
        b, VectorType::get(count, getElementTypeOrSelf(it.op->getOperand(operand))),
        it.op->getOperand(operand), placeInOperand(b, it.op, operand, at));
  }

  /// The index, or that of the last iteration.
  Value clamped(ImplicitLocOpBuilder &b, Value index, unsigned loop) {
    Value last = b.createOrFold<arith::SubIOp>(extents[loop], indexConstant(b, 1));
    return arith::MinUIOp::create(b, index, last);
  }

  /// A work-item's elements of a side, from `first` on along k, where all are there.
  Elements load(ImplicitLocOpBuilder &b, const Side &side, Value first) {
    Elements elements(static_cast<size_t>(side.tiles));
    for (int64_t i = 0; side.isInterleaved && i < perItem; ++i) {
      Value along = b.createOrFold<arith::AddIOp>(first, indexConstant(b, i));
      Value loaded =
          loadVector(b, side.operand, placeOf(b, side.at(b, 0, lane), along), side.tiles);
      for (auto [tile, of] : llvm::enumerate(elements))
        of.push_back(vector::ExtractOp::create(b, loaded, static_cast<int64_t>(tile)));
    }
    for (int64_t tile = 0; !side.isInterleaved && tile < side.tiles; ++tile) {
      Value place = clamped(b, side.at(b, tile, lane), side.loop);
      Value loaded = isAlongDepth(side)
                         ? loadVector(b, side.operand, placeOf(b, place, first), perItem)
                         : Value();
      for (int64_t i = 0; i < perItem; ++i)
        elements[tile].push_back(
            loaded ? vector::ExtractOp::create(b, loaded, i).getResult()
                   : loadElement(b, side, place,
                                 b.createOrFold<arith::AddIOp>(first, indexConstant(b, i))));
    }
    return elements;
  }

  /// Whether `loop` is known to have so many iterations.
  bool hasAtLeast(unsigned loop, int64_t count) const {
    const std::optional<int64_t> extent = getConstantIntValue(extents[loop]);
    return extent && *extent >= count;
  }

  /// Neighbours along `loop`, of which there are as many, from `first` on; what stands for those
  /// that are missing is another one. They are loaded together from the last place where all are
  /// there, and moved. `placeAt` has the indices of the one at an index.
  Values loadNear(ImplicitLocOpBuilder &b, const Side &side, unsigned loop, Value first,
                  int64_t count, llvm::function_ref<Values(Value index)> placeAt) {
    Value last = b.createOrFold<arith::SubIOp>(extents[loop], indexConstant(b, count));
    Value from = arith::MinUIOp::create(b, first, last);
    Value missing = arith::SubIOp::create(b, first, from);
    Value loaded = loadVector(b, side.operand, placeAt(from), count);
    Values elements;
    for (int64_t i = 0; i < count; ++i)
      elements.push_back(vector::ExtractOp::create(b, loaded, i));
    for (int64_t places = 1; places < count; places *= 2) {
      Value bit = arith::AndIOp::create(b, missing, indexConstant(b, places));
      Value moves = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit, indexConstant(b, 0));
      for (int64_t i = 0; i + places < count; ++i)
        elements[i] = arith::SelectOp::create(b, moves, elements[i + places], elements[i]);
    }
    return elements;
  }

  /// The same where some may be missing: they are 0 along k, and those of another row or column,
  /// whose results nobody stores, along the side's loop.
  Elements loadPart(ImplicitLocOpBuilder &b, const Side &side, Value first) {
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(it.element));
    Elements elements(static_cast<size_t>(side.tiles));
    const bool isAcross = side.isInterleaved && hasAtLeast(side.loop, side.tiles);
    const bool isAlong = !side.isInterleaved && isAlongDepth(side) && hasAtLeast(it.k, perItem);
    for (int64_t tile = 0; isAlong && tile < side.tiles; ++tile) {
      Value place = clamped(b, side.at(b, tile, lane), side.loop);
      elements[tile] = loadNear(b, side, it.k, first, perItem,
                                [&](Value along) { return placeOf(b, place, along); });
    }
    for (int64_t i = 0; i < perItem; ++i) {
      Value along = b.createOrFold<arith::AddIOp>(first, indexConstant(b, i));
      Value isThere = isBelow(b, along, it.k), nearest = clamped(b, along, it.k);
      Values across;
      if (isAcross)
        across = loadNear(b, side, side.loop, side.at(b, 0, lane), side.tiles,
                          [&](Value place) { return placeOf(b, place, nearest); });
      for (int64_t tile = 0; tile < side.tiles; ++tile) {
        Value loaded =
            isAlong ? elements[tile][i]
            : isAcross
                ? across[tile]
                : loadElement(b, side, clamped(b, side.at(b, tile, lane), side.loop), nearest);
        Value masked = arith::SelectOp::create(b, isThere, loaded, zero);
        if (isAlong)
          elements[tile][i] = masked;
        else
          elements[tile].push_back(masked);
      }
    }
    return elements;
  }

  /// The work-item has four elements of a column of each tile.
  void store(ImplicitLocOpBuilder &b, ValueRange sums) {
    branch(
        b, isInside,
        [&](ImplicitLocOpBuilder &b) -> Values {
          storeAll(b, sums);
          return {};
        },
        [&](ImplicitLocOpBuilder &b) -> Values {
          storePart(b, sums);
          return {};
        });
  }

  /// The indices of the result's element that is the i-th one of a tile.
  Values placeInResult(ImplicitLocOpBuilder &b, int64_t row, int64_t column, int64_t i) {
    Value inTile = b.createOrFold<arith::AddIOp>(quarter, indexConstant(b, i));
    Values at = indices;
    at[it.m] = rows.at(b, row, inTile);
    at[it.n] = columns.at(b, column, lane);
    // The others are not in the output's map.
    for (ArrayRef<unsigned> loops :
         {ArrayRef(it.reductions), ArrayRef(it.flattened), ArrayRef(it.k)})
      for (unsigned loop : loops)
        at[loop] = lane;
    at.pop_back_n(it.flattened.empty() ? 0 : 1);
    return at;
  }

  Value sumOf(ImplicitLocOpBuilder &b, ValueRange sums, int64_t row, int64_t column, int64_t i) {
    return vector::ExtractOp::create(b, sums[static_cast<size_t>(row * columns.tiles + column)], i);
  }

  /// Whether a work-item's elements of the tiles along a row lie side by side in the result.
  bool isStoredTogether() const { return columns.isInterleaved && isContiguous(it.op, 2, it.n); }

  /// Whether its elements of a tile do.
  bool isStoredAlongRows() const { return !rows.isInterleaved && isContiguous(it.op, 2, it.m); }

  void storeAll(ImplicitLocOpBuilder &b, ValueRange sums) {
    if (isStoredAlongRows())
      return forEachTile([&](int64_t row, int64_t column) { addTile(b, sums, row, column); });
    for (int64_t row = 0; row < rows.tiles; ++row)
      for (int64_t i = 0; i < quarters; ++i) {
        if (isStoredTogether())
          addTogether(b, sums, row, i);
        for (int64_t column = 0; !isStoredTogether() && column < columns.tiles; ++column)
          addTo(b, placeInResult(b, row, column, i), sumOf(b, sums, row, column, i));
      }
  }

  void storePart(ImplicitLocOpBuilder &b, ValueRange sums) {
    if (isStoredAlongRows())
      return forEachTile([&](int64_t row, int64_t column) {
        branch(
            b, isInResult(b, placeInResult(b, row, column, quarters - 1)),
            [&](ImplicitLocOpBuilder &b) -> Values {
              addTile(b, sums, row, column);
              return {};
            },
            [&](ImplicitLocOpBuilder &b) -> Values {
              for (int64_t i = 0; i < quarters; ++i)
                addThere(b, sums, row, column, i);
              return {};
            });
      });
    for (int64_t row = 0; row < rows.tiles; ++row)
      for (int64_t i = 0; i < quarters; ++i) {
        const auto storeEach = [&](ImplicitLocOpBuilder &b) -> Values {
          storeThere(b, sums, row, i);
          return {};
        };
        if (!isStoredTogether()) {
          storeEach(b);
          continue;
        }
        const Values last = placeInResult(b, row, columns.tiles - 1, i);
        branch(
            b, isInResult(b, last),
            [&](ImplicitLocOpBuilder &b) -> Values {
              addTogether(b, sums, row, i);
              return {};
            },
            storeEach);
      }
  }

  void forEachTile(llvm::function_ref<void(int64_t row, int64_t column)> body) const {
    for (int64_t row = 0; row < rows.tiles; ++row)
      for (int64_t column = 0; column < columns.tiles; ++column)
        body(row, column);
  }

  /// The i-th element of each tile along a row, where that is one of the result.
  void storeThere(ImplicitLocOpBuilder &b, ValueRange sums, int64_t row, int64_t i) {
    for (int64_t column = 0; column < columns.tiles; ++column)
      addThere(b, sums, row, column, i);
  }

  void addThere(ImplicitLocOpBuilder &b, ValueRange sums, int64_t row, int64_t column, int64_t i) {
    const Values at = placeInResult(b, row, column, i);
    branch(b, isInResult(b, at), [&](ImplicitLocOpBuilder &b) -> Values {
      addTo(b, at, sumOf(b, sums, row, column, i));
      return {};
    });
  }

  Value isInResult(ImplicitLocOpBuilder &b, ValueRange at) {
    return arith::AndIOp::create(b, isBelow(b, at[it.m], it.m), isBelow(b, at[it.n], it.n));
  }

  void addTogether(ImplicitLocOpBuilder &b, ValueRange sums, int64_t row, int64_t i) {
    Values added;
    for (int64_t column = 0; column < columns.tiles; ++column)
      added.push_back(sumOf(b, sums, row, column, i));
    auto type = VectorType::get(columns.tiles, b.getF32Type());
    addVector(b, placeInResult(b, row, 0, i), vector::FromElementsOp::create(b, type, added));
  }

  /// A work-item's elements of a tile.
  void addTile(ImplicitLocOpBuilder &b, ValueRange sums, int64_t row, int64_t column) {
    addVector(b, placeInResult(b, row, column, 0),
              sums[static_cast<size_t>(row * columns.tiles + column)]);
  }

  void addVector(ImplicitLocOpBuilder &b, ValueRange at, Value added) {
    const int64_t count = cast<VectorType>(added.getType()).getNumElements();
    Value total =
        summedOn(b, added, [&](ImplicitLocOpBuilder &b) { return loadVector(b, 2, at, count); });
    vector::StoreOp::create(b, total, it.op->getOperand(2), placeInOperand(b, it.op, 2, at));
  }

  void addTo(ImplicitLocOpBuilder &b, ValueRange at, Value added) {
    Value total =
        summedOn(b, added, [&](ImplicitLocOpBuilder &b) { return loadOperand(b, it.op, 2, at); });
    memref::StoreOp::create(b, total, it.op->getOperand(2), placeInOperand(b, it.op, 2, at));
  }

  /// Added to what is there, of which all is known if it was filled.
  Value summedOn(ImplicitLocOpBuilder &b, Value added,
                 llvm::function_ref<Value(ImplicitLocOpBuilder &b)> load) {
    if (!it.filledWith)
      return arith::AddFOp::create(b, load(b), added);
    if (matchPattern(it.filledWith, m_AnyZeroFloat()))
      return added;
    Value start = it.filledWith;
    if (isa<VectorType>(added.getType()))
      start = vector::BroadcastOp::create(b, added.getType(), start);
    return arith::AddFOp::create(b, start, added);
  }

  Value isBelow(ImplicitLocOpBuilder &b, Value index, unsigned loop) {
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, extents[loop]);
  }

  const Multiplication &it;
  ArrayRef<Value> extents;
  Values indices; // of the loops, as far as they are known
  Side rows, columns;
  Value lane;       // the row or column in a tile
  Value quarter;    // the first of a work-item's elements
  Value isInside;   // whether the wave's tiles are all there
  Value isLoadable; // whether they can be loaded as if they were
};

void rewrite(const Multiplication &multiplication) {
  linalg::GenericOp op = multiplication.op;
  ImplicitLocOpBuilder b(op.getLoc(), op);
  Values extents = loopExtents(b, op), outer;
  if (const auto &flattened = multiplication.flattened; !flattened.empty())
    extents.push_back(product(
        b, llvm::map_to_vector(flattened, [&](unsigned loop) -> Value { return extents[loop]; })));
  for (unsigned loop : multiplication.groups)
    outer.push_back(extents[loop]);
  for (auto [loop, tiles] : {std::pair(multiplication.m, multiplication.rowTiles),
                             std::pair(multiplication.n, multiplication.columnTiles)})
    outer.push_back(
        arith::CeilDivUIOp::create(b, extents[loop], indexConstant(b, tiles * tileSize)));
  createGroupLoop(b, outer, waveSize, [&](ImplicitLocOpBuilder &b, ValueRange indices) {
    TileWriter(multiplication, extents, indices.drop_back(2))
        .write(b, indices[indices.size() - 2], indices.back());
  });
  op.erase();
  if (linalg::GenericOp fill = multiplication.fill)
    fill.erase();
}

struct UseMfmaPass : impl::UseMfmaPassBase<UseMfmaPass> {
  using impl::UseMfmaPassBase<UseMfmaPass>::UseMfmaPassBase;

  void runOnOperation() override {
    SmallVector<Multiplication> found;
    getOperation()->walk([&](linalg::GenericOp op) {
      auto multiplication =
          isa<func::FuncOp>(op->getParentOp()) ? match(op, isHalfExact) : std::nullopt;
      if (multiplication)
        found.push_back(*multiplication);
    });
    for (const Multiplication &multiplication : found)
      rewrite(multiplication);
  }
};

} // namespace

} // namespace assay
