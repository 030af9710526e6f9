#pragma once

#include "generator/growth/Growth.h"

namespace assay {

/// Each motif has a function that adds its nodes, joined to what is there; false if it did not fit,
/// in which case some of its nodes may have been added.
#define ASSAY_MOTIF(Enumerator) bool draw##Enumerator(Growth &growth);
#include "generator/growth/Motifs.def"

/// Adds the nodes of that motif.
bool draw(Growth &growth, Motif motif);

} // namespace assay
