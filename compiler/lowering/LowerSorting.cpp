#include "compiler/builders/Builders.h"
#include "compiler/dialect/Assay.h"
#include "compiler/lowering/Passes.h"

#include <mlir/Dialect/Bufferization/IR/Bufferization.h>
#include <mlir/Dialect/GPU/IR/GPUDialect.h>
#include <mlir/Dialect/Math/IR/Math.h>

using namespace mlir;

namespace assay {
namespace {

/// A tensor of the shape of another one, with nothing in it. Not a tensor.empty: of two of one
/// type, CSE would make one, and one-shot-bufferize one buffer for two values that a loop carries.
Value allocatedLike(ImplicitLocOpBuilder &b, Value tensor, Type element) {
  auto type = cast<RankedTensorType>(tensor.getType()).clone(element);
  Values dynamic;
  for (auto [i, extent] : llvm::enumerate(extents(b, tensor)))
    if (type.isDynamicDim(static_cast<unsigned>(i)))
      dynamic.push_back(extent);
  return bufferization::AllocTensorOp::create(b, type, dynamic);
}

/// The elements along `dim` of a tensor, with the indices `outer` in the other dims.
struct Line {
  ValueRange outer;
  int64_t dim;
  Value extent;

  Value read(ImplicitLocOpBuilder &b, Value tensor, Value index) const {
    return tensor::ExtractOp::create(b, tensor, insertAt(outer, dim, index));
  }
  Value write(ImplicitLocOpBuilder &b, Value element, Value tensor, Value index) const {
    return tensor::InsertOp::create(b, element, tensor, insertAt(outer, dim, index));
  }
};

/// What lines are sorted by: by the elements of the first tensor, or, if there are `keys`, by the
/// element of these at the place that the first tensor holds.
struct Order {
  bool descending;
  Value keys;

