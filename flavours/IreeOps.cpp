#include "flavours/IreeOps.h"

#include "compiler/builders/Builders.h"

#include <mlir/Dialect/Linalg/IR/Linalg.h>

#include <numeric>

using namespace mlir;

namespace assay {

OperationState IreeOpBuilder::state(llvm::StringRef name, ValueRange inputs, ValueRange outs,
                                    llvm::ArrayRef<NamedAttribute> attributes) {
  OperationState made(b.getLoc(), ("iree_linalg_ext." + name).str());
  made.addOperands(inputs);
  made.addOperands(outs);
  made.addTypes(outs.getTypes());
  made.addAttributes(attributes);
  if (name == "sort" || (syntax.hasSegmentSizes && name != "attention"))
    made.addAttribute("operandSegmentSizes",
                      b.getDenseI32ArrayAttr({static_cast<int32_t>(inputs.size()),
                                              static_cast<int32_t>(outs.size())}));
  return made;
}

ResultRange IreeOpBuilder::create(llvm::StringRef name, ValueRange inputs, ValueRange outs,
                                  llvm::ArrayRef<NamedAttribute> attributes, TypeRange elements,
                                  Body body) {
  OperationState made = state(name, inputs, outs, attributes);
  Block *block = new Block;
  made.addRegion()->push_back(block);
  for (mlir::Type element : elements)
    block->addArgument(element, b.getLoc());
  Operation *op = b.create(made);
  ImplicitLocOpBuilder inner(b.getLoc(), block, block->begin());
  OperationState yield(b.getLoc(), "iree_linalg_ext.yield");
  yield.addOperands(body(inner, block->getArguments()));
  inner.create(yield);
  return op->getResults();
}

ResultRange IreeOpBuilder::create(llvm::StringRef name, ValueRange inputs, ValueRange outs,
                                  llvm::ArrayRef<NamedAttribute> attributes) {
  return b.create(state(name, inputs, outs, attributes))->getResults();
}

NamedAttribute IreeOpBuilder::dimension(int64_t dim) {
  return b.getNamedAttr("dimension", b.getI64IntegerAttr(dim));
}

NamedAttribute IreeOpBuilder::dimensionMap(int64_t depth) {
  llvm::SmallVector<int64_t> dims(static_cast<size_t>(depth));
  std::iota(dims.begin(), dims.end(), 0);
  return b.getNamedAttr("dimension_map", b.getDenseI64ArrayAttr(dims));
}

Value mapElements(ImplicitLocOpBuilder &b, Value from, mlir::Type element,
                  llvm::function_ref<Value(ImplicitLocOpBuilder &, Value)> body) {
  auto type = cast<RankedTensorType>(from.getType());
  Value out = tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), from), element);
  llvm::SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  llvm::SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, out.getType(), from, out, maps, iterators,
                                   [&](OpBuilder &builder, Location location, ValueRange at) {
                                     ImplicitLocOpBuilder inner(location, builder);
                                     linalg::YieldOp::create(inner, body(inner, at[0]));
                                   })
      .getResult(0);
}

Value castIntegers(ImplicitLocOpBuilder &b, Value from, mlir::Type element) {
  const unsigned have = elementType(from).getIntOrFloatBitWidth();
  const unsigned want = element.getIntOrFloatBitWidth();
  if (have == want)
    return from;
  return mapElements(b, from, element, [&](ImplicitLocOpBuilder &inner, Value x) -> Value {
    if (have < want)
      return arith::ExtSIOp::create(inner, element, x);
    return arith::TruncIOp::create(inner, element, x);
  });
}

} // namespace assay
