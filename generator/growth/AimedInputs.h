#pragma once

#include "generator/growth/SpecialValues.h"

namespace assay {

/// Lets some inputs be what the ops that read them go wrong on: halves where something rounds, ties
/// where something is ordered, the first and last index, unlike signs where something is divided.
/// Only within the range that the input had, so that what the generator knows of it stays true.
void aimInputs(Random &random, const Program &program, Recipes &recipes);

} // namespace assay
