#include "compiler/builders/Builders.h"
#include "compiler/builders/PatternPass.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/Func/IR/FuncOps.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/SCF/IR/SCF.h>

#include <cmath>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_SELECTTOPKPASS
#include "compiler/lowering/Passes.h.inc"

namespace {

/// Beyond so many elements a line's best are found sooner by sorting it.
constexpr int64_t mostKept = 32;

/// The least elements of a line for each that is kept.
constexpr int64_t leastShare = 4;

/// The least elements of a line that is worth it.
constexpr int64_t leastExtent = 16;

/// The best elements so far and their places, best first: elements of two tensors along `dim`, from
/// `base` on.
struct Best {
  ValueRange outer; // indices in the other dims
  int64_t dim;
  Value base;
  Value values, places; // tensors
  Value count;          // of elements that there are, at most k

  Value read(ImplicitLocOpBuilder &b, Value tensor, Value at) const {
    return tensor::ExtractOp::create(b, tensor, insertAt(outer, dim, add(b, base, at)));
  }
  Value write(ImplicitLocOpBuilder &b, Value element, Value tensor, Value at) const {
    return tensor::InsertOp::create(b, element, tensor, insertAt(outer, dim, add(b, base, at)));
  }
};

/// An element and its place, read at an index.
using ReadElement =
    llvm::function_ref<std::pair<Value, Value>(ImplicitLocOpBuilder &b, Value index)>;

class Selection {
public:
  Selection(ir::TopkOp op, int64_t k) : k(k), isDescending(!op.getSmallest()) {}

  /// Puts each element of [first, last) that is among the k best in its place. Of equal elements
  /// the one that comes first stays ahead.
  Best select(ImplicitLocOpBuilder &b, Value first, Value last, const Best &none,
              ReadElement read) const {
    Value one = indexConstant(b, 1);
    auto body = [&](ImplicitLocOpBuilder &b, Value index, ValueRange carried) -> Values {
      Best best = none;
      std::tie(best.values, best.places, best.count) =
          std::tuple(carried[0], carried[1], carried[2]);
      auto [element, place] = read(b, index);
      Value isRoom =
          arith::CmpIOp::create(b, arith::CmpIPredicate::slt, best.count, indexConstant(b, k));
      // What is read for nothing is within the tensor.
      Value worst = best.read(b, best.values, indexConstant(b, k - 1));
      Value isTaken = arith::OrIOp::create(b, isRoom, precedes(b, element, worst));
      return branch(
          b, isTaken,
          [&, element = element, place = place](ImplicitLocOpBuilder &b) {
            const Best more = insert(b, best, element, place);
            return Values{more.values, more.places, more.count};
          },
          [&](ImplicitLocOpBuilder &) { return Values(carried); });
    };
    Best best = none;
    Values results = steps(b, first, last, one, {none.values, none.places, none.count}, body);
    std::tie(best.values, best.places, best.count) = std::tuple(results[0], results[1], results[2]);
    return best;
  }

private:
  /// Whether the first of two elements stands before the second.
  Value precedes(ImplicitLocOpBuilder &b, Value first, Value second) const {
    return isDescending ? isLess(b, second, first) : isLess(b, first, second);
  }

  /// From the first element on that the new one precedes, each moves on by one; the last may fall
  /// out.
  Best insert(ImplicitLocOpBuilder &b, const Best &best, Value element, Value place) const {
    Value isMoving = arith::ConstantIntOp::create(b, b.getI1Type(), 0);
    auto step = [&](ImplicitLocOpBuilder &b, Value at, ValueRange carried) -> Values {
      Value here = best.read(b, carried[0], at), placeHere = best.read(b, carried[1], at);
      Value moves = arith::OrIOp::create(b, carried[4], precedes(b, carried[2], here));
      auto either = [&](Value yes, Value no) {
        return arith::SelectOp::create(b, moves, yes, no).getResult();
      };
      return {best.write(b, either(carried[2], here), carried[0], at),
              best.write(b, either(carried[3], placeHere), carried[1], at),
              either(here, carried[2]), either(placeHere, carried[3]), moves};
    };
    Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
    Values moved =
        steps(b, zero, best.count, one, {best.values, best.places, element, place, isMoving}, step);
    Value isRoom =
        arith::CmpIOp::create(b, arith::CmpIPredicate::slt, best.count, indexConstant(b, k));
    Values placed = branch(
        b, isRoom,
        [&](ImplicitLocOpBuilder &b) {
          return Values{best.write(b, moved[2], moved[0], best.count),
                        best.write(b, moved[3], moved[1], best.count), add(b, best.count, one)};
        },
        [&](ImplicitLocOpBuilder &) { return Values{moved[0], moved[1], best.count}; });
    return {best.outer, best.dim, best.base, placed[0], placed[1], placed[2]};
  }

