#include "compiler/dialect/Assay.h"
#include "compiler/gpu/Mfma.h"
#include "compiler/gpu/Passes.h"

#include <mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/Math/IR/Math.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;
using namespace assay::mfma;

namespace assay {

#define GEN_PASS_DEF_ATTENTIONINWAVESPASS
#include "compiler/gpu/Passes.h.inc"

namespace {

/// Registers of a work-item for what a wave keeps of its rows: the query, and the weighted values.
constexpr int64_t mostKept = 256;
/// Elements of keys that a work-item may read for some tiles of scores.
constexpr int64_t mostLive = 128;

ArrayRef<int64_t> shapeOf(Value memory) { return cast<MemRefType>(memory.getType()).getShape(); }

/// Whether neighbours along the last dim can be loaded and stored together.
bool isContiguous(Value memory) {
  auto type = cast<MemRefType>(memory.getType());
  auto [strides, offset] = type.getStridesAndOffset();
  return strides.back() == 1 && !type.getElementType().isInteger(1);
}

Values elementsOf(ImplicitLocOpBuilder &b, Value vector) {
  Values elements;
  for (int64_t i = 0; i < cast<VectorType>(vector.getType()).getNumElements(); ++i)
    elements.push_back(vector::ExtractOp::create(b, vector, i));
  return elements;
}

Value vectorOf(ImplicitLocOpBuilder &b, ValueRange elements) {
  auto type = VectorType::get(static_cast<int64_t>(elements.size()), elements.front().getType());
  return vector::FromElementsOp::create(b, type, elements);
}

/// The same number for all elements that a work-item has of a tile.
Value forTile(ImplicitLocOpBuilder &b, Value number) {
  return vector::BroadcastOp::create(b, VectorType::get(perItem, number.getType()), number);
}

Value plus(ImplicitLocOpBuilder &b, Value index, int64_t more) {
  return b.createOrFold<arith::AddIOp>(index, indexConstant(b, more));
}

Value isBelow(ImplicitLocOpBuilder &b, Value index, Value end) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, index, end);
}

/// What the work-items that have the same row have of it, combined.
template <class CombineOp> Value acrossQuarters(ImplicitLocOpBuilder &b, Value value) {
  for (int64_t distance = tileSize; distance < waveSize; distance *= 2) {
    auto other = gpu::ShuffleOp::create(b, value, static_cast<int32_t>(distance), waveSize,
                                        gpu::ShuffleMode::XOR);
    value = CombineOp::create(b, value, other.getShuffleResult());
  }
  return value;
}

/// The elements that a work-item has of some tiles, combined.
template <class CombineOp> Value acrossTiles(ImplicitLocOpBuilder &b, ArrayRef<Value> tiles) {
  Value each = tiles.front();
  for (Value tile : tiles.drop_front())
    each = CombineOp::create(b, each, tile);
  const Values elements = elementsOf(b, each);
  Value all = elements.front();
  for (Value element : ArrayRef(elements).drop_front())
    all = CombineOp::create(b, all, element);
  return all;
}

/// How attention is cut for waves.
struct Cut {
  explicit Cut(ir::WaveAttentionOp op)
      : depth(shapeOf(op.getQuery()).back()), width(shapeOf(op.getInit()).back()),
        rows(tilesAlong(shapeOf(op.getQuery()).drop_back().back())),
        keys(tilesAlong(shapeOf(op.getKey()).drop_back().back())),
        columns(llvm::divideCeil(width, tileSize)) {
    while (rows > 1 && rows * (depth + width) / quarters > mostKept)
      rows /= 2;
    while (keys > 1 && keys * depth / quarters > mostLive)
      keys /= 2;
  }

  int64_t depth, width;        // columns of the query, and of the values
  int64_t rows, keys, columns; // tiles of rows of a wave, of keys that it takes at a time, of width
};

