#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/GroupedHeads.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>

using namespace mlir;

namespace assay {
namespace {

/// One attention op on its way to linalg, with its heads split. Its plain form has all scores at
/// once. The other takes a tile of keys after the other, as in Milakov and Gimelshein, Online
/// normalizer calculation for softmax, 2018: it keeps the greatest score of each row so far, the
/// sum of the weights against it and the weighted values, and where a tile has a greater one,
/// rescales both sums.
class AttentionLowering {
public:
  AttentionLowering(ir::AttentionOp op, PatternRewriter &rewriter)
      : op(op), b(op.getLoc(), rewriter), heads(op), batch(heads.keyBatch()),
        rows(heads.queryBatch()),
        type(elementType(op.getQuery()).isF64() ? b.getF64Type() : b.getF32Type()) {}

  /// With tiles of so many keys if there are more, or may be; 0 for the plain form. The config of
  /// the product with the values may say another number.
  Value run(int64_t tileOfKeys);

private:
  using Body = llvm::function_ref<Value(ImplicitLocOpBuilder &b, ValueRange elements)>;

  Value filled(ValueRange extents, Value value);
  /// One linalg.generic over the batch dims, the rows, and the dims of `inner`. If it is a product
  /// of the decomposition, it gets the config of that name.
  Value generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                ArrayRef<utils::IteratorType> inner, Body body, StringRef product = {});
  /// The dims of the iteration space that come with every tensor of the query's side, then `more`.
  AffineMap ofQuery(ArrayRef<unsigned> more, unsigned dims);
  /// The same without rows and group: the key's side.
  AffineMap ofKey(ArrayRef<unsigned> more, unsigned dims);

  /// Some or all of the keys, with their values and mask; the first of them is key `first`.
  struct Keys {
    Value key, value, mask, first;
  };
  /// What is known of each row once some keys were seen.
  struct Rows {
    Value greatest, sum, mixed;
  };
  int64_t tileOf(int64_t given);
  Keys tileOfKeys(const Keys &all, Value first, OpFoldResult size);
  Rows start(Value query, Value init);
  Rows withTile(Value query, const Keys &keys, const Rows &rows, bool isFirst);

  ir::LoweringConfigAttr configOf(StringRef product);
  Value scores(Value query, Value key);
  Value masked(Value scores, const Keys &keys);
  Value rowReduce(Value scores, Value start, Body body);
  Value rescaled(Value what, Value factor, bool hasColumns);
  Value mix(Value weight, Value values, Value start);

  ir::AttentionOp op;
  ImplicitLocOpBuilder b;
  GroupedHeads heads;
  unsigned batch; // batch dims of the key
  unsigned rows;  // the dim of the rows, behind all batch dims of the query
  Type type;      // computed in
};

constexpr auto parallel = utils::IteratorType::parallel;
constexpr auto reduction = utils::IteratorType::reduction;

Value AttentionLowering::filled(ValueRange extents, Value value) {
  SmallVector<OpFoldResult> sizes = getAsOpFoldResult(extents);
  Value empty = tensor::EmptyOp::create(b, sizes, type);
  return linalg::FillOp::create(b, value, empty).getResult(0);
}

AffineMap AttentionLowering::ofQuery(ArrayRef<unsigned> more, unsigned dims) {
  SmallVector<unsigned> targets = llvm::to_vector(llvm::seq(0u, rows + 1));
  llvm::append_range(targets, more);
  return AffineMap::getMultiDimMapWithTargets(dims, targets, b.getContext());
}

AffineMap AttentionLowering::ofKey(ArrayRef<unsigned> more, unsigned dims) {
  SmallVector<unsigned> targets = llvm::to_vector(llvm::seq(0u, batch));
  llvm::append_range(targets, more);
  return AffineMap::getMultiDimMapWithTargets(dims, targets, b.getContext());
}

ir::LoweringConfigAttr AttentionLowering::configOf(StringRef product) {
  auto products = op->getAttrOfType<DictionaryAttr>(ir::decompositionConfigName);
  return products ? products.getAs<ir::LoweringConfigAttr>(product) : nullptr;
}

Value AttentionLowering::generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                                 ArrayRef<utils::IteratorType> inner, Body body,
                                 StringRef product) {
  SmallVector<utils::IteratorType> iterators(rows + 1, parallel);
  llvm::append_range(iterators, inner);
  auto made = linalg::GenericOp::create(b, init.getType(), inputs, init, maps, iterators,
                                        [&](OpBuilder &builder, Location loc, ValueRange elements) {
                                          ImplicitLocOpBuilder located(loc, builder);
                                          linalg::YieldOp::create(located, body(located, elements));
                                        });
  if (ir::LoweringConfigAttr config = configOf(product))
    made->setAttr(ir::loweringConfigName, config);
  return made.getResult(0);
}

