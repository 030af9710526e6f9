#include "compiler/dialect/Assay.h"

using namespace mlir;

namespace assay::ir {

/// The type of a tensor, or of memory.
static ShapedType ranked(Value value) { return cast<ShapedType>(value.getType()); }
static Type element(Value value) { return ranked(value).getElementType(); }

static bool mayBeEqual(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b;
}

static LogicalResult verifyDim(Operation *op, int64_t dim, int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return op->emitOpError("dim ") << dim << " is out of range for rank " << rank;
}

/// `value`, called `what`, has the shape `dims` as far as is known.
static LogicalResult verifyShape(Operation *op, StringRef what, Value value,
                                 ArrayRef<int64_t> dims) {
  ArrayRef<int64_t> shape = ranked(value).getShape();
  if (shape.size() != dims.size())
    return op->emitOpError() << what << " must have rank " << dims.size() << ", not "
                             << shape.size();
  for (auto [i, pair] : llvm::enumerate(llvm::zip(shape, dims)))
    if (!mayBeEqual(std::get<0>(pair), std::get<1>(pair)))
      return op->emitOpError() << "dim " << i << " of " << what << " must be " << std::get<1>(pair)
                               << ", not " << std::get<0>(pair);
  return success();
}

static LogicalResult verifyElement(Operation *op, StringRef what, Value value, Type expected) {
  if (element(value) == expected)
    return success();
  return op->emitOpError() << what << " must have element type " << expected << ", not "
                           << element(value);
}

static SmallVector<int64_t> shapeWith(Value value, int64_t dim, int64_t extent) {
  SmallVector<int64_t> shape(ranked(value).getShape());
  shape[dim] = extent;
  return shape;
}

/// `taken`, called `what`, has the shape of `whole` but along `dim`, where it may have fewer
/// elements.
static LogicalResult verifyTaken(Operation *op, StringRef what, Value taken, Value whole,
                                 int64_t dim) {
  if (failed(verifyShape(op, what, taken, shapeWith(whole, dim, ShapedType::kDynamic))))
    return failure();
  int64_t extent = ranked(whole).getDimSize(dim), k = ranked(taken).getDimSize(dim);
  if (!ShapedType::isDynamic(extent) && !ShapedType::isDynamic(k) && k > extent)
    return op->emitOpError("k is ")
           << k << ", more than the " << extent << " elements along dim " << dim;
  return success();
}

LogicalResult TopkOp::verify() {
  auto dim = static_cast<int64_t>(getDim());
  if (failed(verifyDim(*this, dim, ranked(getInput()).getRank())))
    return failure();
  if (failed(verifyElement(*this, "the values' destination", getValuesInit(), element(getInput()))))
    return failure();
  if (failed(verifyShape(*this, "the indices' destination", getIndicesInit(),
                         ranked(getValuesInit()).getShape())))
    return failure();
  return verifyTaken(*this, "the values' destination", getValuesInit(), getInput(), dim);
}

LogicalResult WaveTopkOp::verify() {
  const int64_t rank = ranked(getInput()).getRank();
  if (rank == 0)
    return emitOpError("needs lines");
  if (failed(verifyElement(*this, "the values' destination", getValuesInit(), element(getInput()))))
    return failure();
  if (failed(verifyTaken(*this, "the values' destination", getValuesInit(), getInput(), rank - 1)))
    return failure();
  if (failed(verifyShape(*this, "the indices' destination", getIndicesInit(),
                         ranked(getValuesInit()).getShape())))
    return failure();
  const int64_t taken = ranked(getValuesInit()).getShape().back();
  if (ShapedType::isDynamic(taken) || taken < 1 || taken > mostTaken)
    return emitOpError("takes 1 to ") << mostTaken << " elements of a line";
  return success();
}

static LogicalResult verifyIsOrdered(Operation *op, Type type) {
  if (type.isFloat() || (type.isInteger() && !type.isInteger(1)))
    return success();
  return op->emitOpError("elements of type ") << type << " have no order";
}

LogicalResult SortOp::verify() {
  if (getInits().empty())
    return emitOpError("needs a key to sort by");
  Value key = getInits().front();
  if (failed(verifyDim(*this, getDim(), ranked(key).getRank())))
    return failure();
  if (failed(verifyIsOrdered(*this, element(key))))
    return failure();
  for (Value init : getInits().drop_front())
    if (failed(verifyShape(*this, "a destination", init, ranked(key).getShape())))
      return failure();
  return success();
}

LogicalResult SortIndicesOp::verify() {
  auto dim = static_cast<int64_t>(getDim());
  if (failed(verifyDim(*this, dim, ranked(getInput()).getRank())) ||
      failed(verifyIsOrdered(*this, element(getInput()))))
    return failure();
  return verifyTaken(*this, "the destination", getInit(), getInput(), dim);
}

static LogicalResult verifyCombine(Operation *op, CombineKind combine, Type type) {
  bool isNumber = type.isFloat() || (type.isInteger() && !type.isInteger(1));
  if (combine == CombineKind::Overwrite || isNumber)
    return success();
  return op->emitOpError("elements of type ") << type << " can only be overwritten";
}

/// Indices into `from` along `dim` are of its rank, and no larger but at `dim`.
static LogicalResult verifyAlongDim(Operation *op, Value from, Value indices, int64_t dim) {
  int64_t rank = ranked(from).getRank();
  if (failed(verifyDim(op, dim, rank)))
    return failure();
  if (ranked(indices).getRank() != rank)
    return op->emitOpError("indices must have rank ")
           << rank << ", not " << ranked(indices).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t outer = ranked(from).getDimSize(i), inner = ranked(indices).getDimSize(i);
    bool known = !ShapedType::isDynamic(outer) && !ShapedType::isDynamic(inner);
    if (i != dim && known && inner > outer)
      return op->emitOpError("dim ")
             << i << " of indices is " << inner << ", larger than " << outer;
  }
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyAlongDim(*this, getInit(), getIndices(), getDim())) ||
      failed(verifyElement(*this, "updates", getUpdates(), element(getInit()))) ||
      failed(verifyShape(*this, "updates", getUpdates(), ranked(getIndices()).getShape())))
    return failure();
  return verifyCombine(*this, getCombine(), element(getInit()));
}

