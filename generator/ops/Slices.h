#pragma once

#include "generator/growth/Growth.h"

namespace assay {

/// A place along a dim that is not empty in any run: a literal, the last one, or a scalar argument.
Dim drawPlace(Growth &growth, const Dim &dim);

} // namespace assay
