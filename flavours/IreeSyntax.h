#pragma once

#include "support/VersionNumber.h"

namespace assay {

/// What differs between versions of IREE in the text of iree_linalg_ext's and linalg's ops.
struct IreeSyntax {
  /// Ops with inputs and outputs say how many there are of each; sort always does.
  bool hasSegmentSizes = false;
  /// There is a gather.
  bool hasGather = true;
  /// gather has a body that yields what was read.
  bool gatherHasBody = false;
  /// There is linalg.contract.
  bool hasContract = true;
  /// The body of linalg.map gets the element of the destination, too.
  bool mapReadsInit = true;
};

IreeSyntax ireeSyntax(VersionNumber version);

} // namespace assay
