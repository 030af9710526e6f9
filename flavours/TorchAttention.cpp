#include "flavours/TorchContraction.h"
#include "flavours/TorchOps.h"

#include <cmath>

namespace assay::torch {
namespace {

/// Attention in simple steps, in f32 or wider. Grouped heads become a dim of their own behind the
/// batch dims: [B..., M, K] is seen as [C..., G, M, K].
class AttentionInSteps {
public:
  AttentionInSteps(Site &site, const Attention &op)
      : scope(site.scope), site(site), op(op), batch(site.operands[0].rank() - 2),
        wide(precision(site.type().element) < precision(ElementType::F32) ? ElementType::F32
                                                                          : site.type().element) {}

  Shaped write() {
    const int64_t place = site.operands[0].rank() + (op.group > 1 ? 1 : 0) - 1;
    Shaped query = widened(split(site.operands[0])), key = widened(site.operands[1]);
    // Iteration dims: those of a query's place, then two that only one product has.
    Shaped scores = product({dims(place, {place + 1}), dims(batch, {place, place + 1}),
                             dims(place, {place}), wide, false},
                            query, key);
    scores = masked(multiply(scope, scores, scalar(scope, wide, op.scale)));
    Shaped weights = scope.op("aten.softmax.int", {scores, scope.integer(place), scope.none()},
                              {wide, scores.dims});
    Shaped made = product({dims(place, {place + 1}), dims(batch, {place + 1, place}),
                           dims(place, {place}), wide, false},
                          weights, widened(site.operands[2]));
    if (op.group > 1)
      made = flatten(scope, made, batch - 1, batch);
    return convert(scope, made, site.type().element);
  }

private:
  /// 0 .. count-1, then `more`.
  static std::vector<int64_t> dims(int64_t count, std::initializer_list<int64_t> more) {
    std::vector<int64_t> all = otherDims(count, {});
    all.insert(all.end(), more);
    return all;
  }

  Shaped product(const Contraction &how, const Shaped &x, const Shaped &y) {
    return contract(scope, how, Spelling::Generic, x, y);
  }

  Shaped widened(const Shaped &x) { return convert(scope, x, wide); }

  /// An operand like the query, with its heads split.
  Shaped split(const Shaped &x) {
    if (op.group == 1)
      return x;
    const std::vector<Dim> heads = {site.operands[1].extent(batch - 1), Dim(op.group)};
    return unflatten(scope, x, batch - 1, heads);
  }

  Shaped masked(Shaped scores) {
    Shaped removed = scalar(scope, wide, -INFINITY);
    if (op.mask == MaskKind::Additive)
      scores = add(scope, scores, widened(split(site.operands[3])));
    if (op.mask == MaskKind::Boolean)
      scores = where(scope, split(site.operands[3]), scores, removed);
    if (!op.causal)
      return scores;
    const int64_t rank = scores.rank();
    Shaped row = places(scope, scores.extent(rank - 2), rank - 2, rank);
    Shaped column = places(scope, scores.extent(rank - 1), rank - 1, rank);
    return where(scope, compare(scope, Predicate::Le, column, row), scores, removed);
  }

  Scope &scope;
  Site &site;
  const Attention &op;
  const int64_t batch;
  const ElementType wide;
};

/// torch's own op: with batch dims, a mask or causal.
bool isOwn(Site &site, const Attention &op) {
  return site.isSpelled(Spelling::Named) && site.operands[0].rank() > 2 &&
         (op.mask == MaskKind::None || !op.causal);
}

Shaped ownAttention(Site &site, const Attention &op) {
  Scope &scope = site.scope;
  return scope.op("aten.scaled_dot_product_attention",
                  {site.operands[0], site.operands[1], site.operands[2],
                   op.mask == MaskKind::None ? scope.none() : site.operands[3].value, scope.real(0),
                   scope.truth(op.causal), scope.real(op.scale), scope.truth(op.group > 1)},
                  site.type());
}

} // namespace

Results writeOp(Site &site, const Attention &op) {
  if (isOwn(site, op))
    return {ownAttention(site, op)};
  return {AttentionInSteps(site, op).write()};
}

} // namespace assay::torch
