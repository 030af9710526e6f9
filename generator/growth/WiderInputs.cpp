#include "generator/growth/WiderInputs.h"

namespace assay {

namespace {

/// Whether elements are no more than numbers to what reads them, each by itself.
bool areIndependent(const Recipe &recipe) {
  switch (recipe.distribution) {
  case Distribution::UniqueRows:
  case Distribution::MaskRows:
  case Distribution::FiniteMask:
  case Distribution::PaddedRows:
    return false;
  default:
    return true;
  }
}

/// Ranges that hold what is known and more, the widest first.
std::vector<Interval> rangesBeyond(Interval known, ElementType element) {
  // Without the least integer, which has no magnitude.
  const double most = std::min(valuesOf(element).high, tameMagnitude(element));
  std::vector<Interval> wider;
  for (const double wanted : {0x1p60, 0x1p30, 30000.0, 120.0, 63.0, 31.0, 15.0, 7.0}) {
    const double high = std::min(wanted, most);
    if (high <= known.magnitude())
      break;
    wider.push_back({-high, high});
    if (known.low >= 0)
      wider.push_back({0, high});
    if (known.low > 0)
      wider.push_back({known.low, high});
  }
  return wider;
}

} // namespace

std::vector<std::optional<Facts>> widerInputs(Growth &growth, const Recipes &recipes) {
  std::vector<std::optional<Facts>> wider(recipes.size());
  for (Handle handle = 0; handle < static_cast<Handle>(growth.values().size()); ++handle) {
    const GrownValue &value = growth.value(handle);
    if (value.argument < 0 || isBool(value.type.element) || isComplex(value.type.element))
      continue;
    const auto argument = static_cast<size_t>(value.argument);
    if (value.facts.distinctAxis >= 0 || !areIndependent(recipes[argument].front()))
      continue;
    for (const Interval &range : rangesBeyond(value.facts.range(), value.type.element))
      if (growth.widen(handle, range)) {
        wider[argument] = growth.facts(handle);
        break;
      }
  }
  return wider;
}

} // namespace assay
