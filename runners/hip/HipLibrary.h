#pragma once

#include "support/Expected.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace assay {

/// How assay's own HIP library, which needs no GPU, is to behave. Another library takes no notice.
struct EmulatorSettings {
  std::string chip = "gfx942";
  uint64_t schedule = 0; // seed of the order in which waves take turns
  bool operator==(const EmulatorSettings &) const = default;
};

/// A HIP library that was loaded into this process, and its first device.
class HipLibrary {
public:
  /// The library in ASSAY_HIP_LIBRARY (a file, or the folder of libamdhip64.so), else assay's own
  /// in lib/hip, else the system's. It stays loaded. An error says what was looked for.
  static Expected<std::shared_ptr<HipLibrary>> load();

  /// "lib/hip/libamdhip64.so, assay AMDGPU emulator (gfx942)".
  std::string description() const;
  /// Comes before work that depends on it; keeps nothing in flight and forgets errors of streams.
  void set(const EmulatorSettings &settings);
  /// What the emulator says of the last fault; empty for another library.
  std::string lastFault() const;

  // "hipErrorLaunchFailure", for messages.
  const char *(*hipGetErrorName)(int error) = nullptr;
#define HIP_FUNCTION(name, ...) int (*name)(__VA_ARGS__) = nullptr;
#include "runners/hip/HipFunctions.def"
#undef HIP_FUNCTION

private:
  explicit HipLibrary(std::filesystem::path file) : file(std::move(file)) {}
  Expected<void> open();

  std::filesystem::path file;
  std::filesystem::path report; // to which the emulator appends faults
  EmulatorSettings current;
  bool isSet = false;
};

} // namespace assay