/// Q K^T
Value AttentionLowering::scores(Value query, Value key) {
  unsigned keys = rows + 1, depth = rows + 2, dims = rows + 3;
  Values shape = extents(b, query);
  shape.back() = extents(b, key)[batch];
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return generic(
      {query, key}, filled(shape, zero),
      {ofQuery({depth}, dims), ofKey({keys, depth}, dims), ofQuery({keys}, dims)},
      {parallel, reduction},
      [&](ImplicitLocOpBuilder &b, ValueRange e) {
        return add(b, e[2], multiply(b, extend(b, e[0], type), extend(b, e[1], type)));
      },
      "qk");
}

/// Scaled, and -inf where a key is removed.
Value AttentionLowering::masked(Value scores, const Keys &of) {
  unsigned keys = rows + 1, dims = rows + 2;
  Value mask = of.mask;
  Value scale = arith::ConstantOp::create(b, b.getFloatAttr(type, op.getScale().convertToDouble()));
  Value removed = extremeConstant(b, type, Extreme::Least);
  SmallVector<AffineMap> maps(mask ? 2 : 1, ofQuery({keys}, dims));
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange e) {
    Value score = multiply(b, e.back(), scale);
    if (mask && elementType(mask).isInteger(1))
      score = arith::SelectOp::create(b, e[0], score, removed);
    else if (mask)
      score = add(b, score, extend(b, e[0], type));
    if (!op.getCausal())
      return score;
    Value row = linalg::IndexOp::create(b, rows), key = linalg::IndexOp::create(b, keys);
    if (op.getFirstRow())
      row = add(b, row, op.getFirstRow());
    if (of.first)
      key = add(b, key, of.first);
    Value isLater = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, key, row);
    return arith::SelectOp::create(b, isLater, removed, score).getResult();
  };
  return generic(mask ? ValueRange(mask) : ValueRange(), scores, maps, {parallel}, body);
}

/// Combines the scores of a row with what `start` has of it; `body` gets a score and what was
/// combined so far.
Value AttentionLowering::rowReduce(Value scores, Value start, Body body) {
  unsigned keys = rows + 1, dims = rows + 2;
  return generic(scores, start, {ofQuery({keys}, dims), ofQuery({}, dims)}, {reduction}, body);
}

/// Numbers of each row, or of each column of each row, times a factor for the row.
Value AttentionLowering::rescaled(Value what, Value factor, bool hasColumns) {
  const unsigned dims = rows + (hasColumns ? 2 : 1);
  const SmallVector<unsigned> columns =
      hasColumns ? SmallVector<unsigned>{rows + 1} : SmallVector<unsigned>();
  const SmallVector<utils::IteratorType> inner(columns.size(), parallel);
  return generic(factor, what, {ofQuery({}, dims), ofQuery(columns, dims)}, inner,
                 [&](ImplicitLocOpBuilder &b, ValueRange e) { return multiply(b, e[1], e[0]); });
}

