#include "compiler/gpu/Mfma.h"

#include <mlir/Dialect/AMDGPU/IR/AMDGPUDialect.h>
#include <mlir/Dialect/Arith/IR/Arith.h>
#include <mlir/Dialect/Vector/IR/VectorOps.h>

using namespace mlir;

namespace assay::mfma {

int64_t tilesAlong(int64_t extent) {
  if (ShapedType::isDynamic(extent))
    return 2;
  return extent > 2 * tileSize ? 4 : extent > tileSize ? 2 : 1;
}

Value zeroTile(ImplicitLocOpBuilder &b) {
  auto zero = DenseElementsAttr::get(VectorType::get(perItem, b.getF32Type()), 0.0f);
  return arith::ConstantOp::create(b, zero);
}

Value multiplyTile(ImplicitLocOpBuilder &b, ValueRange left, ValueRange right, Value sum) {
  const auto add = [&](Value a, Value c, int64_t along) {
    sum = amdgpu::MFMAOp::create(b, sum.getType(), tileSize, tileSize, static_cast<uint32_t>(along),
                                 /*blocks=*/1, a, c, sum);
  };
  const Type element = left.front().getType();
  if (element.isF32()) {
    for (auto [a, c] : llvm::zip_equal(left, right))
      add(a, c, quarters);
    return sum;
  }
  auto type = VectorType::get(perItem, element);
  add(vector::FromElementsOp::create(b, type, left), vector::FromElementsOp::create(b, type, right),
      depth);
  return sum;
}

} // namespace assay::mfma
