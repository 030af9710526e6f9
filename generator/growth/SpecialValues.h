#pragma once

#include "generator/growth/Profile.h"
#include "program/Inputs.h"
#include "program/Program.h"
#include "support/Random.h"

namespace assay {

/// The recipes of each argument, by run.
using Recipes = std::vector<std::vector<Recipe>>;

/// Puts NaN, infinities and their like among the float inputs of a finished program, and in place
/// of what its fills, pads and constants hold, wherever they leave it defined: they may not be cast
/// to an integer, and NaN may not be what a sort, topk or argmax orders by. What the generator knew
/// of a value holds only for what they do not reach. Draws `profile.specialPercent` programs.
Program withSpecialValues(Random &random, const Profile &profile, const Program &program,
                          Recipes &recipes);

} // namespace assay
