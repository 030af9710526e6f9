#pragma once

#include "support/Expected.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// Where iree-run-module runs the code of a backend.
struct IreeDevice {
  std::vector<std::string> flags;
  bool isHip = false;
};

/// libamdhip64.so: what ASSAY_HIP_LIBRARY names, a file or the folder with it; else assay's own
/// beside this program, with the AMDGPU machine behind it. Nothing if the variable is empty, or if
/// it is not set and assay was built without HIP's headers. An error if there is none where it
/// points.
Expected<std::optional<std::filesystem::path>> hipLibrary();

/// The device for a backend; nothing if there is none, which is hip without a library.
Expected<std::optional<IreeDevice>> ireeDevice(std::string_view backend);

} // namespace assay
