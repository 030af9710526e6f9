#pragma once

#include "support/Expected.h"

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

/// The device for a backend; nothing if there is none, which is hip without a library.
Expected<std::optional<IreeDevice>> ireeDevice(std::string_view backend);

} // namespace assay
