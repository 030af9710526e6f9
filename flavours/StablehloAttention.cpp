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
    const int64_t place = site.operands[0].rank() + (op.group > 1 ? 1 : 0) - 1;
    Shaped query = widened(split(site.operands[0])), key = widened(site.operands[1]);
    // Iteration dims: those of a query's place, then two that only one product has.
    Shaped scores = product({dims(place, {place + 1}), dims(batch, {place, place + 1}),
                             dims(place, {place}), wide, false},
                            query, key);
    scores = masked(scope.op("stablehlo.multiply", {scores, filledLike(scores, op.scale)}));
    Shaped weights = softmax(scope, scores, place);
    Shaped made = product({dims(place, {place + 1}), dims(batch, {place + 1, place}),
                           dims(place, {place}), wide, false},
                          weights, widened(site.operands[2]));
    return convert(scope, reshape(scope, made, site.dims()), site.element());
  }

private:
  /// 0 .. count-1, then `more`.
  static std::vector<int64_t> dims(int64_t count, std::initializer_list<int64_t> more) {
    std::vector<int64_t> all = allDims(count);
    all.insert(all.end(), more);
    return all;
  }

  Shaped product(const Contraction &how, const Shaped &x, const Shaped &y) {
    return contract(scope, how, Spelling::Generic, x, y);
  }

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
