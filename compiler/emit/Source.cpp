#include "compiler/emit/Source.h"

#include "compiler/emit/OpEmitters.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include <cstring>

using namespace mlir;

namespace assay::emission {

Results emitOp(Site &site, const Iota &op) {
  mlir::Type element = site.resultElement();
  return {site.elementwise({}, site.scratch(), [&](ImplicitLocOpBuilder &inner, ValueRange) {
    Value index = linalg::IndexOp::create(inner, op.dim);
    // i64 holds every extent; from there on it wraps or rounds as the op says.
    Value wide = arith::IndexCastOp::create(inner, inner.getI64Type(), index);
    return convert(inner, wide, element, false);
  })};
}

Results emitOp(Site &site, const Fill &op) {
  Attribute scalar = number(site.resultElement(), op.value);
  if (site.node.spelling == Spelling::Named)
    return {site.filledInto(site.scratch(), scalar)};
  mlir::Type element = site.resultElement();
  return {site.elementwise({}, site.scratch(), [&](ImplicitLocOpBuilder &inner, ValueRange) {
    return constant(inner, element, scalar);
  })};
}

DenseElementsAttr elements(RankedTensorType type, const Tensor &tensor) {
  if (isBool(tensor.element())) {
    llvm::SmallVector<bool> bits;
    for (int64_t i = 0; i < tensor.size(); ++i)
      bits.push_back(tensor.integer(i) != 0);
    return DenseElementsAttr::get(type, llvm::ArrayRef<bool>(bits));
  }
  if (tensor.size() == 0)
    return DenseElementsAttr::get(type, llvm::ArrayRef<Attribute>());
  return DenseElementsAttr::getFromRawBuffer(
      type, {reinterpret_cast<const char *>(tensor.data()), tensor.byteSize()});
}

Results emitOp(Site &site, const Constant &op) {
  return {arith::ConstantOp::create(site.b, elements(site.resultType(), op.value))};
}

} // namespace assay::emission
