#include "generator/Generator.h"

#include "generator/Motifs.h"
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

static void growOnce(Growth &growth, bool preferMotif) {
  const Profile &profile = growth.profile;
  if (growth.random.chance(preferMotif ? profile.firstMotifPercent : profile.motifPercent))
    draw(growth, static_cast<Motif>(pickWeighted(growth.random, profile.motifs)));
  else
    draw(growth, static_cast<OpKind>(pickWeighted(growth.random, profile.ops)));
}

TestCase generate(uint64_t seed, uint64_t index, const Profile &profile) {
  const Profile batch = swarmed(profile, seed, index);
  Random random = Random::forIndex(seed ^ hash64(profile.name), index);
  Growth growth(random, batch);
  const int size = drawSize(random, batch);
  // A step may add nothing; that many in a row do not happen unless the budget is spent.
  for (int step = 0; step < 3 * size + 8; ++step) {
    if (static_cast<int>(growth.nodes().size()) >= size || growth.exhausted())
      break;
    growOnce(growth, step == 0 && size > 1);
  }
  while (growth.nodes().empty())
    draw(growth, random.chance(50) ? OpKind::Fill : OpKind::Iota);
  return growth.finish();
}

} // namespace assay
