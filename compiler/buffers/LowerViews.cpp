#include "compiler/buffers/Passes.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Utils/StaticValueUtils.h>

#include <llvm/ADT/TypeSwitch.h>

using namespace mlir;

namespace assay {

#define GEN_PASS_DEF_LOWERVIEWSPASS
#include "compiler/buffers/Passes.h.inc"

namespace {

/// A strided view as index arithmetic sees it.
struct View {
  Value base;
  OpFoldResult offset;
  SmallVector<OpFoldResult> sizes, strides;
};

/// Index arithmetic that folds constants.
class IndexMath {
public:
  IndexMath(OpBuilder &builder, Location location) : builder(builder), location(location) {}

  OpFoldResult add(OpFoldResult a, OpFoldResult b) {
    auto x = getConstantIntValue(a), y = getConstantIntValue(b);
    if (x && y)
      return builder.getIndexAttr(*x + *y);
    if (x == 0 || y == 0)
      return x == 0 ? b : a;
    return arith::AddIOp::create(builder, location, value(a), value(b)).getResult();
  }
  OpFoldResult multiply(OpFoldResult a, OpFoldResult b) {
    auto x = getConstantIntValue(a), y = getConstantIntValue(b);
    if (x && y)
      return builder.getIndexAttr(*x * *y);
    if (x == 1 || y == 1)
      return x == 1 ? b : a;
    return arith::MulIOp::create(builder, location, value(a), value(b)).getResult();
  }

private:
  Value value(OpFoldResult a) { return getValueOrCreateConstantIndexOp(builder, location, a); }

  OpBuilder &builder;
  Location location;
};

/// What is static in the memref's type as attributes, the rest from the memref's descriptor.
View viewOf(OpBuilder &builder, Location location, Value memref) {
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, location, memref);
  return {metadata.getBaseBuffer(), metadata.getConstifiedMixedOffset(),
          metadata.getConstifiedMixedSizes(), metadata.getConstifiedMixedStrides()};
}

/// Replaces `op` by a cast of the view to the op's type. What the type knows is taken from there.
void replaceByView(OpBuilder &builder, Operation *op, View view) {
  auto type = cast<MemRefType>(op->getResult(0).getType());
  auto [strides, offset] = type.getStridesAndOffset();
  auto known = [&](OpFoldResult &part, int64_t inType) {
    if (!ShapedType::isDynamic(inType))
      part = builder.getIndexAttr(inType);
    else if (auto constant = getConstantIntValue(part))
      part = arith::ConstantIndexOp::create(builder, op->getLoc(), *constant).getResult();
  };
  known(view.offset, offset);
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    known(view.sizes[i], extent);
    known(view.strides[i], strides[i]);
  }
  auto result = memref::ReinterpretCastOp::create(builder, op->getLoc(), type, view.base,
                                                  view.offset, view.sizes, view.strides);
  op->replaceAllUsesWith(result);
  op->erase();
}

/// Whether dim `from` of the unreduced view may be dim `to` of the result type.
bool agrees(const View &view, size_t from, MemRefType type, size_t to) {
  auto same = [](OpFoldResult part, int64_t inType) {
    auto constant = getConstantIntValue(part);
    return ShapedType::isDynamic(inType) || !constant || *constant == inType;
  };
  auto [strides, offset] = type.getStridesAndOffset();
  // A size is known where the type says so and only there.
  if (isa<Value>(view.sizes[from]) != type.isDynamicDim(static_cast<unsigned>(to)))
    return false;
  // A dim of one element is never stepped along.
  return same(view.sizes[from], type.getDimSize(to)) &&
         (type.getDimSize(to) == 1 || same(view.strides[from], strides[to]));
}