  Value key(ImplicitLocOpBuilder &b, const Line &line, Value first, Value index) const {
    Value element = line.read(b, first, index);
    return keys ? line.read(b, keys, toIndex(b, element)) : element;
  }
  /// Whether the first of two keys stands before the second.
  Value precedes(ImplicitLocOpBuilder &b, Value first, Value second) const {
    return descending ? isLess(b, second, first) : isLess(b, first, second);
  }
};

/// A line of `from` is made of runs of `width` elements that are in order. Writes the same line of
/// `to`, of runs that are made of two of these. Of equal elements, those of the first run come
/// first.
Values mergeRuns(ImplicitLocOpBuilder &b, ValueRange from, ValueRange to, const Line &line,
                 Value width, const Order &order) {
  using Predicate = arith::CmpIPredicate;
  const size_t count = from.size();
  Value one = indexConstant(b, 1);
  auto merge = [&](ImplicitLocOpBuilder &b, Value start, ValueRange to) {
    Value middle = arith::MinSIOp::create(b, add(b, start, width), line.extent);
    Value end = arith::MinSIOp::create(b, add(b, middle, width), line.extent);
    Value last = arith::SubIOp::create(b, end, one);
    Values carried(to);
    carried.append({start, middle}); // what comes next of the first run and of the second
    auto take = [&](ImplicitLocOpBuilder &b, Value place, ValueRange carried) {
      Value first = carried[count], second = carried[count + 1];
      Value isFirstOver = arith::CmpIOp::create(b, Predicate::eq, first, middle);
      Value isSecondLeft = arith::CmpIOp::create(b, Predicate::slt, second, end);
      // What is compared for nothing, because a run is over, must not lie behind the line.
      Value readable = arith::MinSIOp::create(b, second, last);
      Value keyOfSecond = order.key(b, line, from[0], readable);
      Value isBefore = order.precedes(b, keyOfSecond, order.key(b, line, from[0], first));
      Value isSecond =
          arith::AndIOp::create(b, isSecondLeft, arith::OrIOp::create(b, isFirstOver, isBefore));
      Value chosen = arith::SelectOp::create(b, isSecond, second, first);
      Values next;
      for (size_t i = 0; i < count; ++i)
        next.push_back(line.write(b, line.read(b, from[i], chosen), carried[i], place));
      next.push_back(arith::SelectOp::create(b, isSecond, first, add(b, first, one)));
      next.push_back(arith::SelectOp::create(b, isSecond, add(b, second, one), second));
      return next;
    };
    Values merged = steps(b, start, end, one, carried, take);
    merged.resize(count);
    return merged;
  };
  return steps(b, indexConstant(b, 0), line.extent, add(b, width, width), to, merge);
}

/// How often runs of one element must be merged for one of `extent`: its logarithm, rounded up.
Value mergingLevels(ImplicitLocOpBuilder &b, Value extent) {
  Type type = b.getI64Type();
  auto constant = [&](int64_t value) { return arith::ConstantIntOp::create(b, type, value); };
  Value number = arith::IndexCastOp::create(b, type, extent);
  Value last =
      arith::SubIOp::create(b, arith::MaxSIOp::create(b, number, constant(1)), constant(1));
  Value zeros = math::CountLeadingZerosOp::create(b, last);
  return toIndex(b, arith::SubIOp::create(b, constant(64), zeros));
}

/// A line of each of `both`, of which the first half is sorted by a bottom-up merge sort, which is
/// stable; the second half is what it merges into.
Values sortLine(ImplicitLocOpBuilder &b, ValueRange both, const Line &line, const Order &order) {
  const size_t count = both.size() / 2;
  Value one = indexConstant(b, 1);
  auto level = [&](ImplicitLocOpBuilder &b, Value level, ValueRange both) {
    ValueRange here = both.take_front(count), there = both.drop_front(count);
    Value width = arith::ShLIOp::create(b, one, level);
    Values merged = mergeRuns(b, here, there, line, width, order);
    // Copied back, so that no tensor takes another one's place in the next iteration.
    auto copy = [&](ImplicitLocOpBuilder &b, Value index, ValueRange here) {
      Values copied;
      for (auto [from, to] : llvm::zip(merged, here))
        copied.push_back(line.write(b, line.read(b, from, index), to, index));
      return copied;
    };
    Values back = steps(b, indexConstant(b, 0), line.extent, one, here, copy);
    back.append(merged);
    return back;
  };
  return steps(b, indexConstant(b, 0), mergingLevels(b, line.extent), one, both, level);
}

/// The tensors, sorted along `dim`.
/// The memory to merge into is as large as the tensors, and not as one line of them, so that lines
/// can be sorted in parallel.
Values sorted(ImplicitLocOpBuilder &b, ValueRange tensors, int64_t dim, const Order &order) {
  const size_t count = tensors.size();
  Values bounds = extents(b, tensors.front()), both(tensors);
  for (Value tensor : tensors)
    both.push_back(allocatedLike(b, tensor, elementType(tensor)));
  Values results = loops(b, dropAt(bounds, dim), both,
                         [&](ImplicitLocOpBuilder &b, ValueRange outer, ValueRange both) {
                           return sortLine(b, both, {outer, dim, bounds[dim]}, order);
                         });
  results.resize(count);
  return results;
}

/// What one line is sorted in, if that is the work-item's own: nothing of it is left but the
/// results that are read.
struct PrivateLines {
  SmallVector<Type> types; // of what is sorted, the key first
  int64_t extent;          // of a line
  int64_t dim;

  /// Whether there is something to sort, so much memory, and work-items for several lines. What
  /// LLVM keeps in registers is searched through for each element, which takes it minutes for many.
  bool fit(Value tensor, int64_t bytes) const {
    constexpr int64_t mostRegisterBytes = 128, mostInRegisters = 32;
    int64_t needed = 0;
    for (Type type : types) {
      if (!type.isIntOrFloat())
        return false;
      const int64_t each = llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
      if (extent > mostInRegisters && extent * each <= mostRegisterBytes)
        return false;
      needed += each;
    }
    return cast<RankedTensorType>(tensor.getType()).getRank() > 1 &&
           !ShapedType::isDynamic(extent) && extent > 0 && 2 * extent * needed <= bytes;
  }