/// The shape [B..., S...] of what indices [B..., depth] name in `from`.
static FailureOr<SmallVector<int64_t>> windowedShape(Operation *op, Value from, Value indices) {
  ArrayRef<int64_t> shape = ranked(indices).getShape(), source = ranked(from).getShape();
  if (shape.empty() || ShapedType::isDynamic(shape.back()))
    return op->emitOpError("the last dim of indices must be static"), failure();
  auto depth = static_cast<size_t>(shape.back());
  if (depth < 1 || depth > source.size())
    return op->emitOpError("index vectors of ")
               << depth << " elements do not fit rank " << source.size(),
           failure();
  SmallVector<int64_t> result(shape.drop_back());
  llvm::append_range(result, source.drop_front(depth));
  return result;
}

LogicalResult ScatterNdOp::verify() {
  FailureOr<SmallVector<int64_t>> shape = windowedShape(*this, getInit(), getIndices());
  if (failed(shape) || failed(verifyShape(*this, "updates", getUpdates(), *shape)) ||
      failed(verifyElement(*this, "updates", getUpdates(), element(getInit()))))
    return failure();
  return verifyCombine(*this, getCombine(), element(getInit()));
}

LogicalResult GatherOp::verify() {
  if (failed(verifyAlongDim(*this, getInput(), getIndices(), getDim())) ||
      failed(verifyShape(*this, "the destination", getInit(), ranked(getIndices()).getShape())))
    return failure();
  return verifyElement(*this, "the destination", getInit(), element(getInput()));
}

LogicalResult GatherNdOp::verify() {
  FailureOr<SmallVector<int64_t>> shape = windowedShape(*this, getInput(), getIndices());
  if (failed(shape) || failed(verifyShape(*this, "the destination", getInit(), *shape)))
    return failure();
  return verifyElement(*this, "the destination", getInit(), element(getInput()));
}

LogicalResult OneHotOp::verify() {
  int64_t rank = ranked(getIndices()).getRank() + 1;
  if (failed(verifyDim(*this, getDim(), rank)))
    return failure();
  SmallVector<int64_t> shape(ranked(getIndices()).getShape());
  shape.insert(shape.begin() + getDim(), ShapedType::kDynamic);
  if (failed(verifyShape(*this, "the destination", getInit(), shape)))
    return failure();
  Type expected = element(getInit());
  if (getOn().getType() != expected || getOff().getType() != expected)
    return emitOpError("the values must have the destination's element type ") << expected;
  return success();
}

