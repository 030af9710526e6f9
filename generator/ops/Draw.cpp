#include "generator/ops/Draw.h"

namespace assay {

bool draw(Growth &growth, OpKind kind) {
  switch (kind) {
#define ASSAY_OP(Enumerator, tag, Family)                                                          \
  case OpKind::Enumerator:                                                                         \
    return draw##Enumerator(growth);
#include "program/Ops.def"
  }
  return false;
}

bool drawOf(Growth &growth, OpKind kind, std::optional<Handle> value) {
  growth.offer(value);
  const bool isDrawn = draw(growth, kind);
  growth.offer(std::nullopt);
  return isDrawn;
}

OpKind pickOp(Random &random, std::span<const WeightedOp> ops) {
  std::vector<double> weights;
  for (const WeightedOp &one : ops)
    weights.push_back(one.weight);
  return ops[pickWeighted(random, weights)].op;
}

} // namespace assay
