#include "compiler/cpu/Access.h"

#include "compiler/cpu/Vectors.h"

#include <mlir/Dialect/MemRef/IR/MemRef.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>
#include <mlir/IR/IRMapping.h>

using namespace mlir;

namespace assay {

bool Access::dependsOn(unsigned loop) const { return getConstantIntValue(steps[loop]) != 0; }

bool Access::isContiguous(unsigned loop) const { return getConstantIntValue(steps[loop]) == 1; }

Value Access::place(ImplicitLocOpBuilder &b, ValueRange indices) const {
  Value sum = start;
  for (auto [step, index] : llvm::zip_equal(steps, indices))
    if (index && getConstantIntValue(step) != 0)
      sum = b.createOrFold<arith::AddIOp>(sum, b.createOrFold<arith::MulIOp>(index, step));
  return sum;
}

/// Adds `factor` times `expression` to the coefficients of dims, of which the last is the constant
/// one. False if it is no sum of multiples.
static bool addTerms(AffineExpr expression, int64_t factor, SmallVectorImpl<int64_t> &terms) {
  if (auto dim = dyn_cast<AffineDimExpr>(expression)) {
    terms[dim.getPosition()] += factor;
    return true;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expression)) {
    terms.back() += factor * constant.getValue();
    return true;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expression);
  if (binary && binary.getKind() == AffineExprKind::Add)
    return addTerms(binary.getLHS(), factor, terms) && addTerms(binary.getRHS(), factor, terms);
  auto multiple = binary && binary.getKind() == AffineExprKind::Mul
                      ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                      : nullptr;
  return multiple && addTerms(binary.getLHS(), factor * multiple.getValue(), terms);
}

/// Whether each result of `map` is a sum of multiples of dims.
static bool isLinear(AffineMap map) {
  SmallVector<int64_t> terms(map.getNumDims() + 1, 0);
  return map.getNumSymbols() == 0 && llvm::all_of(map.getResults(), [&](AffineExpr result) {
           return addTerms(result, 1, terms);
         });
}

Access accessOf(ImplicitLocOpBuilder &b, Value buffer, AffineMap map) {
  auto type = cast<MemRefType>(buffer.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, buffer);
  auto flat = MemRefType::get({ShapedType::kDynamic}, type.getElementType(),
                              MemRefLayoutAttrInterface(), type.getMemorySpace());
  const auto valueOf = [&](OpFoldResult part) {
    const auto constant = getConstantIntValue(part);
    return constant ? indexConstant(b, *constant) : cast<Value>(part);
  };
  Access access;
  access.base = memref::ReinterpretCastOp::create(
      b, flat, metadata.getBaseBuffer(), b.getIndexAttr(0),
      ArrayRef<OpFoldResult>{indexConstant(b, std::numeric_limits<int32_t>::max())},
      ArrayRef<OpFoldResult>{b.getIndexAttr(1)});
  access.start = valueOf(metadata.getConstifiedMixedOffset());
  access.steps.assign(map.getNumDims(), indexConstant(b, 0));
  const auto addTo = [&](Value &sum, Value stride, int64_t factor) {
    sum = b.createOrFold<arith::AddIOp>(
        sum, b.createOrFold<arith::MulIOp>(stride, indexConstant(b, factor)));
  };
  for (auto [result, stride] :
       llvm::zip_equal(map.getResults(), metadata.getConstifiedMixedStrides())) {
    SmallVector<int64_t> terms(map.getNumDims() + 1, 0);
    addTerms(result, 1, terms);
    for (auto [loop, factor] : llvm::enumerate(ArrayRef(terms).drop_back()))
      if (factor != 0)
        addTo(access.steps[loop], valueOf(stride), factor);
    if (terms.back() != 0)
      addTo(access.start, valueOf(stride), terms.back());
  }
  return access;
}

Value allocate(ImplicitLocOpBuilder &b, int64_t elements, Type type) {
  Value buffer = memref::AllocOp::create(b, MemRefType::get({elements}, type));
  return memref::CastOp::create(b, MemRefType::get({ShapedType::kDynamic}, type), buffer);
}

Value least(ImplicitLocOpBuilder &b, Value x, int64_t y) {
  return b.createOrFold<arith::MinSIOp>(x, indexConstant(b, y));
}

bool isStridedLoops(linalg::LinalgOp op) {
  const auto isTaken = [&](OpOperand &operand) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    return type && type.isStrided() && isLinear(op.getMatchingIndexingMap(&operand));
  };
  const auto isElementwise = [](Operation &inner) {
    return isa<arith::ConstantOp>(inner) || OpTrait::hasElementwiseMappableTraits(&inner);
  };
  return op.hasPureBufferSemantics() && hasVectorForm(op) && !isScalarised(op) &&
         llvm::all_of(op->getOpOperands(), isTaken) &&
         llvm::all_of(op.getBlock()->without_terminator(), isElementwise);
}

int64_t largestElement(linalg::LinalgOp op) {
  int64_t bits = 32;
  for (Type type : op.getBlock()->getArgumentTypes())
    bits = std::max<int64_t>(bits, type.isIndex() ? 64 : type.getIntOrFloatBitWidth());
  return bits / 8;
}

Values cloneBody(ImplicitLocOpBuilder &b, linalg::LinalgOp op, Values arguments) {
  IRMapping values;
  values.map(op.getBlock()->getArguments(), arguments);
  for (Operation &inner : op.getBlock()->without_terminator())
    b.clone(inner, values);
  Values yielded;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    yielded.push_back(values.lookupOrDefault(value));
  return yielded;
}

Values cloneOverVectors(ImplicitLocOpBuilder &b, linalg::LinalgOp op, Values arguments,
                        int64_t lanes) {
  IRMapping vectors;
  vectors.map(op.getBlock()->getArguments(), arguments);
  const auto vectorOf = [&](Value scalar) -> Value {
    if (Value known = vectors.lookupOrNull(scalar))
      return known;
    return vector::BroadcastOp::create(b, VectorType::get({lanes}, scalar.getType()), scalar);
  };
  for (Operation &inner : op.getBlock()->without_terminator()) {
    if (isa<arith::ConstantOp>(inner)) {
      Value copy = b.clone(inner)->getResult(0);
      vectors.map(inner.getResult(0),
                  vector::BroadcastOp::create(b, VectorType::get({lanes}, copy.getType()), copy));
      continue;
    }
    OperationState state(inner.getLoc(), inner.getName());
    for (Value operand : inner.getOperands())
      state.addOperands(vectorOf(operand));
    for (Type type : inner.getResultTypes())
      state.addTypes(VectorType::get({lanes}, type));
    state.addAttributes(inner.getAttrs());
    Operation *wide = b.create(state);
    if (isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(wide))
      wide->setAttr("fastmath",
                    arith::FastMathFlagsAttr::get(b.getContext(), arith::FastMathFlags::contract));
    vectors.map(inner.getResults(), wide->getResults());
  }
  Values yielded;
  for (Value value : op.getBlock()->getTerminator()->getOperands())
    yielded.push_back(vectorOf(value));
  return yielded;
}

} // namespace assay
