#include "compiler/lowering/GroupedHeads.h"

#include "compiler/builders/Builders.h"

using namespace mlir;

namespace assay {

GroupedHeads::GroupedHeads(ir::AttentionOp op)
    : group(static_cast<int64_t>(op.getGroup())),
      batch(cast<RankedTensorType>(op.getKey().getType()).getRank() - 2) {}

Value GroupedHeads::split(ImplicitLocOpBuilder &b, Value tensor) const {
  if (!areGrouped())
    return tensor;
  auto from = cast<RankedTensorType>(tensor.getType());
  unsigned heads = batch - 1;
  SmallVector<int64_t> shape(from.getShape());
  if (!ShapedType::isDynamic(shape[heads]))
    shape[heads] /= group;
  shape.insert(shape.begin() + batch, group);
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0; i < from.getRank(); ++i) {
    if (i < heads)
      groups.push_back({i});
    else if (i == heads)
      groups.push_back({i, i + 1});
    else
      groups.push_back({i + 1});
  }
  SmallVector<OpFoldResult> sizes = tensor::getMixedSizes(b, b.getLoc(), tensor);
  if (ShapedType::isDynamic(shape[heads]))
    sizes[heads] =
        arith::DivUIOp::create(b, cast<Value>(sizes[heads]), indexConstant(b, group)).getResult();
  else
    sizes[heads] = b.getIndexAttr(shape[heads]);
  sizes.insert(sizes.begin() + batch, b.getIndexAttr(group));
  return tensor::ExpandShapeOp::create(b, from.clone(shape), tensor, groups, sizes);
}

Value GroupedHeads::join(ImplicitLocOpBuilder &b, Value tensor, Type joined) const {
  if (!areGrouped())
    return tensor;
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0, rank = cast<RankedTensorType>(tensor.getType()).getRank(); i < rank; ++i) {
    if (i == batch)
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return tensor::CollapseShapeOp::create(b, joined, tensor, groups);
}

} // namespace assay