/// What a work-item has of each tile of rows, once some keys were taken: the greatest score of its
/// row, its share of the sum of the weights against that, and tiles of the weighted values, which
/// have the columns of the values as rows.
struct Taken {
  static Taken none(ImplicitLocOpBuilder &b, const Cut &cut) {
    Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
    Taken taken;
    taken.greatest.assign(cut.rows, extremeConstant(b, b.getF32Type(), Extreme::Least));
    taken.sums.assign(cut.rows, zero);
    taken.mixed.assign(cut.rows * cut.columns, zeroTile(b));
    return taken;
  }
  /// As loops carry it.
  static Taken of(ValueRange carried, const Cut &cut) {
    Taken taken;
    taken.greatest = Values(carried.take_front(cut.rows));
    taken.sums = Values(carried.slice(cut.rows, cut.rows));
    taken.mixed = Values(carried.drop_front(2 * cut.rows));
    return taken;
  }
  Values carried() const {
    Values all(greatest);
    all.append(sums);
    all.append(mixed);
    return all;
  }

  Values greatest, sums;
  Values mixed; // of all columns of a row, then of the next row
};

/// Writes what one wave does with its rows. Scores are computed with keys as rows and the query's
/// rows as columns: so a work-item has those of one row and of neighbouring keys, and as the
/// weights that they become it needs them for the product with the values.
class RowsWriter {
public:
  RowsWriter(ir::WaveAttentionOp op, const Cut &cut, Type multiplied, Value rowCount,
             Value keyCount, ValueRange batch)
      : op(op), cut(cut), multiplied(multiplied), rowCount(rowCount), keyCount(keyCount),
        ofQuery(batch), ofKey(batch) {}

  /// `place` is the wave's among those of the same batch.
  void write(ImplicitLocOpBuilder &b, Value place) {
    Value item = gpu::ThreadIdOp::create(b, gpu::Dimension::x), size = indexConstant(b, tileSize);
    lane = arith::RemUIOp::create(b, item, size);
    quarter =
        arith::MulIOp::create(b, arith::DivUIOp::create(b, item, size), indexConstant(b, perItem));
    if (op.getGroup() > 1)
      ofKey.back() = arith::DivUIOp::create(b, ofKey.back(),
                                            indexConstant(b, static_cast<int64_t>(op.getGroup())));
    Value base = arith::MulIOp::create(b, place, indexConstant(b, cut.rows * tileSize));
    for (int64_t tile = 0; tile < cut.rows; ++tile) {
      Value row = arith::AddIOp::create(b, plus(b, base, tile * tileSize), lane);
      rows.push_back(row);
      Value near = arith::MinUIOp::create(b, row, plus(b, rowCount, -1));
      nearRows.push_back(near);
      query.push_back(loadRow(b, op.getQuery(), insertAt(ofQuery, ofQuery.size(), near)));
    }
    Value end = keyCount;
    if (op.getCausal())
      end = arith::MinUIOp::create(b, end, behind(b, plus(b, base, cut.rows * tileSize - 1)));
    store(b, takeAll(b, end));
  }

private:
  /// Takes the keys that are not behind `end`: first as many at a time as it can, and then the
  /// rest.
  Taken takeAll(ImplicitLocOpBuilder &b, Value end) {
    Value step = indexConstant(b, cut.keys * tileSize);
    Value whole = b.createOrFold<arith::SubIOp>(end, b.createOrFold<arith::RemUIOp>(end, step));
    const auto takeFrom = [&](Value first, Value last, bool areThere, const Taken &taken) {
      if (isEqualConstantIntOrValue(first, last))
        return taken;
      Values all = steps(b, first, last, step, taken.carried(),
                         [&](ImplicitLocOpBuilder &b, Value first, ValueRange sofar) {
                           Taken taken = Taken::of(sofar, cut);
                           take(b, first, areThere, taken);
                           return taken.carried();
                         });
      return Taken::of(all, cut);
    };
    return takeFrom(whole, end, false,
                    takeFrom(indexConstant(b, 0), whole, true, Taken::none(b, cut)));
  }

