#pragma once

#include "runners/hip/EmulatorSettings.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A HIP library as iree-run-module takes it.
struct IreeHip {
  EmulatorSettings settings; // as the user has them
  std::filesystem::path library;
  std::string device; // the name of the first, or why there is none
};

/// Where iree-run-module runs the code of a backend.
struct IreeDevice {
  std::vector<std::string> flags;
  std::optional<IreeHip> hip = std::nullopt;
};

/// The device for a backend; nothing if there is none, which is hip without a library. An error
/// names what the user has set that is wrong.
Expected<std::optional<IreeDevice>> ireeDevice(std::string_view backend);

} // namespace assay
