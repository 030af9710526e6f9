#include "targets/Draws.h"

#include "targets/upstream/RandomPipeline.h"
#include "targets/iree/IreeOptions.h"

namespace assay {

TargetName withDrawsSpelledOut(const TargetName &name) {
  if (auto seed = randomSeed(name)) {
    TargetName core = "cpu:pipeline="_target;
    core.pipeline = randomPipeline(*seed);
    return core;
  }
  if (name.random || name.valueOf("random"))
    if (auto iree = ireeOptions(name))
      return targetNameOf(*iree);
  return name;
}

} // namespace assay
