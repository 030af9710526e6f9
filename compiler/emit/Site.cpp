#include "compiler/emit/Site.h"

#include <algorithm>

using namespace mlir;

namespace assay::emission {

Site::Site(Scope &scope, int index)
    : scope(scope), b(scope.b), node(scope.subject.program.node(index)),
      operandTypes(scope.subject.program.operandTypes(index)),
      first(scope.subject.program.firstResult(index)),
      count(scope.subject.program.resultCount(index)) {
  for (ValueId operand : node.operands)
    operands.push_back(scope.value(operand));
}

const TensorType &Site::result(int i) const { return scope.subject.program.type(first + i); }

Value Site::scratch() {
  return node.destination ? scope.value(*node.destination) : scope.empty(result());
}

Value Site::initial(Attribute start) {
  return node.destination ? scope.value(*node.destination) : filled(result(), start);
}

Value Site::filled(const TensorType &type, Attribute scalar) {
  return filledInto(scope.empty(type), scalar);
}

Value Site::filledInto(Value destination, Attribute scalar) {
  Value one = constant(b, getElementTypeOrSelf(destination), scalar);
  return linalg::FillOp::create(b, ValueRange{one}, ValueRange{destination}).getResult(0);
}

llvm::SmallVector<Value> Site::generic(ValueRange inputs, ValueRange outs,
                                       llvm::ArrayRef<AffineMap> maps, Body body) {
  llvm::SmallVector<utils::IteratorType> iterators(maps[0].getNumDims(),
                                                   utils::IteratorType::reduction);
  for (AffineMap map : maps.drop_front(inputs.size()))
    for (AffineExpr expression : map.getResults())
      iterators[cast<AffineDimExpr>(expression).getPosition()] = utils::IteratorType::parallel;
  auto made =
      linalg::GenericOp::create(b, TypeRange(outs), inputs, outs, maps, iterators,
                                [&](OpBuilder &builder, Location location, ValueRange elements) {
                                  ImplicitLocOpBuilder inner(location, builder);
                                  linalg::YieldOp::create(inner, body(inner, elements));
                                });
  return {made.getResults().begin(), made.getResults().end()};
}

Value Site::generic(ValueRange inputs, Value out, llvm::ArrayRef<AffineMap> maps,
                    llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body) {
  auto list = [&](ImplicitLocOpBuilder &inner, ValueRange elements) {
    return llvm::SmallVector<Value>{body(inner, elements)};
  };
  return generic(inputs, ValueRange{out}, maps, list)[0];
}

Value Site::elementwise(ValueRange inputs, Value out,
                        llvm::function_ref<Value(ImplicitLocOpBuilder &, ValueRange)> body) {
  auto rank = cast<RankedTensorType>(out.getType()).getRank();
  llvm::SmallVector<AffineMap> maps(inputs.size() + 1, identityMap(rank));
  return generic(inputs, out, maps, body);
}

Value Site::extracting(Value from, Value out, Place place) {
  auto rank = cast<RankedTensorType>(out.getType()).getRank();
  return generic({}, out, {identityMap(rank)}, [&](ImplicitLocOpBuilder &inner, ValueRange) {
    return tensor::ExtractOp::create(inner, from, place(inner, here(inner, rank))).getResult();
  });
}

AffineMap Site::map(int64_t rank, std::span<const int64_t> dims) {
  llvm::SmallVector<AffineExpr> results;
  for (int64_t dim : dims)
    results.push_back(getAffineDimExpr(static_cast<unsigned>(dim), b.getContext()));
  return AffineMap::get(static_cast<unsigned>(rank), 0, results, b.getContext());
}

llvm::SmallVector<Value> here(ImplicitLocOpBuilder &b, int64_t rank) {
  llvm::SmallVector<Value> indices;
  for (int64_t dim = 0; dim < rank; ++dim)
    indices.push_back(linalg::IndexOp::create(b, dim));
  return indices;
}

} // namespace assay::emission
