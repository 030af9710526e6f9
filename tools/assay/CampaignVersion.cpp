#include "tools/assay/CampaignVersion.h"

#include "support/Version.h"
#include "targets/toolchains/Toolchain.h"

#include <fmt/format.h>

#include <set>

namespace assay {

Expected<std::string> campaignVersion(const std::vector<TargetName> &targets,
                                      const Services &services) {
  std::string text = version;
  std::set<std::string> builds;
  for (const TargetName &target : targets)
    if (isBuildName(target.release) && builds.insert(target.compilerText()).second) {
      auto content = services.inspectorOf(target)->content(target);
      if (!content)
        return content;
      constexpr size_t shown = 8;
      text += fmt::format(", {} {}", target.compilerText(), content->substr(0, shown));
    }
  return text;
}

} // namespace assay
