#pragma once

#include <string>

namespace assay {

/// What a target's code runs on where that is not this machine's processor.
struct Device {
  std::string library; // through which: a file, "lib/hip/libamdhip64.so"
  std::string name;    // as the library has it: "assay AMDGPU emulator (gfx942)"
  std::string chip;    // for which code is made: "gfx942"
  bool operator==(const Device &) const = default;

  /// All of it, for people.
  std::string text() const { return library + ", " + name + ", code for " + chip; }
};

} // namespace assay
