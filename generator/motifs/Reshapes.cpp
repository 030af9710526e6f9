#include "generator/motifs/Motifs.h"
#include "generator/motifs/Steps.h"
#include "generator/ops/Draw.h"

namespace assay {

bool drawReshapeBetween(Growth &growth) {
  Random &random = growth.random;
  auto x = produced(growth, 2);
  if (!x)
    return false;
  const std::vector<Dim> dims = growth.type(*x).dims;
  auto joined = random.below(dims.size() - 1);
  // Two dims that the types do not tell are the pair that matters.
  for (size_t i = 0; i + 1 < dims.size(); ++i)
    if (growth.extents.isUnknown(dims[i]) && growth.extents.isUnknown(dims[i + 1]) &&
        random.chance(90))
      joined = i;
  auto flat = growth.add(joining(dims.size(), joined), {*x});
  auto used = flat ? consumed(growth, *flat) : std::nullopt;
  if (used && growth.type(*used).dims == growth.type(*flat).dims && random.chance(60))
    return growth.add(parting(dims, joined), {*used}).has_value();
  return used.has_value();
}

bool drawReshapeAndBack(Growth &growth) {
  Random &random = growth.random;
  const Handle x = operand(growth, valuesOfRank(2, 4));
  const std::vector<Dim> dims = growth.type(x).dims;
  const auto joined = random.below(dims.size() - 1);
  const Collapse collapse = joining(dims.size(), joined);
  Expand expand = parting(dims, joined);
  if (random.chance(30))
    std::ranges::reverse(expand.groups[joined]);
  std::optional<Handle> made = growth.add(collapse, {x});
  made = made ? growth.add(expand, {*made}) : std::nullopt;
  if (made && random.chance(40))
    made = growth.add(collapse, {*made});
  return made && (random.chance(50) || consumed(growth, *made).has_value());
}

bool drawSplitArgument(Growth &growth) {
  if (growth.extents.full())
    return false;
  std::vector<Dim> dims = growth.drawDims(growth.drawRank(1, 3));
  const auto at = growth.random.below(dims.size());
  std::vector<Dim> others = dims;
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(at));
  Expand op;
  for (const Dim &dim : dims)
    op.groups.push_back({dim});
  const Dim outer = growth.extents.fresh(6), inner = growth.extents.fresh(6);
  op.groups[at] = {outer, inner};
  dims[at] = outer * inner;
  TensorType type{growth.drawElement([](ElementType) { return true; }), dims};
  if (!growth.affordable(type))
    return false;
  Handle x = growth.argument(type);
  auto made = growth.random.chance(85) ? mapped(growth, x) : std::optional(x);
  auto split = made ? growth.add(op, {*made}) : std::nullopt;
  return split && consumed(growth, *split).has_value();
}

bool drawCastRoundTrip(Growth &growth) {
  auto x = produced(growth, 1);
  if (!x)
    return false;
  DimCast op;
  for (int64_t dim = 0; dim < growth.type(*x).rank(); ++dim)
    if (growth.random.chance(70))
      op.dims.push_back(dim);
  auto same = growth.add(op, {*x});
  return same && consumed(growth, *same).has_value();
}

} // namespace assay
