#pragma once

#include "runners/hip/EmulatorSettings.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Where iree-run-module runs the code of a backend.
struct IreeDevice {
  std::vector<std::string> flags;
  std::optional<EmulatorSettings> hip = std::nullopt; // as the user has them
};

/// The device for a backend; nothing if there is none, which is hip without a library. An error
/// names what the user has set that is wrong.
Expected<std::optional<IreeDevice>> ireeDevice(std::string_view backend);

} // namespace assay
