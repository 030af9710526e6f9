#pragma once

#include "runners/hip/EmulatorSettings.h"
#include "support/Expected.h"
#include "target/Outcome.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

/// Where libamdhip64.so is: what ASSAY_HIP_LIBRARY names, a file or the folder with it; else
/// assay's own beside this program, with the AMDGPU machine behind it. Nothing if the variable is
/// empty, or if it is not set and assay was built without HIP's headers. An error if there is none
/// where it points.
Expected<std::optional<std::filesystem::path>> hipLibrary();

/// A HIP library that was loaded into this process, and its first device.
class HipLibrary {
public:
  /// hipLibrary(), else the system's. It stays loaded. An error says what was looked for, or what
  /// of EmulatorSettings is wrong.
  static Expected<std::shared_ptr<HipLibrary>> load();

  /// The name of the first device of a library, which is loaded for that if it is not, and stays
  /// so. An error says why there is none.
  static Expected<std::string> firstDevice(const std::filesystem::path &file);

  const std::filesystem::path &path() const { return file; }
  /// "assay AMDGPU emulator (gfx942)", with the chip that set() has made it.
  std::string deviceName() const;
  /// What the user's environment says, for a chip.
  EmulatorSettings settingsFor(std::string_view chip) const;
  /// Whether it is assay's own.
  bool isEmulator() const { return emulates; }
  /// Comes before work that depends on it; keeps nothing in flight and forgets errors of streams.
  /// Does nothing to another library than assay's, where a reset would unload modules.
  void set(const EmulatorSettings &settings);
  /// Forgets the error that stays with a device; what was set stays so.
  void reset();
  /// What the emulator says of the first fault of a kernel since forgetFaults(); nothing of another
  /// library.
  std::optional<TargetFailure> firstFault() const;
  void forgetFaults();

  // "hipErrorLaunchFailure", for messages.
  const char *(*hipGetErrorName)(int error) = nullptr;
#define HIP_FUNCTION(name, ...) int (*name)(__VA_ARGS__) = nullptr;
#include "runners/hip/HipFunctions.def"
#undef HIP_FUNCTION

private:
  HipLibrary(std::filesystem::path file, EmulatorSettings asked)
      : file(std::move(file)), asked(std::move(asked)) {}
  Expected<void> open();

  std::filesystem::path file;
  /// To which the emulator appends faults.
  std::filesystem::path report;
  EmulatorSettings asked;
  std::optional<EmulatorSettings> current; // nothing before the first set()
  bool emulates = false;
};

} // namespace assay