/// `start` and the weighted sum of the values.
Value AttentionLowering::mix(Value weight, Value values, Value start) {
  unsigned inner = rows + 1, keys = rows + 2, dims = rows + 3;
  return generic(
      {weight, values}, start,
      {ofQuery({keys}, dims), ofKey({keys, inner}, dims), ofQuery({inner}, dims)},
      {parallel, reduction},
      [&](ImplicitLocOpBuilder &b, ValueRange e) {
        return add(b, e[2], multiply(b, e[0], extend(b, e[1], type)));
      },
      "pv");
}

AttentionLowering::Rows AttentionLowering::start(Value query, Value init) {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Values shape = extents(b, query);
  shape.pop_back();
  return {filled(shape, extremeConstant(b, type, Extreme::Least)), filled(shape, zero),
          filled(extents(b, init), zero)};
}

/// Takes keys in. With the first of them, which in the plain form are all, there is nothing to
/// rescale.
AttentionLowering::Rows AttentionLowering::withTile(Value query, const Keys &keys, const Rows &old,
                                                    bool isFirst) {
  Value score = masked(scores(query, keys.key), keys);
  Rows next = old;
  next.greatest = rowReduce(score, old.greatest, [&](ImplicitLocOpBuilder &b, ValueRange e) {
    return greatest(b, e[0], e[1]);
  });
  // exp(-inf - -inf) is NaN, which the keys of a later tile would not get rid of.
  Value least = extremeConstant(b, type, Extreme::Least),
        zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  auto against = [&](ImplicitLocOpBuilder &b, Value x, Value maximum) -> Value {
    if (!isFirst) {
      Value isNone = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, maximum, least);
      maximum = arith::SelectOp::create(b, isNone, zero, maximum);
    }
    return math::ExpOp::create(b, arith::SubFOp::create(b, x, maximum));
  };
  if (!isFirst) {
    Value factor = generic(
        next.greatest, old.greatest, SmallVector<AffineMap>(2, ofQuery({}, rows + 1)), {},
        [&](ImplicitLocOpBuilder &b, ValueRange e) -> Value { return against(b, e[1], e[0]); });
    next.sum = rescaled(next.sum, factor, false);
    next.mixed = rescaled(next.mixed, factor, true);
  }
  Value weight = generic(
      next.greatest, score, {ofQuery({}, rows + 2), ofQuery({rows + 1}, rows + 2)}, {parallel},
      [&](ImplicitLocOpBuilder &b, ValueRange e) -> Value { return against(b, e[1], e[0]); });
  next.sum = rowReduce(weight, next.sum,
                       [&](ImplicitLocOpBuilder &b, ValueRange e) { return add(b, e[0], e[1]); });
  next.mixed = mix(weight, keys.value, next.mixed);
  return next;
}

/// `tensor` without the keys, which are its dim `dim`, before `first` and behind those.
static Value sliceOfKeys(ImplicitLocOpBuilder &b, Value tensor, unsigned dim, Value first,
                         OpFoldResult size) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), tensor);
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0)),
      ones(sizes.size(), b.getIndexAttr(1));
  offsets[dim] = first;
  sizes[dim] = size;
  return tensor::ExtractSliceOp::create(b, tensor, offsets, sizes, ones);
}

AttentionLowering::Keys AttentionLowering::tileOfKeys(const Keys &all, Value first,
                                                      OpFoldResult size) {
  return {sliceOfKeys(b, all.key, batch, first, size),
          sliceOfKeys(b, all.value, batch, first, size),
          all.mask ? sliceOfKeys(b, all.mask, rows + 1, first, size) : Value(), first};
}

/// How many keys are taken at a time; 0 for all.
int64_t AttentionLowering::tileOf(int64_t given) {
  if (ir::LoweringConfigAttr config = configOf("pv"); config && config.getTiles().back() != 0)
    given = config.getTiles().back();
  const int64_t keys = cast<RankedTensorType>(op.getKey().getType()).getDimSize(batch);
  // Upstream's verifier rejects slices of what has no elements.
  const bool isEmpty = ir::hasNoElements(op.getQuery()) || ir::hasNoElements(op.getKey()) ||
                       ir::hasNoElements(op.getValue());
  return isEmpty || (!ShapedType::isDynamic(keys) && keys <= given) ? 0 : given;
}

