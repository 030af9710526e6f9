#include "targets/WrittenOut.h"

#include "targets/RandomPipeline.h"
#include "targets/iree/IreeName.h"

namespace assay {

std::string writtenOut(std::string_view name) {
  if (auto seed = randomSeed(name))
    return "cpu:pipeline=" + randomPipeline(*seed);
  if (name.find("random=") != std::string_view::npos)
    if (auto iree = parseIreeName(name))
      return ireeTargetName(*iree);
  return std::string(name);
}

} // namespace assay
