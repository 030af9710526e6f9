#include "compiler/faults/Patterns.h"

#include <mlir/Dialect/Arith/Utils/Utils.h>
#include <mlir/Dialect/Linalg/IR/Linalg.h>
#include <mlir/Dialect/Utils/IndexingUtils.h>

using namespace mlir;

namespace assay::fault_patterns {

int64_t staticExtent(Value tensor, int64_t dim) {
  return cast<RankedTensorType>(tensor.getType()).getDimSize(dim);
}

bool isDynamic(Value tensor, int64_t dim) {
  return ShapedType::isDynamic(staticExtent(tensor, dim));
}

bool hasDynamicDim(Value tensor) {
  return !cast<RankedTensorType>(tensor.getType()).hasStaticShape();
}

bool hasEmptyDim(Value tensor) {
  return llvm::is_contained(cast<RankedTensorType>(tensor.getType()).getShape(), 0);
}

Value readAs(RewriterBase &rewriter, Location loc, Value tensor, RankedTensorType type,
             ArrayRef<OpFoldResult> sizes) {
  const auto oneGroup = [](int64_t rank) {
    return SmallVector<ReassociationIndices>{llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  };
  const auto given = cast<RankedTensorType>(tensor.getType());
  const bool isStatic = given.hasStaticShape();
  const auto flat = RankedTensorType::get(
      {isStatic ? given.getNumElements() : ShapedType::kDynamic}, type.getElementType());
  Value elements = tensor;
  if (given.getRank() > 1)
    elements =
        tensor::CollapseShapeOp::create(rewriter, loc, flat, tensor, oneGroup(given.getRank()));
  if (type.getRank() > 1) {
    if (isStatic != type.hasStaticShape())
      elements = tensor::CastOp::create(
          rewriter, loc,
          RankedTensorType::get(
              {type.hasStaticShape() ? type.getNumElements() : ShapedType::kDynamic},
              type.getElementType()),
          elements);
    return tensor::ExpandShapeOp::create(rewriter, loc, type, elements, oneGroup(type.getRank()),
                                         sizes);
  }
  return elements.getType() == type ? elements
                                    : tensor::CastOp::create(rewriter, loc, type, elements);
}

Value transposed(RewriterBase &rewriter, Location loc, Value x, ArrayRef<int64_t> permutation) {
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(rewriter, loc, x);
  applyPermutationToVector(sizes, permutation);
  auto type = cast<RankedTensorType>(x.getType());
  SmallVector<int64_t> shape(type.getShape());
  applyPermutationToVector(shape, permutation);
  Values dynamic;
  for (auto [extent, size] : llvm::zip(shape, sizes))
    if (ShapedType::isDynamic(extent))
      dynamic.push_back(getValueOrCreateConstantIndexOp(rewriter, loc, size));
  Value empty = tensor::EmptyOp::create(rewriter, loc, shape, type.getElementType(), dynamic);
  return linalg::TransposeOp::create(rewriter, loc, x, empty, permutation)->getResult(0);
}

std::optional<Transposition> transpositionOf(Value tensor) {
  Transposition found;
  if (auto named = tensor.getDefiningOp<linalg::TransposeOp>()) {
    found = {named.getInput(), SmallVector<int64_t>(named.getPermutation())};
  } else if (auto generic = tensor.getDefiningOp<linalg::GenericOp>()) {
    auto element = dyn_cast<BlockArgument>(generic.getBody()->getTerminator()->getOperand(0));
    if (generic.getNumDpsInputs() != 1 || generic.getNumResults() != 1 ||
        generic.getNumReductionLoops() != 0 || !element ||
        element.getOwner() != generic.getBody() || element.getArgNumber() != 0 ||
        !isa<RankedTensorType>(generic.getDpsInputOperand(0)->get().getType()))
      return std::nullopt;
    const AffineMap in = generic.getMatchingIndexingMap(generic.getDpsInputOperand(0)),
                    out = generic.getMatchingIndexingMap(generic.getDpsInitOperand(0));
    if (!in.isPermutation() || !out.isPermutation())
      return std::nullopt;
    found.input = generic.getDpsInputOperand(0)->get();
    for (AffineExpr loop : out.getResults())
      found.permutation.push_back(*in.getResultPosition(loop));
  }
  if (!found.input || isIdentityPermutation(found.permutation))
    return std::nullopt;
  return found;
}

gpu::GPUFuncOp kernelOf(Operation *op) { return op->getParentOfType<gpu::GPUFuncOp>(); }

Value mapElements(
    ImplicitLocOpBuilder &b, Value x,
    llvm::function_ref<Value(ImplicitLocOpBuilder &b, ValueRange place, Value element)> body) {
  auto type = cast<RankedTensorType>(x.getType());
  Value empty =
      tensor::EmptyOp::create(b, tensor::getMixedSizes(b, b.getLoc(), x), type.getElementType());
  SmallVector<AffineMap> maps(2, b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(), utils::IteratorType::parallel);
  return linalg::GenericOp::create(b, empty.getType(), x, empty, maps, iterators,
                                   [&](OpBuilder &inner, Location loc, ValueRange elements) {
                                     ImplicitLocOpBuilder b(loc, inner);
                                     Values place;
                                     for (int64_t i = 0; i < type.getRank(); ++i)
                                       place.push_back(linalg::IndexOp::create(b, i));
                                     linalg::YieldOp::create(b, body(b, place, elements[0]));
                                   })
      .getResult(0);
}

} // namespace assay::fault_patterns