Value AttentionLowering::run(int64_t givenTile) {
  Value query = heads.split(b, op.getQuery()), init = heads.split(b, op.getInit());
  const Keys all{op.getKey(), op.getValue(), op.getMask() ? heads.split(b, op.getMask()) : Value(),
                 Value()};
  Rows done = start(query, init);
  const int64_t tile = tileOf(givenTile);
  if (tile == 0) {
    done = withTile(query, all, done, true);
  } else {
    Value count = extents(b, op.getKey())[batch], step = indexConstant(b, tile);
    const auto constant = getConstantIntValue(count);
    const bool isWhole = constant && *constant % tile == 0;
    auto body = [&](ImplicitLocOpBuilder &inner, Value first, ValueRange carried) -> Values {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPoint(inner.getInsertionBlock(), inner.getInsertionPoint());
      OpFoldResult size = b.getIndexAttr(tile);
      if (!isWhole)
        size = arith::MinSIOp::create(b, step, arith::SubIOp::create(b, count, first)).getResult();
      const Rows rows = withTile(query, tileOfKeys(all, first, size),
                                 {carried[0], carried[1], carried[2]}, false);
      inner.setInsertionPoint(b.getInsertionBlock(), b.getInsertionPoint());
      return {rows.greatest, rows.sum, rows.mixed};
    };
    Values results =
        steps(b, indexConstant(b, 0), count, step, {done.greatest, done.sum, done.mixed}, body);
    done = {results[0], results[1], results[2]};
  }
  unsigned inner = rows + 1;
  Value result =
      generic({done.mixed, done.sum}, init,
              {ofQuery({inner}, rows + 2), ofQuery({}, rows + 2), ofQuery({inner}, rows + 2)},
              {parallel}, [&](ImplicitLocOpBuilder &b, ValueRange e) -> Value {
                Value quotient = arith::DivFOp::create(b, e[0], e[1]);
                if (e[2].getType() == type)
                  return quotient;
                return arith::TruncFOp::create(b, e[2].getType(), quotient);
              });
  return heads.join(b, result, op.getInit().getType());
}

struct LowerAttention : OpRewritePattern<ir::AttentionOp> {
  LowerAttention(MLIRContext *context, int64_t tileOfKeys)
      : OpRewritePattern(context), tileOfKeys(tileOfKeys) {}

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, AttentionLowering(op, rewriter).run(tileOfKeys));
    return success();
  }

  int64_t tileOfKeys;
};

/// A wave keeps of its rows what is known to fit its registers. Configs are for other kernels, and
/// in a loop of the host there would be no kernel.
struct UseWave : OpRewritePattern<ir::AttentionOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    const auto columnsFit = [](Value rows) {
      const int64_t columns = cast<RankedTensorType>(rows.getType()).getShape().back();
      return !ShapedType::isDynamic(columns) && columns > 0 &&
             columns <= ir::WaveAttentionOp::mostColumns;
    };
    if (elementType(op.getQuery()).isF64() || !columnsFit(op.getQuery()) ||
        !columnsFit(op.getInit()) || op->hasAttr(ir::decompositionConfigName) ||
        !isa<func::FuncOp>(op->getParentOp()))
      return failure();
    rewriter.replaceOpWithNewOp<ir::WaveAttentionOp>(
        op, op->getResultTypes(), op.getQuery(), op.getKey(), op.getValue(), op.getMask(),
        op.getFirstRow(), op.getInit(), op.getScaleAttr(), op.getCausalAttr(), op.getGroupAttr());
    return success();
  }
};

} // namespace

void populateLowerAttentionPatterns(RewritePatternSet &patterns, int64_t tileOfKeys,
                                    bool usesWaves) {
  if (usesWaves)
    patterns.add<UseWave>(patterns.getContext(), /*benefit=*/2);
  patterns.add<LowerAttention>(patterns.getContext(), tileOfKeys);
}

} // namespace assay