  int64_t k;
  bool isDescending;
};

/// How many elements are selected from at a time: at most about as many as there are candidates
/// then, if the extent is known, and at least k.
int64_t tileOf(int64_t extent, int64_t k) {
  if (ShapedType::isDynamic(extent))
    return static_cast<int64_t>(llvm::PowerOf2Ceil(static_cast<uint64_t>(2 * leastShare * k)));
  return static_cast<int64_t>(
      llvm::bit_floor(static_cast<uint64_t>(std::sqrt(static_cast<double>(extent * k)))));
}

/// The best of each tile of a line, then the best of these.
struct SelectTopk : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    auto dim = static_cast<int64_t>(op.getDim());
    auto input = cast<RankedTensorType>(op.getInput().getType());
    const int64_t k = cast<RankedTensorType>(op.getValuesInit().getType()).getDimSize(dim),
                  extent = input.getDimSize(dim);
    if (ShapedType::isDynamic(k) || k < 1 || k > mostKept ||
        (!ShapedType::isDynamic(extent) && (extent < leastExtent || extent < leastShare * k)))
      return failure();
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    const Selection selection(op, k);
    Type placeType = elementType(op.getIndicesInit());
    Values bounds = extents(b, op.getInput());
    Value zero = indexConstant(b, 0), count = bounds[dim];
    const int64_t tile = tileOf(extent, k);
    Value tiles = arith::CeilDivSIOp::create(b, count, indexConstant(b, tile));
    Value room = b.createOrFold<arith::MulIOp>(tiles, indexConstant(b, k));
    Values carried{op.getValuesInit(), op.getIndicesInit()};
    for (Type type : {input.getElementType(), placeType})
      carried.push_back(bufferization::AllocTensorOp::create(
          b, RankedTensorType::get({ShapedType::kDynamic}, type), ValueRange(room)));
    auto line = [&](ImplicitLocOpBuilder &b, ValueRange outer, ValueRange carried) -> Values {
      auto ofInput = [&](ImplicitLocOpBuilder &b, Value index) -> std::pair<Value, Value> {
        return {tensor::ExtractOp::create(b, op.getInput(), insertAt(outer, dim, index)),
                arith::IndexCastOp::create(b, placeType, index)};
      };
      const Best none{outer, dim, zero, carried[0], carried[1], zero};
      Value size = indexConstant(b, tile), kept = indexConstant(b, k);
      // Of each tile its best, behind those of the tiles before it: places ascend among equals.
      Values candidates =
          steps(b, zero, count, size, {carried[2], carried[3], zero},
                [&](ImplicitLocOpBuilder &b, Value first, ValueRange found) -> Values {
                  Value last = arith::MinSIOp::create(b, add(b, first, size), count);
                  Value base = multiply(b, arith::DivSIOp::create(b, first, size), kept);
                  const Best best = selection.select(
                      b, first, last, {ValueRange(), 0, base, found[0], found[1], zero}, ofInput);
                  return {best.values, best.places, add(b, base, best.count)};
                });
      auto ofCandidates = [&](ImplicitLocOpBuilder &b, Value index) -> std::pair<Value, Value> {
        return {tensor::ExtractOp::create(b, candidates[0], index),
                tensor::ExtractOp::create(b, candidates[1], index)};
      };
      const Best best = selection.select(b, zero, candidates[2], none, ofCandidates);
      return {best.values, best.places, candidates[0], candidates[1]};
    };
    Values results = loops(b, dropAt(bounds, dim), carried, line);
    results.resize(2);
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// Neighbours of a line lie side by side, and a wave takes them together.
struct UseWave : OpRewritePattern<ir::TopkOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    const int64_t last = cast<RankedTensorType>(op.getInput().getType()).getRank() - 1,
                  k = cast<RankedTensorType>(op.getValuesInit().getType()).getShape().back();
    if (static_cast<int64_t>(op.getDim()) != last || ShapedType::isDynamic(k) || k < 1 ||
        k > ir::WaveTopkOp::mostTaken || !isa<func::FuncOp>(op->getParentOp()))
      return failure();
    rewriter.replaceOpWithNewOp<ir::WaveTopkOp>(op, op.getResultTypes(), op.getInput(),
                                                op.getValuesInit(), op.getIndicesInit(),
                                                op.getSmallest());
    return success();
  }
};

struct SelectTopkPass : PatternPass<SelectTopkPass, impl::SelectTopkPassBase<SelectTopkPass>> {
  using PatternPass::PatternPass;
  void populate(RewritePatternSet &set) const {
    if (usesWaves)
      set.add<UseWave>(set.getContext(), /*benefit=*/2);
    set.add<SelectTopk>(set.getContext());
  }
};

} // namespace

} // namespace assay
