#include "compiler/emit/OpEmitters.h"

#include "compiler/dialect/Assay.h"
#include "compiler/emit/Slicing.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

using namespace mlir;

namespace assay::emission {

static UnitAttr flag(Site &site, bool isSet) { return isSet ? site.b.getUnitAttr() : UnitAttr(); }

static IntegerAttr dimAttribute(Site &site, int64_t dim) { return site.b.getI64IntegerAttr(dim); }

static Results sorted(Site &site, llvm::ArrayRef<Value> operands, const Sort &op) {
  ValueRange range(operands);
  auto made = ir::SortOp::create(site.b, range.getTypes(), range, dimAttribute(site, op.dim),
                                 flag(site, op.descending), flag(site, op.stable));
  return {made->result_begin(), made->result_end()};
}

/// Elements and their places sorted together, of which the first k are taken.
static Results sortedAndCut(Site &site, const Topk &op) {
  const TensorType &type = site.types()[0];
  const TensorType places{op.indexType, type.dims};
  mlir::Type indexType = site.resultElement(1);
  Value iota = site.elementwise({}, site.scope.empty(places),
                                [&](ImplicitLocOpBuilder &inner, ValueRange) -> Value {
                                  Value index = linalg::IndexOp::create(inner, op.dim);
                                  return arith::IndexCastOp::create(inner, indexType, index);
                                });
  // Stable, so that the lowest index comes first where the case asks for it.
  Results both = sorted(site, {site.operands[0], iota}, Sort{op.dim, op.largest, true});
  const std::vector<Dim> &sizes = site.result().dims;
  SliceOf slice{std::vector<Dim>(sizes.size()), sizes, std::vector<int64_t>(sizes.size(), 1)};
  return {extracted(site.scope, both[0], site.result(0), slice),
          extracted(site.scope, both[1], site.result(1), slice)};
}

Results emitOp(Site &site, const Topk &op) {
  if (site.node.spelling == Spelling::Primitives)
    return sortedAndCut(site, op);
  Value values = site.scope.empty(site.result(0)), indices = site.scope.empty(site.result(1));
  auto made = ir::TopkOp::create(site.b, TypeRange{values.getType(), indices.getType()},
                                 site.operands[0], values, indices, dimAttribute(site, op.dim),
                                 flag(site, !op.largest), flag(site, !op.sorted));
  return {made.getValues(), made.getIndices()};
}

Results emitOp(Site &site, const Sort &op) { return sorted(site, site.operands, op); }

} // namespace assay::emission