  /// Takes keys from `first` on. If not all of them are there, the others have no weight.
  void take(ImplicitLocOpBuilder &b, Value first, bool areThere, Taken &taken) {
    SmallVector<Values> scores(cut.rows);
    for (int64_t tile = 0; tile < cut.keys; ++tile) {
      Value key = arith::AddIOp::create(b, plus(b, first, tile * tileSize), lane);
      const SmallVector<Values> loaded =
          loadRow(b, op.getKey(), insertAt(ofKey, ofKey.size(), nearest(b, key, areThere)));
      for (int64_t row = 0; row < cut.rows; ++row) {
        Value score = zeroTile(b);
        for (auto [left, right] : llvm::zip_equal(loaded, query[row]))
          score = multiplyTile(b, left, right, score);
        scores[row].push_back(masked(b, score, row, ofItem(b, first, tile), areThere));
      }
    }
    SmallVector<Values> weights;
    for (int64_t row = 0; row < cut.rows; ++row)
      weights.push_back(weigh(b, row, scores[row], taken));
    for (int64_t tile = 0; tile < cut.keys; ++tile) {
      const SmallVector<Values> values = loadValues(b, ofItem(b, first, tile), areThere);
      for (int64_t row = 0; row < cut.rows; ++row) {
        const Values weight = elementsOf(b, weights[row][tile]);
        for (int64_t column = 0; column < cut.columns; ++column) {
          Value &sum = taken.mixed[row * cut.columns + column];
          sum = multiplyTile(b, values[column], weight, sum);
        }
      }
    }
  }

  /// The first of the work-item's keys in a tile of scores.
  Value ofItem(ImplicitLocOpBuilder &b, Value first, int64_t tile) {
    return arith::AddIOp::create(b, plus(b, first, tile * tileSize), quarter);
  }

  /// The key, or the last one.
  Value nearest(ImplicitLocOpBuilder &b, Value key, bool areThere) {
    return areThere ? key : arith::MinUIOp::create(b, key, plus(b, keyCount, -1)).getResult();
  }

  /// The first key that is removed from a row of causal attention.
  Value behind(ImplicitLocOpBuilder &b, Value row) {
    Value next = plus(b, row, 1);
    return op.getFirstRow() ? arith::AddIOp::create(b, next, op.getFirstRow()).getResult() : next;
  }

  /// Neighbours along the last dim from `at` on; those that are not below `end`, of some, are 0.
  Values loadNear(ImplicitLocOpBuilder &b, Value memory, Values at, int64_t count, Value end) {
    const Type element = getElementTypeOrSelf(memory);
    if (!end && count > 1 && isContiguous(memory))
      return elementsOf(b, vector::LoadOp::create(b, VectorType::get(count, element), memory, at));
    Value first = at.back(), zero = arith::ConstantOp::create(b, b.getZeroAttr(element));
    Values elements;
    for (int64_t i = 0; i < count; ++i) {
      Value place = plus(b, first, i);
      at.back() = end ? arith::MinUIOp::create(b, place, plus(b, end, -1)).getResult() : place;
      Value loaded = memref::LoadOp::create(b, memory, at);
      elements.push_back(
          end ? arith::SelectOp::create(b, isBelow(b, place, end), loaded, zero).getResult()
              : loaded);
    }
    return elements;
  }

  /// What a work-item has of its row of the query, or of its key, for each step along the depth.
  SmallVector<Values> loadRow(ImplicitLocOpBuilder &b, Value memory, Values at) {
    SmallVector<Values> loaded;
    at.emplace_back();
    for (int64_t from = 0; from < cut.depth; from += depth) {
      at.back() = plus(b, quarter, from);
      const bool isWhole = from + depth <= cut.depth;
      Values elements =
          loadNear(b, memory, at, perItem, isWhole ? Value() : indexConstant(b, cut.depth));
      for (Value &element : elements)
        element = extend(b, element, multiplied);
      loaded.push_back(elements);
    }
    return loaded;
  }

  /// Whether a work-item's columns of all tiles, which are neighbours, are all there or none.
  bool areColumnsTogether() const { return cut.width % cut.columns == 0; }

