#include "targets/upstream/PassList.h"

#include "target/PassPipeline.h"
#include "targets/upstream/InstalledMlir.h"
#include "targets/upstream/RandomPipeline.h"
#include "targets/upstream/UpstreamTarget.h"

namespace assay {

TargetName PassList::target() const {
  TargetName name = whole;
  name.pipeline = joinPasses(passes);
  return name;
}

std::optional<PassList> passList(const TargetName &target) {
  TargetName full = withPipelineSpelledOut(target);
  if (!full.pipeline)
    return std::nullopt;
  int version = installedMlir;
  if (full.compiler != "cpu") {
    auto upstream = upstreamOptions(full);
    if (!upstream)
      return std::nullopt;
    version = upstream->version;
  }
  std::vector<std::string> passes = splitPasses(*full.pipeline);
  return PassList{std::move(full), version, std::move(passes)};
}

} // namespace assay
