#include "flavours/IreeSyntax.h"

namespace assay {

// Each line was found by giving both forms to the iree-opt of the versions around it.
IreeSyntax ireeSyntax(VersionNumber version) {
  IreeSyntax syntax;
  syntax.hasSegmentSizes = version < VersionNumber{3, 13, 0};
  syntax.hasGather = version >= VersionNumber{3, 4, 0};
  syntax.gatherHasBody = version < VersionNumber{3, 5, 0};
  syntax.hasContract = version >= VersionNumber{3, 3, 0};
  syntax.mapReadsInit = version >= VersionNumber{3, 9, 0};
  return syntax;
}

} // namespace assay
