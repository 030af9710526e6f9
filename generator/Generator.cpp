#include "generator/Generator.h"

#include "generator/motifs/Motifs.h"
#include "generator/ops/Draw.h"
#include "support/Hash.h"

namespace assay {

/// Small programs find most of what large ones find, and sooner.
static int drawSize(Random &random, const Profile &profile) {
  struct Class {
    int least, most;
  };
  static constexpr Class classes[] = {{1, 3}, {4, 8}, {9, 16}, {17, 30}, {31, 60}};
  static constexpr double weights[] = {26, 37, 22, 11, 4};
  const Class drawn = classes[pickWeighted(random, weights)];
  return std::clamp(static_cast<int>(random.between(drawn.least, drawn.most)), profile.minOps,
                    profile.maxOps);
}

/// Adds the nodes of one op or motif, or nothing.
static void growOnce(Growth &growth, double motifPercent) {
  const Growth::Mark before = growth.mark();
  Random &random = growth.random;
  const bool added =
      random.chance(motifPercent)
          ? draw(growth, static_cast<Motif>(pickWeighted(random, growth.profile.motifs)))
          : draw(growth, static_cast<OpKind>(pickWeighted(random, growth.profile.ops)));
  if (!added)
    growth.rollBack(before);
}

void growWhole(Growth &growth) {
  const int size = drawSize(growth.random, growth.profile);
  // A step may add nothing; that many in a row do not happen unless the budget is spent.
  for (int step = 0; step < 3 * size + 8; ++step) {
    if (static_cast<int>(growth.nodes().size()) >= size || growth.exhausted())
      break;
    const bool first = growth.nodes().empty() && size > 1;
    growOnce(growth, first ? growth.profile.firstMotifPercent : growth.profile.motifPercent);
  }
  while (growth.nodes().empty())
    draw(growth, growth.random.chance(50) ? OpKind::Fill : OpKind::Iota);
}

TestCase generate(uint64_t seed, uint64_t index, const Profile &profile) {
  const Profile batch = swarmed(profile, seed, index);
  Random random = Random::forIndex(seed ^ hash64(profile.name), index);
  Growth growth(random, batch);
  growWhole(growth);
  return growth.finish();
}

} // namespace assay