  /// What a work-item has of the values of perItem keys from `first` on, for each tile of columns.
  SmallVector<Values> loadValues(ImplicitLocOpBuilder &b, Value first, bool areThere) {
    Value column = arith::MulIOp::create(b, lane, indexConstant(b, cut.columns)), end;
    if (!areColumnsTogether())
      end = indexConstant(b, cut.width);
    else if (cut.width != cut.columns * tileSize)
      column = arith::MinUIOp::create(b, column, indexConstant(b, cut.width - cut.columns));
    Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
    SmallVector<Values> tiles(cut.columns);
    for (int64_t i = 0; i < perItem; ++i) {
      Value key = plus(b, first, i);
      Values at(ofKey);
      at.append({nearest(b, key, areThere), column});
      Value isThere = areThere ? Value() : isBelow(b, key, keyCount);
      for (auto [tile, loaded] :
           llvm::zip_equal(tiles, loadNear(b, op.getValue(), at, cut.columns, end))) {
        Value value = extend(b, loaded, b.getF32Type());
        // NaN times a weight of 0 is not 0.
        tile.push_back(isThere ? arith::SelectOp::create(b, isThere, value, zero).getResult()
                               : value);
      }
    }
    return tiles;
  }

  /// The scores of one row and of keys from `first` on, scaled, and -inf where a key is removed.
  Value masked(ImplicitLocOpBuilder &b, Value score, int64_t row, Value first, bool areThere) {
    Value scale = arith::ConstantOp::create(
        b, b.getF32FloatAttr(static_cast<float>(op.getScale().convertToDouble())));
    Value removed = forTile(b, extremeConstant(b, b.getF32Type(), Extreme::Least));
    score = arith::MulFOp::create(b, score, forTile(b, scale));
    if (Value mask = op.getMask()) {
      Values at(ofQuery);
      at.append({nearRows[row], first});
      Values loaded = loadNear(b, mask, at, perItem, areThere ? Value() : keyCount);
      if (getElementTypeOrSelf(mask).isInteger(1)) {
        score = arith::SelectOp::create(b, vectorOf(b, loaded), score, removed);
      } else {
        for (Value &element : loaded)
          element = extend(b, element, b.getF32Type());
        score = arith::AddFOp::create(b, score, vectorOf(b, loaded));
      }
    }
    Value end = areThere ? Value() : keyCount;
    if (op.getCausal()) {
      Value own = behind(b, rows[row]);
      end = end ? arith::MinUIOp::create(b, end, own).getResult() : own;
    }
    if (!end)
      return score;
    Values stays;
    for (int64_t i = 0; i < perItem; ++i)
      stays.push_back(isBelow(b, plus(b, first, i), end));
    return arith::SelectOp::create(b, vectorOf(b, stays), score, removed);
  }

