#pragma once

#include "generator/Profile.h"

namespace assay {

/// The case number `index` of the stream `seed`. Depends on nothing but (seed, index,
/// profile.name), given the profile's content; valid, and defined for its inputs, by construction.
TestCase generate(uint64_t seed, uint64_t index, const Profile &profile);

} // namespace assay
