#pragma once

#include "generator/growth/Growth.h"

namespace assay {

/// The case number `index` of the stream `seed`. Depends on nothing but (seed, index,
/// profile.name), given the profile's content; valid, and defined for its inputs, by construction.
TestCase generate(uint64_t seed, uint64_t index, const Profile &profile);

/// Adds nodes up to a size drawn from the profile. generate() is this on a new Growth, finished.
void growWhole(Growth &growth);

} // namespace assay