  /// Makes weights of the scores of a row, and rescales what there is of it.
  Values weigh(ImplicitLocOpBuilder &b, int64_t row, const Values &scores, Taken &taken) {
    Value before = taken.greatest[row];
    Value here = acrossQuarters<arith::MaximumFOp>(b, acrossTiles<arith::MaximumFOp>(b, scores));
    Value greatest = arith::MaximumFOp::create(b, before, here);
    // exp(-inf - -inf) is NaN, which the keys of a later tile would not get rid of.
    Value isNone = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, greatest,
                                         extremeConstant(b, b.getF32Type(), Extreme::Least));
    Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
    Value against = arith::SelectOp::create(b, isNone, zero, greatest);
    Value factor = math::ExpOp::create(b, arith::SubFOp::create(b, before, against));
    Values weights;
    for (Value score : scores)
      weights.push_back(
          math::ExpOp::create(b, arith::SubFOp::create(b, score, forTile(b, against))));
    Value &total = taken.sums[row];
    total = arith::AddFOp::create(b, arith::MulFOp::create(b, total, factor),
                                  acrossTiles<arith::AddFOp>(b, weights));
    for (Value &mixed : MutableArrayRef<Value>(taken.mixed).slice(row * cut.columns, cut.columns))
      mixed = arith::MulFOp::create(b, mixed, forTile(b, factor));
    taken.greatest[row] = greatest;
    return weights;
  }

  void store(ImplicitLocOpBuilder &b, const Taken &taken) {
    for (int64_t row = 0; row < cut.rows; ++row) {
      Value sum = acrossQuarters<arith::AddFOp>(b, taken.sums[row]);
      SmallVector<Values> results;
      for (Value mixed : ArrayRef(taken.mixed).slice(row * cut.columns, cut.columns))
        results.push_back(
            elementsOf(b, arith::DivFOp::create(b, mixed, forTile(b, sum)).getResult()));
      Value isRow = isBelow(b, rows[row], rowCount);
      for (int64_t i = 0; i < perItem; ++i) {
        Value column = arith::MulIOp::create(b, plus(b, quarter, i), indexConstant(b, cut.columns));
        Values neighbours;
        for (const Values &result : results)
          neighbours.push_back(narrow(b, result[i]));
        storeNear(b, isRow, nearRows[row], column, neighbours);
      }
    }
  }

  Value narrow(ImplicitLocOpBuilder &b, Value value) {
    const Type element = getElementTypeOrSelf(op.getInit());
    return element.isF32() ? value : arith::TruncFOp::create(b, element, value).getResult();
  }

  /// Stores neighbours of a row from `column` on, if that is a row, where they are columns.
  void storeNear(ImplicitLocOpBuilder &b, Value isRow, Value row, Value column,
                 ValueRange neighbours) {
    const auto storeIf = [&](Value place,
                             llvm::function_ref<void(ImplicitLocOpBuilder &, Values)> storeAt) {
      Value isColumn = isBelow(b, place, indexConstant(b, cut.width));
      branch(b, arith::AndIOp::create(b, isRow, isColumn), [&](ImplicitLocOpBuilder &b) -> Values {
        Values at(ofQuery);
        at.append({row, place});
        storeAt(b, at);
        return {};
      });
    };
    if (neighbours.size() > 1 && areColumnsTogether() && isContiguous(op.getInit()))
      return storeIf(column, [&](ImplicitLocOpBuilder &b, const Values &at) {
        vector::StoreOp::create(b, vectorOf(b, neighbours), op.getInit(), at);
      });
    for (auto [i, value] : llvm::enumerate(neighbours))
      storeIf(plus(b, column, static_cast<int64_t>(i)),
              [&, value = value](ImplicitLocOpBuilder &b, const Values &at) {
                memref::StoreOp::create(b, value, op.getInit(), at);
              });
  }

  ir::WaveAttentionOp op;
  Cut cut;
  Type multiplied;                        // what the query and the key are multiplied as
  Value rowCount, keyCount;               // of all waves
  Values ofQuery, ofKey;                  // the batch indices
  Value lane, quarter;                    // the work-item's place in tiles
  Values rows, nearRows;                  // its row in each tile, and that or the last one
  SmallVector<SmallVector<Values>> query; // of each tile of rows, for each step along the depth
};

Value extentOf(ImplicitLocOpBuilder &b, Value memory, int64_t dim) {
  return b.createOrFold<memref::DimOp>(memory, dim);
}

void rewrite(ir::WaveAttentionOp op, bool isHalfExact) {
  ImplicitLocOpBuilder b(op.getLoc(), op);
  const Cut cut(op);
  const int64_t batch = static_cast<int64_t>(shapeOf(op.getQuery()).size()) - 2;
  Values extents;
  for (int64_t dim = 0; dim < batch; ++dim)
    extents.push_back(extentOf(b, op.getQuery(), dim));
  Value rowCount = extentOf(b, op.getQuery(), batch), keyCount = extentOf(b, op.getKey(), batch);
  extents.push_back(
      b.createOrFold<arith::CeilDivUIOp>(rowCount, indexConstant(b, cut.rows * tileSize)));
  const Type multiplied = isHalfExact ? getElementTypeOrSelf(op.getQuery()) : b.getF32Type();
  createGroupLoop(b, extents, waveSize, [&](ImplicitLocOpBuilder &b, ValueRange indices) {
    RowsWriter(op, cut, multiplied, rowCount, keyCount, indices.drop_back())
        .write(b, indices.back());
  });
  op.erase();
}

struct AttentionInWavesPass : impl::AttentionInWavesPassBase<AttentionInWavesPass> {
  using impl::AttentionInWavesPassBase<AttentionInWavesPass>::AttentionInWavesPassBase;

  void runOnOperation() override {
    for (ir::WaveAttentionOp op : outsideOfLoops<ir::WaveAttentionOp>(getOperation()))
      rewrite(op, isHalfExact);
  }
};

} // namespace

} // namespace assay