  /// Makes what is sorted of the line `outer` at a place. `carried` are the destinations that
  /// somebody reads, as they are before the line is written.
  using Read = llvm::function_ref<Values(ImplicitLocOpBuilder &b, ValueRange outer, Value index,
                                         ValueRange carried)>;

  /// The destinations that somebody reads, with the first elements of each sorted line.
  Values sorted(ImplicitLocOpBuilder &b, ValueRange bounds, ValueRange destinations,
                ArrayRef<bool> areRead, Value taken, const Order &order, Read read) const {
    Values carried;
    for (auto [destination, isRead] : llvm::zip_equal(destinations, areRead))
      if (isRead)
        carried.push_back(destination);
    Values filled =
        loops(b, dropAt(bounds, dim), carried,
              [&](ImplicitLocOpBuilder &b, ValueRange outer, ValueRange carried) -> Values {
                const Line own{{}, 0, indexConstant(b, extent)}, line{outer, dim, own.extent};
                Value zero = indexConstant(b, 0), one = indexConstant(b, 1);
                Values both = allocated(b);
                Values here =
                    steps(b, zero, own.extent, one, ArrayRef(both).take_front(types.size()),
                          [&](ImplicitLocOpBuilder &b, Value index, ValueRange here) {
                            Values next;
                            for (auto [element, to] :
                                 llvm::zip_equal(read(b, outer, index, carried), here))
                              next.push_back(own.write(b, element, to, index));
                            return next;
                          });
                llvm::copy(here, both.begin());
                const Values inOrder = sortLine(b, both, own, order);
                return steps(b, zero, taken, one, carried,
                             [&](ImplicitLocOpBuilder &b, Value index, ValueRange carried) {
                               Values next;
                               for (size_t i = 0; i < types.size(); ++i)
                                 if (areRead[i])
                                   next.push_back(line.write(b, own.read(b, inOrder[i], index),
                                                             carried[next.size()], index));
                               return next;
                             });
              });
    Values results(destinations);
    auto next = filled.begin();
    for (auto [result, isRead] : llvm::zip_equal(results, areRead))
      if (isRead)
        result = *next++;
    return results;
  }

private:
  /// Memory for the line, and for what it is merged into.
  Values allocated(ImplicitLocOpBuilder &b) const {
    auto space = gpu::AddressSpaceAttr::get(b.getContext(), gpu::AddressSpace::Private);
    Values tensors;
    for (size_t i = 0; i < 2 * types.size(); ++i)
      tensors.push_back(bufferization::AllocTensorOp::create(
          b, RankedTensorType::get({extent}, types[i % types.size()]), ValueRange(),
          /*copy=*/Value(), /*size_hint=*/Value(), space));
    return tensors;
  }
};

SmallVector<bool> areRead(Operation *op) {
  return llvm::map_to_vector(op->getResults(),
                             [](Value result) -> bool { return !result.use_empty(); });
}

/// Lowers ops some of whose lines are sorted in private memory of at most so many bytes.
template <class Op> struct LowerLines : OpRewritePattern<Op> {
  LowerLines(MLIRContext *context, int64_t privateBytes)
      : OpRewritePattern<Op>(context), privateBytes(privateBytes) {}

  int64_t privateBytes;
};

struct LowerSort : LowerLines<ir::SortOp> {
  using LowerLines::LowerLines;

