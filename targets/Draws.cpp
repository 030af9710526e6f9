#include "targets/Draws.h"

#include "targets/core/CorePipeline.h"
#include "targets/iree/IreeOptions.h"
#include "targets/upstream/RandomPipeline.h"

namespace assay {

TargetName withDrawsSpelledOut(const TargetName &name) {
  if (name.random || name.valueOf("random"))
    if (auto iree = ireeOptions(name))
      return targetNameOf(*iree);
  return withPipelineSpelledOut(withCorePipeline(name));
}

} // namespace assay
