#include "compiler/emit/OpEmitters.h"

#include "compiler/dialect/Assay.h"
#include "compiler/emit/Contraction.h"
#include "compiler/emit/Layout.h"
#include "compiler/emit/Reduction.h"

#include <mlir/Dialect/Arith/IR/Arith.h>

#include <cmath>
#include <numeric>

using namespace mlir;

namespace assay::emission {
namespace {

/// Attention split into contractions, elementwise ops and a softmax, in f32 or wider. Grouped heads
/// become a dim of their own behind the batch dims: [B..., M, K] is seen as [C..., G, M, K].
class AttentionInSteps {
public:
  AttentionInSteps(Site &site, const Attention &op)
      : site(site), op(op), batch(site.result().rank() - 2), hasGroups(op.group > 1) {
    if (precision(wide) < precision(site.result().element))
      wide = site.result().element;
  }

  Value write() {
    Value scores = masked(scaled(queriesTimesKeys()));
    const int64_t keys = rowRank();
    Value weights = softmax(site, scores, scoreType(), keys);
    Value result = convert(site.b, weightsTimesValues(weights), site.resultElement(), false);
    if (!hasGroups)
      return result;
    return collapsed(site.scope, result, groupsOf(site.result()), site.result());
  }

private:
  /// The dims of a row's place: batch, group if there are any, M.
  int64_t rowRank() const { return batch + (hasGroups ? 1 : 0) + 1; }

  /// Which dims of a tensor like q make up each of its dims, once the heads are split.
  llvm::SmallVector<std::vector<Dim>> groupsOf(const TensorType &type) const {
    llvm::SmallVector<std::vector<Dim>> groups;
    for (const Dim &dim : type.dims)
      groups.push_back({dim});
    if (hasGroups) {
      const auto heads = static_cast<size_t>(batch - 1);
      groups[heads] = {site.types()[1].dims[heads], Dim(op.group)};
    }
    return groups;
  }

  TensorType splitType(const TensorType &type, ElementType element) const {
    std::vector<Dim> dims;
    for (const std::vector<Dim> &group : groupsOf(type))
      dims.insert(dims.end(), group.begin(), group.end());
    return {element, dims};
  }

  /// An operand like q or the mask, with its heads split.
  Value split(size_t operand) {
    const TensorType &type = site.types()[operand];
    if (!hasGroups)
      return site.operands[operand];
    return expanded(site.scope, site.operands[operand], groupsOf(type),
                    splitType(type, type.element));
  }

  TensorType scoreType() const {
    TensorType type = splitType(site.types()[0], wide);
    type.dims.back() = site.types()[1].dims[static_cast<size_t>(batch)];
    return type;
  }

  /// Iteration dims: those of a row's place, then `more`.
  std::vector<int64_t> rows(std::initializer_list<int64_t> more) const {
    std::vector<int64_t> dims(static_cast<size_t>(rowRank()));
    std::iota(dims.begin(), dims.end(), 0);
    dims.insert(dims.end(), more);
    return dims;
  }
  std::vector<int64_t> batches(std::initializer_list<int64_t> more) const {
    std::vector<int64_t> dims(static_cast<size_t>(batch));
    std::iota(dims.begin(), dims.end(), 0);
    dims.insert(dims.end(), more);
    return dims;
  }

  Value queriesTimesKeys() {
    const int64_t n = rowRank(), k = n + 1;
    Contraction product{rows({k}), batches({n, k}), rows({n}), wide, false};
    return contracted(site, split(0), site.operands[1], scoreType(), product);
  }

  Value weightsTimesValues(Value weights) {
    const int64_t d = rowRank(), n = d + 1;
    Contraction product{rows({n}), batches({n, d}), rows({d}), wide, false};
    return contracted(site, weights, site.operands[2], splitType(site.result(), wide), product);
  }

  Value scaled(Value scores) {
    Value scale = constantLike(site.b, scores, number(site.scope.element(wide), op.scale));
    return apply(site.b, Binary{BinaryKind::Mul, false}, scores, scale);
  }

  Value masked(Value scores) {
    if (op.mask == MaskKind::Additive) {
      Value mask = convert(site.b, split(3), site.scope.element(wide), false);
      scores = apply(site.b, Binary{BinaryKind::Add, false}, scores, mask);
    }
    if (op.mask == MaskKind::Boolean)
      scores = apply(site.b, Select{}, split(3), scores, constantLike(site.b, scores, removed()));
    if (!op.causal)
      return scores;
    return site.elementwise(
        scores, site.scope.empty(scoreType()), [&](ImplicitLocOpBuilder &inner, ValueRange at) {
          auto place = here(inner, rowRank() + 1);
          Value keeps = arith::CmpIOp::create(inner, arith::CmpIPredicate::sle,
                                              place[place.size() - 1], place[place.size() - 2]);
          return apply(inner, Select{}, keeps, at[0], constant(inner, at[0].getType(), removed()));
        });
  }

  Attribute removed() { return number(site.scope.element(wide), -INFINITY); }

  Site &site;
  const Attention &op;
  const int64_t batch;
  const bool hasGroups;
  ElementType wide = ElementType::F32;
};

} // namespace

Results emitOp(Site &site, const Attention &op) {
  if (site.node.spelling != Spelling::Named)
    return {AttentionInSteps(site, op).write()};
  Value mask = op.mask == MaskKind::None ? Value() : site.operands[3], out = site.scratch();
  return {ir::AttentionOp::create(
      site.b, out.getType(), site.operands[0], site.operands[1], site.operands[2], mask,
      /*firstRow=*/Value(), out, site.b.getF64FloatAttr(op.scale),
      op.causal ? site.b.getUnitAttr() : UnitAttr(), site.b.getI64IntegerAttr(op.group))};
}

} // namespace assay::emission
