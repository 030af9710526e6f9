#include "compiler/mutants/Rewrites.h"

#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Tensor/IR/Tensor.h>
#include <mlir/IR/IRMapping.h>
#include <mlir/IR/Matchers.h>

using namespace mlir;

namespace assay::rewrites {

namespace {

/// The input that the argument of a body is an element of; null if it is one of no input.
OpOperand *inputOf(Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  auto generic =
      argument ? dyn_cast<linalg::GenericOp>(argument.getOwner()->getParentOp()) : nullptr;
  if (!generic || argument.getArgNumber() >= generic.getNumDpsInputs())
    return nullptr;
  return generic.getDpsInputOperand(argument.getArgNumber());
}

/// Whether a tensor is read at the place of the body.
bool isHere(tensor::ExtractOp read) {
  auto generic = dyn_cast<linalg::GenericOp>(read->getParentOp());
  if (!generic || read.getIndices().size() != generic.getNumLoops())
    return false;
  for (auto [i, index] : llvm::enumerate(read.getIndices())) {
    auto here = index.getDefiningOp<linalg::IndexOp>();
    if (!here || here.getDim() != i)
      return false;
  }
  return true;
}

} // namespace

Value tensorRead(Value scalar) {
  if (auto read = scalar.getDefiningOp<tensor::ExtractOp>())
    return isHere(read) ? read.getTensor() : Value();
  OpOperand *input = inputOf(scalar);
  if (!input || !isa<RankedTensorType>(input->get().getType()) ||
      !cast<linalg::GenericOp>(input->getOwner()).getMatchingIndexingMap(input).isIdentity())
    return {};
  return input->get();
}

Operation *maker(Value scalar) {
  if (Operation *op = scalar.getDefiningOp(); op && !isa<tensor::ExtractOp>(op))
    return op;
  const Value tensor = tensorRead(scalar);
  auto producer = tensor ? tensor.getDefiningOp<linalg::GenericOp>() : nullptr;
  if (!producer || producer.getNumParallelLoops() != producer.getNumLoops())
    return nullptr;
  const unsigned number = cast<OpResult>(tensor).getResultNumber();
  if (!producer.getMatchingIndexingMap(producer.getDpsInitOperand(number)).isIdentity())
    return nullptr;
  return maker(producer.getBody()->getTerminator()->getOperand(number));
}

Attribute constantOf(Value scalar) {
  Attribute value;
  if (matchPattern(scalar, m_Constant(&value)))
    return value;
  if (Operation *op = maker(scalar); op && matchPattern(op, m_Constant(&value)))
    return value;
  // Elements of a tensor that is the same everywhere are it, whichever are read.
  OpOperand *input = inputOf(scalar);
  const Value tensor = input ? input->get() : tensorRead(scalar);
  if (!tensor)
    return {};
  if (matchPattern(tensor, m_Constant(&value))) {
    auto elements = dyn_cast<SplatElementsAttr>(value);
    return elements ? elements.getSplatValue<Attribute>() : Attribute();
  }
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>())
    return constantOf(splat.getInput());
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return constantOf(fill.getInputs()[0]);
  return {};
}

bool isNumber(Value scalar, double value) {
  const Attribute known = constantOf(scalar);
  if (auto number = dyn_cast_or_null<FloatAttr>(known))
    return number.getValueAsDouble() == value;
  if (auto number = dyn_cast_or_null<IntegerAttr>(known))
    return static_cast<double>(number.getValue().getSExtValue()) == value;
  return false;
}

bool isSame(Value x, Value y) {
  if (x == y)
    return true;
  const Value tensor = tensorRead(x);
  return tensor && tensor == tensorRead(y);
}

Value broughtTo(PatternRewriter &rewriter, Operation *user, Value scalar) {
  if (scalar.getParentRegion()->isAncestor(user->getParentRegion()))
    return scalar;
  auto generic = cast<linalg::GenericOp>(user->getParentOp());
  OpBuilder::InsertionGuard guard(rewriter);
  if (OpOperand *input = inputOf(scalar)) {
    const AffineMap map = cast<linalg::GenericOp>(input->getOwner()).getMatchingIndexingMap(input);
    const auto number = static_cast<unsigned>(generic.getNumDpsInputs());
    SmallVector<AffineMap> maps = generic.getIndexingMapsArray();
    maps.insert(maps.begin() + number, map);
    rewriter.modifyOpInPlace(generic, [&] {
      generic.getInputsMutable().append(input->get());
      generic.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return generic.getBody()->insertArgument(number, scalar.getType(), scalar.getLoc());
  }
  Operation *op = scalar.getDefiningOp();
  if (!op)
    return {};
  IRMapping mapping;
  for (Value operand : op->getOperands()) {
    const Value brought = broughtTo(rewriter, user, operand);
    if (!brought)
      return {};
    mapping.map(operand, brought);
  }
  rewriter.setInsertionPoint(user);
  return rewriter.clone(*op, mapping)->getResult(cast<OpResult>(scalar).getResultNumber());
}

Value constant(PatternRewriter &rewriter, Operation *beside, Type type, double value) {
  const TypedAttr attribute =
      isa<FloatType>(type) ? TypedAttr(rewriter.getFloatAttr(type, value))
                           : TypedAttr(rewriter.getIntegerAttr(type, static_cast<int64_t>(value)));
  return arith::ConstantOp::create(rewriter, beside->getLoc(), attribute);
}

bool replaceBy(PatternRewriter &rewriter, Operation *op, StringRef name) {
  OperationState state(op->getLoc(), name, op->getOperands(), op->getResultTypes());
  rewriter.replaceOp(op, rewriter.create(state));
  return true;
}

bool multiplies(linalg::GenericOp op) {
  return llvm::any_of(*op.getBlock(),
                      [](Operation &scalar) { return isa<arith::MulFOp, arith::MulIOp>(scalar); });
}

bool readNeighbours(PatternRewriter &rewriter, linalg::GenericOp op, utils::IteratorType along) {
  if (op.getNumDpsInputs() != 2)
    return false;
  const SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool changes = false;
  // (o, k) -> o * stride + k * dilation
  const auto withoutFactor = [&](AffineExpr expression) {
    auto product = dyn_cast<AffineBinaryOpExpr>(expression);
    auto dim = product && product.getKind() == AffineExprKind::Mul
                   ? dyn_cast<AffineDimExpr>(product.getLHS())
                   : nullptr;
    if (!dim || iterators[dim.getPosition()] != along)
      return expression;
    changes = true;
    return AffineExpr(dim);
  };
  SmallVector<AffineExpr> places;
  for (const AffineExpr place : maps[0].getResults()) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(place);
    places.push_back(sum && sum.getKind() == AffineExprKind::Add
                         ? withoutFactor(sum.getLHS()) + withoutFactor(sum.getRHS())
                         : place);
  }
  if (!changes)
    return false;
  maps[0] = AffineMap::get(maps[0].getNumDims(), 0, places, op.getContext());
  rewriter.modifyOpInPlace(op,
                           [&] { op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps)); });
  return true;
}

bool replaceBy(PatternRewriter &rewriter, Operation *op, Value value) {
  rewriter.replaceOp(op, value);
  return true;
}

} // namespace assay::rewrites