/// The batch dims of `key` are the query's, but for the last, of which it has one per group.
template <class Attention> static LogicalResult verifyHeads(Attention op) {
  ArrayRef<int64_t> query = ranked(op.getQuery()).getShape(), key = ranked(op.getKey()).getShape();
  auto group = static_cast<int64_t>(op.getGroup());
  size_t batch = query.size() - 2;
  if (group < 1 || (group > 1 && batch == 0))
    return op.emitOpError("group ") << group << " needs a batch dim";
  for (size_t i = 0; i < batch; ++i) {
    bool dynamic = ShapedType::isDynamic(key[i]);
    int64_t heads = i + 1 == batch && !dynamic ? group * key[i] : key[i];
    if (!mayBeEqual(query[i], heads))
      return op.emitOpError("batch dim ")
             << i << " of the query must be " << heads << ", not " << query[i];
  }
  return success();
}

template <class Attention> static LogicalResult verifyAttention(Attention op) {
  if (op.getFirstRow() && !op.getCausal())
    return op.emitOpError("only causal attention has a first row");
  int64_t rank = ranked(op.getQuery()).getRank();
  if (rank < 2)
    return op.emitOpError("the query must have at least 2 dims");
  size_t rows = rank - 2, cols = rank - 1;
  ArrayRef<int64_t> query = ranked(op.getQuery()).getShape();
  for (Value operand : {op.getKey(), op.getValue(), op.getInit()}) {
    if (ranked(operand).getRank() != rank)
      return op.emitOpError("query, key, value and destination must have one rank");
    if (element(operand) != element(op.getQuery()))
      return op.emitOpError("query, key, value and destination must have one element type");
  }
  if (failed(verifyHeads(op)))
    return failure();
  SmallVector<int64_t> key(ranked(op.getKey()).getShape());
  key[cols] = query[cols];
  if (failed(verifyShape(op, "the key", op.getKey(), key)))
    return failure();
  int64_t width = ranked(op.getValue()).getDimSize(cols);
  key[cols] = width;
  SmallVector<int64_t> result(query);
  result[cols] = width;
  if (failed(verifyShape(op, "the value", op.getValue(), key)) ||
      failed(verifyShape(op, "the destination", op.getInit(), result)))
    return failure();
  if (!op.getMask())
    return success();
  result[cols] = key[rows];
  if (failed(verifyShape(op, "the mask", op.getMask(), result)))
    return failure();
  if (!element(op.getMask()).isInteger(1) && element(op.getMask()) != element(op.getQuery()))
    return op.emitOpError("the mask must be of i1 or of the query's type");
  return success();
}

LogicalResult AttentionOp::verify() { return verifyAttention(*this); }

LogicalResult WaveAttentionOp::verify() {
  if (failed(verifyAttention(*this)))
    return failure();
  if (element(getQuery()).isF64())
    return emitOpError("computes in f32");
  for (Value operand : {getQuery(), getInit()}) {
    const int64_t columns = ranked(operand).getShape().back();
    if (ShapedType::isDynamic(columns) || columns < 1 || columns > mostColumns)
      return emitOpError("takes 1 to ") << mostColumns << " columns";
  }
  return success();
}

LogicalResult ScanOp::verify() {
  auto dim = static_cast<int64_t>(getDim());
  ArrayRef<int64_t> shape = ranked(getInput()).getShape();
  Type from = element(getInput()), to = element(getInit());
  if (failed(verifyDim(*this, dim, shape.size())) ||
      failed(verifyShape(*this, "the destination", getInit(), shape)))
    return failure();
  bool widens = from.getIntOrFloatBitWidth() < to.getIntOrFloatBitWidth();
  if (from != to && !(widens && from.isFloat() == to.isFloat()))
    return emitOpError() << from << " does not extend to " << to;
  if (!getStart())
    return success();
  SmallVector<int64_t> slice(shape);
  slice.erase(slice.begin() + dim);
  if (failed(verifyShape(*this, "the start", getStart(), slice)))
    return failure();
  return verifyElement(*this, "the start", getStart(), to);
}

} // namespace assay::ir
