#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/GroupedHeads.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Math/IR/Math.h>

using namespace mlir;

namespace assay {
namespace {

/// One attention op on its way to linalg, with its heads split.
class AttentionLowering {
public:
  AttentionLowering(ir::AttentionOp op, PatternRewriter &rewriter)
      : op(op), b(op.getLoc(), rewriter), heads(op), batch(heads.keyBatch()),
        rows(heads.queryBatch()),
        type(elementType(op.getQuery()).isF64() ? b.getF64Type() : b.getF32Type()) {}

  Value run();

private:
  using Body = llvm::function_ref<Value(ImplicitLocOpBuilder &b, ValueRange elements)>;

  Value filled(ValueRange extents, Value value);
  /// One linalg.generic over the batch dims, the rows, and the dims of `inner`.
  Value generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                ArrayRef<utils::IteratorType> inner, Body body);
  /// The dims of the iteration space that come with every tensor of the query's side, then `more`.
  AffineMap ofQuery(ArrayRef<unsigned> more, unsigned dims);
  /// The same without rows and group: the key's side.
  AffineMap ofKey(ArrayRef<unsigned> more, unsigned dims);

  Value scores(Value query);
  Value masked(Value scores, Value mask);
  Value rowReduce(Value scores, Value start, Body body);

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

Value AttentionLowering::generic(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
                                 ArrayRef<utils::IteratorType> inner, Body body) {
  SmallVector<utils::IteratorType> iterators(rows + 1, parallel);
  llvm::append_range(iterators, inner);
  return linalg::GenericOp::create(b, init.getType(), inputs, init, maps, iterators,
                                   [&](OpBuilder &builder, Location loc, ValueRange elements) {
                                     ImplicitLocOpBuilder located(loc, builder);
                                     linalg::YieldOp::create(located, body(located, elements));
                                   })
      .getResult(0);
}

/// Q K^T
Value AttentionLowering::scores(Value query) {
  unsigned keys = rows + 1, depth = rows + 2, dims = rows + 3;
  Values shape = extents(b, query);
  shape.back() = extents(b, op.getKey())[batch];
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  return generic({query, op.getKey()}, filled(shape, zero),
                 {ofQuery({depth}, dims), ofKey({keys, depth}, dims), ofQuery({keys}, dims)},
                 {parallel, reduction}, [&](ImplicitLocOpBuilder &b, ValueRange e) {
                   return add(b, e[2], multiply(b, extend(b, e[0], type), extend(b, e[1], type)));
                 });
}

/// Scaled, and -inf where a key is removed.
Value AttentionLowering::masked(Value scores, Value mask) {
  unsigned keys = rows + 1, dims = rows + 2;
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
    Value isLater = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, key, row);
    return arith::SelectOp::create(b, isLater, removed, score).getResult();
  };
  return generic(mask ? ValueRange(mask) : ValueRange(), scores, maps, {parallel}, body);
}

/// Combines the scores of a row; `body` gets a score and what was combined so far.
Value AttentionLowering::rowReduce(Value scores, Value start, Body body) {
  unsigned keys = rows + 1, dims = rows + 2;
  Values shape = extents(b, scores);
  shape.pop_back();
  return generic(scores, filled(shape, start), {ofQuery({keys}, dims), ofQuery({}, dims)},
                 {reduction}, body);
}

Value AttentionLowering::run() {
  Value zero = arith::ConstantOp::create(b, b.getZeroAttr(type));
  Value query = heads.split(b, op.getQuery()), init = heads.split(b, op.getInit());
  Value score = masked(scores(query), op.getMask() ? heads.split(b, op.getMask()) : Value());
  Value highest =
      rowReduce(score, extremeConstant(b, type, Extreme::Least),
                [&](ImplicitLocOpBuilder &b, ValueRange e) { return greatest(b, e[0], e[1]); });
  unsigned inner = rows + 1, keys = rows + 2, dims = rows + 3;
  Value weight = generic(highest, score, {ofQuery({}, rows + 2), ofQuery({inner}, rows + 2)},
                         {parallel}, [&](ImplicitLocOpBuilder &b, ValueRange e) -> Value {
                           return math::ExpOp::create(b, arith::SubFOp::create(b, e[1], e[0]));
                         });
  Value sum = rowReduce(weight, zero,
                        [&](ImplicitLocOpBuilder &b, ValueRange e) { return add(b, e[0], e[1]); });
  Value mixed = generic({weight, op.getValue()}, filled(extents(b, init), zero),
                        {ofQuery({keys}, dims), ofKey({keys, inner}, dims), ofQuery({inner}, dims)},
                        {parallel, reduction}, [&](ImplicitLocOpBuilder &b, ValueRange e) {
                          return add(b, e[2], multiply(b, e[0], extend(b, e[1], type)));
                        });
  Value result =
      generic({mixed, sum}, init,
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
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::AttentionOp op, PatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, AttentionLowering(op, rewriter).run());
    return success();
  }
};

} // namespace

void populateLowerAttentionPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerAttention>(patterns.getContext());
}

} // namespace assay
