#include "compiler/dialect/Assay.h"
#include "compiler/passes/Builders.h"
#include "compiler/passes/Passes.h"

using namespace mlir;

namespace assay {
namespace {

/// Tells whether the first of two keys stands before the second.
using Precedes = llvm::function_ref<Value(ImplicitLocOpBuilder &b, Value first, Value second)>;

/// The first `last` places along `dim` at `outer` are in order, by the first tensor. Puts `items`,
/// one for each tensor, in its place among them, behind its equals, and moves the others by one;
/// what would move to `bound` or beyond is dropped. Place `last` is free.
Values insertInOrder(ImplicitLocOpBuilder &b, ValueRange tensors, ValueRange outer, int64_t dim,
                     Value last, Value bound, ValueRange items, Precedes precedes) {
  size_t count = tensors.size();
  Values carried(tensors);
  llvm::append_range(carried, items);
  carried.push_back(arith::ConstantIntOp::create(b, 0, 1)); // whether the item found its place
  auto body = [&](ImplicitLocOpBuilder &b, ValueRange iv, ValueRange state) {
    Values place = insertAt(outer, dim, iv[0]), next(state);
    Values present;
    for (size_t i = 0; i < count; ++i)
      present.push_back(tensor::ExtractOp::create(b, state[i], place));
    Value isFree = arith::CmpIOp::create(b, arith::CmpIPredicate::eq, iv[0], last);
    Value moves = arith::OrIOp::create(b, precedes(b, state[count], present[0]), isFree);
    moves = arith::OrIOp::create(b, moves, state.back());
    for (size_t i = 0; i < count; ++i) {
      Value stays = arith::SelectOp::create(b, moves, state[count + i], present[i]);
      next[i] = tensor::InsertOp::create(b, stays, state[i], place);
      next[count + i] = arith::SelectOp::create(b, moves, present[i], state[count + i]);
    }
    next.back() = moves;
    return next;
  };
  Values result = loops(b, bound, carried, body);
  result.resize(count);
  return result;
}

/// Keeps the k best in order while it goes through the elements.
struct LowerTopk : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto dim = static_cast<int64_t>(op.getDim());
    auto precedes = [&](ImplicitLocOpBuilder &b, Value first, Value second) {
      return op.getSmallest() ? isLess(b, first, second) : isLess(b, second, first);
    };
    Values bounds = extents(b, op.getInput());
    Value extent = bounds[dim], k = extents(b, op.getValuesInit())[dim];
    Value one = indexConstant(b, 1);
    Values results = loops(
        b, dropAt(bounds, dim), {op.getValuesInit(), op.getIndicesInit()},
        [&](ImplicitLocOpBuilder &b, ValueRange outer, ValueRange lines) {
          return loops(
              b, extent, lines, [&](ImplicitLocOpBuilder &b, ValueRange iv, ValueRange best) {
                Values place = insertAt(outer, dim, iv[0]);
                Value item = tensor::ExtractOp::create(b, op.getInput(), place);
                Value index =
                    arith::IndexCastOp::create(b, elementType(op.getIndicesInit()), iv[0]);
                Value filled = arith::AddIOp::create(b, iv[0], one);
                Value bound = arith::MinSIOp::create(b, filled, k);
                return insertInOrder(b, best, outer, dim, iv[0], bound, {item, index}, precedes);
              });
        });
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Insertion sort, which is stable.
struct LowerSort : OpRewritePattern<ir::SortOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto dim = static_cast<int64_t>(op.getDim());
    auto precedes = [&](ImplicitLocOpBuilder &b, Value first, Value second) {
      return op.getDescending() ? isLess(b, second, first) : isLess(b, first, second);
    };
    Values bounds = extents(b, op.getInits().front());
    Value extent = bounds[dim], one = indexConstant(b, 1);
    Values results = loops(
        b, dropAt(bounds, dim), op.getInits(),
        [&](ImplicitLocOpBuilder &b, ValueRange outer, ValueRange lines) {
          return loops(b, extent, lines,
                       [&](ImplicitLocOpBuilder &b, ValueRange iv, ValueRange sorted) {
                         Values place = insertAt(outer, dim, iv[0]), items;
                         for (Value tensor : sorted)
                           items.push_back(tensor::ExtractOp::create(b, tensor, place));
                         Value bound = arith::AddIOp::create(b, iv[0], one);
                         return insertInOrder(b, sorted, outer, dim, iv[0], bound, items, precedes);
                       });
        });
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void populateLowerSortingPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerTopk, LowerSort>(patterns.getContext());
}

} // namespace assay
