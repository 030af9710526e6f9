#pragma once

#include "support/VersionNumber.h"

namespace assay {

/// What differs between versions of IREE in the text of iree_linalg_ext's ops.
struct IreeSyntax {
  /// Ops with inputs and outputs say how many there are of each; sort always does.
  bool hasSegmentSizes = false;
  /// gather has a body that yields what was read.
  bool gatherHasBody = false;
};

IreeSyntax ireeSyntax(VersionNumber version);

} // namespace assay
