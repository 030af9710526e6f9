#include "generator/growth/Extents.h"

namespace assay {

double elementsAt(const TensorType &type, const Bindings &bindings) {
  double count = 1;
  for (const Dim &dim : type.dims)
    count *= static_cast<double>(dim.evaluate(bindings));
  return count;
}

size_t pickWeighted(Random &random, std::span<const double> weights) {
  double total = 0;
  for (double weight : weights)
    total += weight;
  double at = random.unit() * total;
  for (size_t i = 0; i < weights.size(); ++i) {
    if (at < weights[i])
      return i;
    at -= weights[i];
  }
  return 0;
}

Extents::Extents(Random &random, const Profile &profile)
    : random(random), profile(profile),
      knowledgeMode(static_cast<KnowledgeMode>(pickWeighted(random, profile.knowledge))),
      staticSymbol(random.chance(65) ? 0 : 1) {
  // A single run does not tell an extent from another that it happens to be equal to.
  const double oneToFour[] = {25, 45, 22, 8};
  size_t runs = knowledgeMode == KnowledgeMode::AllStatic ? 1 : 1 + pickWeighted(random, oneToFour);
  // Other inputs at the same sizes are worth a second run at times.
  if (runs == 1 && random.chance(8))
    runs = 2;
  bindings.resize(runs);
}

Bounds Extents::values(const Dim &dim) const {
  Bounds result;
  result.fill(value(dim, 0));
  for (size_t run = 1; run < runs(); ++run)
    result[run] = value(dim, run);
  return result;
}

int64_t Extents::least(const Dim &dim) const {
  Bounds all = values(dim);
  return *std::min_element(all.begin(), all.end());
}

int64_t Extents::greatest(const Dim &dim) const {
  Bounds all = values(dim);
  return *std::max_element(all.begin(), all.end());
}

bool Extents::holds(const Dim &nonNegative) const { return least(nonNegative) >= 0; }

bool Extents::isUnknown(const Dim &dim) const {
  bool unknown = false;
  dim.forEachSymbol([&](SymbolId id) {
    unknown = unknown || knowledge[static_cast<size_t>(id)] != Knowledge::Static;
  });
  return unknown;
}

int64_t Extents::draw(int64_t limit, bool small) {
  const ExtentWeights &extents = profile.extents;
  const double weights[] = {extents.zero,
                            extents.unit,
                            extents.small,
                            extents.medium,
                            small ? 0 : extents.odd,
                            small ? 0 : extents.large};
  // Primes, tile sizes plus or minus one, and no multiples of 4, 8 or 16.
  static constexpr int64_t odd[] = {3,  5,  6,  7,  9,  10, 11, 13, 14,
                                    15, 17, 18, 19, 23, 29, 31, 33, 37};
  static constexpr int64_t large[] = {63,  64,  65,  97,  127,  128,  129,  200,  255,
                                      256, 257, 511, 512, 1000, 1024, 1025, 2049, 3001};
  int64_t extent = 0;
  switch (pickWeighted(random, weights)) {
  case 0:
    extent = 0;
    break;
  case 1:
    extent = 1;
    break;
  case 2:
    extent = random.between(2, 8);
    break;
  case 3:
    extent = random.between(9, 40);
    break;
  case 4:
    extent = random.pick(std::span<const int64_t>(odd));
    break;
  default:
    extent = random.pick(std::span<const int64_t>(large));
    break;
  }
  return extent <= limit ? extent : random.between(std::min<int64_t>(1, limit), limit);
}

Knowledge Extents::drawKnowledge() {
  switch (knowledgeMode) {
  case KnowledgeMode::AllStatic:
    return Knowledge::Static;
  case KnowledgeMode::AllDynamic:
    return random.chance(8) ? Knowledge::Disguised : Knowledge::Dynamic;
  case KnowledgeMode::AllButOne:
    return symbols() == staticSymbol ? Knowledge::Static : Knowledge::Dynamic;
  case KnowledgeMode::Mixed:
    break;
  }
  const double weights[] = {34, 40, 26};
  return static_cast<Knowledge>(pickWeighted(random, weights));
}

Dim Extents::add(Knowledge told, const std::vector<int64_t> &values) {
  const int id = symbols();
  knowledge.push_back(told);
  for (size_t run = 0; run < runs(); ++run)
    bindings[run].push_back(values[run]);
  return Dim::symbol(id);
}

void Extents::rollBack(int count) {
  knowledge.resize(static_cast<size_t>(count));
  for (Bindings &extents : bindings)
    extents.resize(static_cast<size_t>(count));
}

Dim Extents::fresh(int64_t limit) {
  limit = std::max<int64_t>(limit, 1);
  const bool literalsAllowed =
      knowledgeMode == KnowledgeMode::AllStatic || knowledgeMode == KnowledgeMode::Mixed;
  if (full() || (literalsAllowed && random.chance(15)))
    return draw(limit, full());
  const Knowledge told = drawKnowledge();
  std::vector<int64_t> values(runs());
  const bool small = knowledgeMode == KnowledgeMode::AllButOne && told == Knowledge::Static;
  for (size_t run = 0; run < runs(); ++run)
    values[run] = run > 0 && told != Knowledge::Dynamic ? values[0] : draw(limit, small);
  return add(told, values);
}

Dim Extents::any(int64_t limit) {
  for (int attempt = 0; attempt < 3 && symbols() > 0 && random.chance(80); ++attempt) {
    Dim dim = Dim::symbol(static_cast<SymbolId>(random.below(static_cast<size_t>(symbols()))));
    if (greatest(dim) <= limit)
      return dim;
  }
  if (limit <= 1 || random.chance(4))
    return 1;
  return fresh(limit);
}

Dim Extents::between(Bounds low, const Bounds &high) {
  // Nothing at all is legal, but then little else is left to be seen.
  if (random.chance(85))
    for (size_t run = 0; run < maxRuns; ++run)
      low[run] = std::max(low[run], std::min<int64_t>(high[run], 1));
  int64_t lowForAll = *std::max_element(low.begin(), low.end());
  int64_t highForAll = *std::min_element(high.begin(), high.end());
  Knowledge told = drawKnowledge();
  // One extent for all runs exists only if the intervals meet.
  if (lowForAll > highForAll)
    told = Knowledge::Dynamic;
  std::vector<int64_t> values(runs());
  for (size_t run = 0; run < runs(); ++run) {
    if (told == Knowledge::Dynamic)
      values[run] = random.between(low[run], high[run]);
    else
      values[run] = run > 0 ? values[0] : random.between(lowForAll, highForAll);
  }
  return add(told, values);
}

} // namespace assay
