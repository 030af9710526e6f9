#include "flavours/StablehloContraction.h"
#include "flavours/StablehloOps.h"

#include <cmath>

namespace assay::stablehlo {
namespace {

/// Attention in simple steps, in f32 or wider. Grouped heads become a dim of their own behind the
/// batch dims: [B..., M, K] is seen as [C..., G, M, K].
class AttentionInSteps {
public:
  AttentionInSteps(Site &site, const Attention &op)
      : scope(site.scope), site(site), op(op), batch(site.operands[0].rank() - 2),
        wide(precision(site.results[0].element) < precision(ElementType::F32)
                 ? ElementType::F32
                 : site.results[0].element) {}

  Shaped write() {
    const std::vector<int64_t> batches = allDims(batch);
    Shaped query = widened(split(site.operands[0]));
    Shaped key = widened(site.operands[1]), value = widened(site.operands[2]);
    Shaped scores =
        dotGeneral(scope, query, key, {batches, batches, {query.rank() - 1}, {batch + 1}},
                   scope.element(wide));
    scores = masked(scope.op("stablehlo.multiply", {scores, filledLike(scores, op.scale)}));
    Shaped weights = softmax(scope, scores, scores.rank() - 1);
    Shaped made =
        dotGeneral(scope, weights, value, {batches, batches, {weights.rank() - 1}, {batch}},
                   scope.element(wide));
    return convert(scope, reshape(scope, made, site.dims()), site.element());
  }

private:
  Shaped widened(const Shaped &x) { return convert(scope, x, scope.element(wide)); }

  Shaped filledLike(const Shaped &x, double value) {
    return filled(scope, {x.element(), x.dims}, value);
  }

  /// An operand like the query, with its heads split.
  Shaped split(const Shaped &x) {
    std::vector<Dim> dims = x.dims;
    if (op.group > 1) {
      const auto heads = static_cast<size_t>(batch - 1);
      dims[heads] = site.operands[1].dims[heads];
      dims.insert(dims.begin() + batch, Dim(op.group));
    }
    return reshape(scope, x, dims);
  }

  Shaped masked(Shaped scores) {
    Shaped removed = filledLike(scores, -INFINITY);
    if (op.mask == MaskKind::Additive)
      scores = scope.op("stablehlo.add", {scores, widened(split(site.operands[3]))});
    if (op.mask == MaskKind::Boolean)
      scores = select(scope, split(site.operands[3]), scores, removed);
    if (!op.causal)
      return scores;
    const ResultType indices{scope.b.getI64Type(), scores.dims};
    Shaped row = iota(scope, indices, scores.rank() - 2);
    Shaped column = iota(scope, indices, scores.rank() - 1);
    return select(scope, compare(scope, Predicate::Le, column, row), scores, removed);
  }

  Scope &scope;
  Site &site;
  const Attention &op;
  const int64_t batch;
  const ElementType wide;
};

} // namespace

Results writeOp(Site &site, const Attention &op) { return {AttentionInSteps(site, op).write()}; }

} // namespace assay::stablehlo
