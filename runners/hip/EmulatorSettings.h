#pragma once

#include "support/Expected.h"

#include <cstdint>
#include <string>

namespace assay {

/// How assay's own HIP library, which needs no GPU, is to behave (amdgpu/docs/amdhip.md). Another
/// library takes no notice.
struct EmulatorSettings {
  std::string chip = "gfx942";
  uint64_t schedule = 0; // seed of the order in which waves take turns
  std::string checks;    // beside what is always watched: "races,waits"
  bool operator==(const EmulatorSettings &) const = default;

  /// As the user's environment has them. An error names the first variable of ASSAY_HIP_... that
  /// the library would not use as it cannot be read, and what it may be.
  static Expected<EmulatorSettings> fromEnvironment();
};

} // namespace assay
