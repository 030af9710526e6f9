#pragma once

#include "generator/growth/Growth.h"
#include "generator/growth/SpecialValues.h"

namespace assay {

/// By argument, what its elements may be beyond what `recipes` have, all arguments at once; nothing
/// where that is all. What the growth knows of its values is what follows from that afterwards.
std::vector<std::optional<Facts>> widerInputs(Growth &growth, const Recipes &recipes);

} // namespace assay
