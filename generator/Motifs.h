#pragma once

#include "generator/Growth.h"

namespace assay {

/// Adds the nodes of a motif, joined to what is there; false if it did not fit, in which case some
/// of its nodes may have been added.
bool draw(Growth &growth, Motif motif);

} // namespace assay