  LogicalResult matchAndRewrite(ir::SortOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto dim = static_cast<int64_t>(op.getDim());
    const Order order{op.getDescending(), {}};
    Value key = op.getInits().front();
    const PrivateLines lines{llvm::map_to_vector(op.getInits(), elementType),
                             cast<RankedTensorType>(key.getType()).getDimSize(dim), dim};
    if (!lines.fit(key, privateBytes)) {
      rewriter.replaceOp(op, sorted(b, op.getInits(), dim, order));
      return success();
    }
    const Values bounds = extents(b, key);
    const SmallVector<bool> read = areRead(op);
    const auto readLine = [&](ImplicitLocOpBuilder &b, ValueRange outer, Value index,
                              ValueRange carried) {
      Values elements;
      auto next = carried.begin();
      for (auto [init, isRead] : llvm::zip_equal(op.getInits(), read))
        elements.push_back(Line{outer, dim, bounds[dim]}.read(b, isRead ? *next++ : init, index));
      return elements;
    };
    rewriter.replaceOp(op,
                       lines.sorted(b, bounds, op.getInits(), read, bounds[dim], order, readLine));
    return success();
  }
};

/// The place along `dim` of each element of `tensor`, as integers of a type.
Value placesIn(ImplicitLocOpBuilder &b, Value tensor, int64_t dim, Type type) {
  return forEachElement(b, allocatedLike(b, tensor, type),
                        [&](ImplicitLocOpBuilder &b, ValueRange place) -> Value {
                          return arith::IndexCastOp::create(b, type, place[dim]);
                        });
}

/// The elements and their places, sorted together, of which the first k are taken.
struct LowerTopk : LowerLines<ir::TopkOp> {
  using LowerLines::LowerLines;

  LogicalResult matchAndRewrite(ir::TopkOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto dim = static_cast<int64_t>(op.getDim());
    const Order order{!op.getSmallest(), {}};
    Type placeType = elementType(op.getIndicesInit());
    const PrivateLines lines{{elementType(op.getInput()), placeType},
                             cast<RankedTensorType>(op.getInput().getType()).getDimSize(dim),
                             dim};
    if (lines.fit(op.getInput(), privateBytes)) {
      const auto readLine = [&](ImplicitLocOpBuilder &b, ValueRange outer, Value index,
                                ValueRange) -> Values {
        return {tensor::ExtractOp::create(b, op.getInput(), insertAt(outer, dim, index)),
                arith::IndexCastOp::create(b, placeType, index)};
      };
      rewriter.replaceOp(op, lines.sorted(b, extents(b, op.getInput()), Values(op.getDpsInits()),
                                          areRead(op), extents(b, op.getValuesInit())[dim], order,
                                          readLine));
      return success();
    }
    Value places = placesIn(b, op.getInput(), dim, placeType);
    Values all = sorted(b, {op.getInput(), places}, dim, order), results;
    for (auto [init, whole] : llvm::zip_equal(op.getDpsInits(), all))
      results.push_back(
          forEachElement(b, init, [&](ImplicitLocOpBuilder &b, ValueRange place) -> Value {
            return tensor::ExtractOp::create(b, whole, place);
          }));
    rewriter.replaceOp(op, results);
    return success();
  }
};

/// The places alone are sorted, and the elements only read. A place that wraps would read another
/// element, so they wrap at last.
struct LowerSortIndices : OpRewritePattern<ir::SortIndicesOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ir::SortIndicesOp op, PatternRewriter &rewriter) const override {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    auto dim = static_cast<int64_t>(op.getDim());
    Type type = elementType(op.getInit());
    Value places = placesIn(b, op.getInput(), dim, b.getI64Type());
    Value all = sorted(b, places, dim, {op.getDescending(), op.getInput()}).front();
    rewriter.replaceOp(
        op, forEachElement(b, op.getInit(), [&](ImplicitLocOpBuilder &b, ValueRange at) -> Value {
          Value place = tensor::ExtractOp::create(b, all, at);
          return type == place.getType() ? place : arith::TruncIOp::create(b, type, place);
        }));
    return success();
  }
};

} // namespace

void populateLowerSortingPatterns(RewritePatternSet &patterns, int64_t privateBytes) {
  patterns.add<LowerTopk, LowerSort>(patterns.getContext(), privateBytes);
  patterns.add<LowerSortIndices>(patterns.getContext());
}

} // namespace assay