/// Selects which dims of the unreduced view are those of the result type, in their order: appends
/// them to `kept`, from dim `from` of the view and `to` of the type on. All others have one
/// element. False, with `kept` as it was, if there are no such. Of several selections it takes the
/// one that keeps the foremost dims: which of two dims of one element is dropped makes no
/// difference.
bool selectKept(const View &view, size_t from, MemRefType type, size_t to,
                SmallVector<size_t> &kept) {
  const size_t rank = static_cast<size_t>(type.getRank());
  if (from == view.sizes.size())
    return to == rank;
  if (to < rank && agrees(view, from, type, to)) {
    kept.push_back(from);
    if (selectKept(view, from + 1, type, to + 1, kept))
      return true;
    kept.pop_back();
  }
  return getConstantIntValue(view.sizes[from]) == 1 && selectKept(view, from + 1, type, to, kept);
}

LogicalResult lower(memref::SubViewOp op) {
  OpBuilder builder(op);
  IndexMath math(builder, op.getLoc());
  View view = viewOf(builder, op.getLoc(), op.getSource());
  SmallVector<OpFoldResult> offsets = op.getMixedOffsets(), steps = op.getMixedStrides();
  view.sizes = op.getMixedSizes();
  for (size_t i = 0; i < offsets.size(); ++i) {
    view.offset = math.add(view.offset, math.multiply(offsets[i], view.strides[i]));
    view.strides[i] = math.multiply(view.strides[i], steps[i]);
  }
  SmallVector<size_t> kept;
  if (!selectKept(view, 0, op.getType(), 0, kept))
    return op.emitOpError("has a type whose dropped dims cannot be told");
  View reduced{view.base, view.offset, {}, {}};
  for (size_t dim : kept) {
    reduced.sizes.push_back(view.sizes[dim]);
    reduced.strides.push_back(view.strides[dim]);
  }
  replaceByView(builder, op, std::move(reduced));
  return success();
}

LogicalResult lower(memref::ExpandShapeOp op) {
  OpBuilder builder(op);
  IndexMath math(builder, op.getLoc());
  View source = viewOf(builder, op.getLoc(), op.getSrc());
  View view{source.base, source.offset,
            getMixedValues(op.getStaticOutputShape(), op.getOutputShape(), builder),
            SmallVector<OpFoldResult>(op.getStaticOutputShape().size(), builder.getIndexAttr(1))};
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    OpFoldResult stride = source.strides[i];
    for (int64_t dim : llvm::reverse(group)) {
      view.strides[dim] = stride;
      stride = math.multiply(stride, view.sizes[dim]);
    }
  }
  replaceByView(builder, op, std::move(view));
  return success();
}

LogicalResult lower(memref::CollapseShapeOp op) {
  OpBuilder builder(op);
  IndexMath math(builder, op.getLoc());
  View source = viewOf(builder, op.getLoc(), op.getSrc());
  View view{source.base, source.offset, {}, {}};
  for (const ReassociationIndices &group : op.getReassociationIndices()) {
    OpFoldResult size = builder.getIndexAttr(1);
    // The innermost dim that is stepped along; of unit dims the last.
    OpFoldResult stride = source.strides[group.back()];
    for (int64_t dim : group) {
      size = math.multiply(size, source.sizes[dim]);
      if (getConstantIntValue(source.sizes[dim]) != 1)
        stride = source.strides[dim];
    }
    view.sizes.push_back(size);
    view.strides.push_back(stride);
  }
  replaceByView(builder, op, std::move(view));
  return success();
}

/// The value at `place` of a memref of rank 1, if that can be told: it is a constant, or only
/// reshaped by, loaded from, and stored to once at each place, before `user` and in its block.
Value knownAt(Value memref, int64_t place, Operation *user) {
  if (auto named = memref.getDefiningOp<memref::GetGlobalOp>()) {
    auto global = SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(user, named.getNameAttr());
    auto elements = dyn_cast_or_null<DenseIntElementsAttr>(global.getInitialValueAttr());
    if (!global.getConstant() || !elements)
      return {};
    OpBuilder builder(user);
    return arith::ConstantIndexOp::create(builder, user->getLoc(),
                                          elements.getValues<APInt>()[place].getSExtValue());
  }
  Value stored;
  if (!memref.getDefiningOp<memref::AllocOp>())
    return {};
  for (Operation *other : memref.getUsers()) {
    auto store = dyn_cast<memref::StoreOp>(other);
    if (isa<memref::ReshapeOp, memref::LoadOp>(other))
      continue;
    if (!store || store.getMemRef() != memref || store->getBlock() != user->getBlock() ||
        !store->isBeforeInBlock(user))
      return {};
    auto at = getConstantIntValue(store.getIndices().front());
    if (!at || (*at == place && stored))
      return {};
    if (*at == place)
      stored = store.getValueToStore();
  }
  return stored;
}

