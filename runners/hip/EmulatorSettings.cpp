#include "runners/hip/EmulatorSettings.h"

#include "amdgpu/hip/Settings.h"

#include <cstdlib>
#include <optional>

namespace assay {

Expected<EmulatorSettings> EmulatorSettings::fromEnvironment() {
  std::optional<Error> wrong;
  const auto settings = amdhip::Settings::fromEnvironment([&](const std::string &complaint) {
    if (!wrong)
      wrong = Error{complaint};
  });
  if (wrong)
    return *wrong;
  const char *checks = std::getenv("ASSAY_HIP_CHECKS");
  return EmulatorSettings{amdgpu::nameOf(settings.chip), settings.schedule, checks ? checks : ""};
}

} // namespace assay
