#include "generator/motifs/Motifs.h"
#include "generator/ops/Draw.h"

namespace assay {

namespace {

/// Of which compilers make one where two come together, or that change places.
constexpr struct {
  OpKind op;
  double outer, inner; // how often
} composed[] = {
    {OpKind::ExtractSlice, 20, 14}, {OpKind::Transpose, 15, 16}, {OpKind::Broadcast, 9, 10},
    {OpKind::Collapse, 10, 9},      {OpKind::Pad, 9, 9},         {OpKind::Reduce, 9, 6},
    {OpKind::Cast, 8, 7},           {OpKind::InsertSlice, 7, 7}, {OpKind::Concat, 6, 6},
    {OpKind::Reverse, 4, 4},        {OpKind::DimCast, 3, 3},     {OpKind::Sort, 2, 4},
    {OpKind::Topk, 2, 4},           {OpKind::Scan, 2, 5},        {OpKind::OneHot, 0, 3},
    {OpKind::Gather, 2, 3},         {OpKind::Scatter, 2, 3},     {OpKind::Softmax, 0, 2},
    {OpKind::Attention, 0, 4},      {OpKind::Contraction, 0, 4}, {OpKind::Constant, 0, 18},
};

OpKind pick(Random &random, double (*weightOf)(decltype(composed[0]))) {
  std::array<double, std::size(composed)> weights;
  std::ranges::transform(composed, weights.begin(), weightOf);
  return composed[pickWeighted(random, weights)].op;
}

} // namespace

bool drawComposition(Growth &growth) {
  Random &random = growth.random;
  const OpKind outer = pick(random, [](const auto &one) { return one.outer; });
  const OpKind inner =
      random.chance(35) ? outer : pick(random, [](const auto &one) { return one.inner; });
  if (!draw(growth, inner))
    return false;
  growth.offer(growth.nodes().back().first);
  const bool isDrawn = draw(growth, outer);
  growth.offer(std::nullopt);
  return isDrawn;
}

} // namespace assay