/// Whether a reshape may take its extents from the memref.
bool mayHoldShape(Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  return type.getElementType().isIndex() && type.getRank() == 1;
}

/// Puts the values of a memref of extents in the place of loads: a host that only launches kernels
/// cannot load.
void forwardExtents(Value shape) {
  for (Operation *user : llvm::make_early_inc_range(shape.getUsers())) {
    auto load = dyn_cast<memref::LoadOp>(user);
    auto place = load ? getConstantIntValue(load.getIndices().front()) : std::nullopt;
    if (Value known = place ? knownAt(shape, *place, load) : Value()) {
      load.replaceAllUsesWith(known);
      load.erase();
    }
  }
}

/// Erases memory that is only written to.
void eraseIfUnread(Value memref) {
  if (!memref.getDefiningOp<memref::AllocOp>() ||
      !llvm::all_of(memref.getUsers(), [](Operation *op) { return isa<memref::StoreOp>(op); }))
    return;
  for (Operation *store : llvm::make_early_inc_range(memref.getUsers()))
    store->erase();
  memref.getDefiningOp()->erase();
}

/// The source has the identity layout; the extents that the type does not tell lie in a buffer.
LogicalResult lower(memref::ReshapeOp op) {
  auto type = dyn_cast<MemRefType>(op.getType());
  if (!type)
    return op.emitOpError("has no rank");
  OpBuilder builder(op);
  IndexMath math(builder, op.getLoc());
  View source = viewOf(builder, op.getLoc(), op.getSource());
  View view{source.base, source.offset, {}, {}};
  for (auto [i, extent] : llvm::enumerate(type.getShape())) {
    if (!ShapedType::isDynamic(extent)) {
      view.sizes.push_back(builder.getIndexAttr(extent));
      continue;
    }
    Value size = knownAt(op.getShape(), static_cast<int64_t>(i), op);
    if (!size) {
      Value dim = arith::ConstantIndexOp::create(builder, op.getLoc(), static_cast<int64_t>(i));
      size = memref::LoadOp::create(builder, op.getLoc(), op.getShape(), dim);
    }
    view.sizes.push_back(
        getValueOrCreateCastToIndexLike(builder, op.getLoc(), builder.getIndexType(), size));
  }
  OpFoldResult stride = builder.getIndexAttr(1);
  for (OpFoldResult size : llvm::reverse(view.sizes)) {
    view.strides.insert(view.strides.begin(), stride);
    stride = math.multiply(stride, size);
  }
  replaceByView(builder, op, std::move(view));
  return success();
}

struct LowerViewsPass : impl::LowerViewsPassBase<LowerViewsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> views;
    SmallVector<Value> shapes;
    getOperation()->walk([&](Operation *op) {
      if (isa<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp, memref::ReshapeOp>(
              op))
        views.push_back(op);
      else if (isa<memref::AllocOp, memref::GetGlobalOp>(op) && mayHoldShape(op->getResult(0)))
        shapes.push_back(op->getResult(0));
    });
    for (Value shape : shapes)
      forwardExtents(shape);
    for (Operation *op : views) {
      LogicalResult lowered =
          TypeSwitch<Operation *, LogicalResult>(op)
              .Case<memref::SubViewOp, memref::ExpandShapeOp, memref::CollapseShapeOp,
                    memref::ReshapeOp>([](auto view) { return lower(view); })
              .Default(failure());
      if (failed(lowered))
        return signalPassFailure();
    }
    for (Value shape : shapes)
      eraseIfUnread(shape);
  }
};

} // namespace

} // namespace assay
