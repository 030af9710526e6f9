#include "runners/hip/HipLibrary.h"

#include "runners/hip/HipFaults.h"
#include "support/OwnFolder.h"

#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <utility>
#include <vector>

namespace assay {

namespace fs = std::filesystem;

Expected<std::optional<fs::path>> hipLibrary() {
  std::error_code code;
  const char *named = std::getenv("ASSAY_HIP_LIBRARY");
  if (!named) {
    const fs::path own = inOwnFolder("lib/hip/libamdhip64.so");
    return fs::exists(own, code) ? std::optional(own) : std::nullopt;
  }
  if (!*named)
    return std::optional<fs::path>();
  fs::path library = fs::absolute(named, code);
  if (fs::is_directory(library, code))
    library /= "libamdhip64.so";
  if (!fs::exists(library, code))
    return Error{fmt::format("there is no {}, which ASSAY_HIP_LIBRARY names", library.string())};
  return std::optional(library);
}

namespace {

/// A variable of the environment that has a value for a while.
class Variable {
public:
  Variable(const char *name, const std::string &value) : name(name) {
    if (const char *old = std::getenv(name))
      before = old;
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { before ? setenv(name, before->c_str(), 1) : unsetenv(name); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  const char *name;
  std::optional<std::string> before;
};

} // namespace

/// Unless the user has set it.
static void setDefault(const char *name, const std::string &value) {
  setenv(name, value.c_str(), /*overwrite=*/0);
}

Expected<std::shared_ptr<HipLibrary>> HipLibrary::load() {
  // A process has the library once, and so are its settings.
  static std::shared_ptr<HipLibrary> loaded;
  if (loaded)
    return loaded;
  auto asked = EmulatorSettings::fromEnvironment();
  if (!asked)
    return asked.error();
  // A file in memory, which the emulator can append to by its name, and which is this process's
  // own.
  if (const int report = memfd_create("faults", 0); report >= 0)
    setenv("ASSAY_HIP_REPORT", fmt::format("/proc/self/fd/{}", report).c_str(), 1);
  else
    setDefault("ASSAY_HIP_REPORT", "/dev/null");
  setDefault("ASSAY_HIP_VERBOSE", "0");
  setDefault("ASSAY_HIP_THREADS", "1"); // campaigns have a worker for each core
  setDefault("ASSAY_HIP_BUDGET", std::to_string(uint64_t(1) << 30));

  auto found = hipLibrary();
  if (!found)
    return found.error();
  std::vector<fs::path> files = {"libamdhip64.so", "/opt/rocm/lib/libamdhip64.so"};
  if (*found)
    files = {**found};
  std::string tried;
  for (const fs::path &file : files) {
    std::shared_ptr<HipLibrary> library(new HipLibrary(file, *asked));
    auto opened = library->open();
    if (opened) {
      library->report = std::getenv("ASSAY_HIP_REPORT");
      loaded = library;
      return library;
    }
    tried += (tried.empty() ? "" : "; ") + opened.error().message;
  }
  return Error{
      fmt::format("no HIP library can be used ({}): install libamdhip64-dev and build assay again, "
                  "or name a library by ASSAY_HIP_LIBRARY",
                  tried)};
}

Expected<void> HipLibrary::open() {
  void *handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    return Error{dlerror()};
  std::string missing;
  const auto find = [&](auto &function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, name));
    if (!function)
      missing = name;
  };
  find(hipGetErrorName, "hipGetErrorName");
#define HIP_FUNCTION(name, ...) find(name, #name);
#include "runners/hip/HipFunctions.def"
#undef HIP_FUNCTION
  if (!missing.empty())
    return Error{fmt::format("{} has no {}", file.string(), missing)};
  int devices = 0;
  if (int error = hipInit(0))
    return Error{fmt::format("hipInit of {} returns {}", file.string(), hipGetErrorName(error))};
  if (int error = hipGetDeviceCount(&devices); error || devices == 0)
    return Error{fmt::format("{} finds no device", file.string())};
  emulates = deviceName().find("assay AMDGPU emulator") != std::string::npos;
  return {};
}

EmulatorSettings HipLibrary::settingsFor(std::string_view chip) const {
  EmulatorSettings settings = asked;
  settings.chip = chip;
  return settings;
}

Expected<std::string> HipLibrary::firstDevice(const fs::path &file) {
  HipLibrary library(file, {});
  ASSAY_TRY(library.open());
  return library.deviceName();
}

std::string HipLibrary::deviceName() const {
  char name[256] = "";
  (void)hipDeviceGetName(name, sizeof name, 0);
  return name;
}

void HipLibrary::set(const EmulatorSettings &settings) {
  if (!emulates || settings == current)
    return;
  {
    const Variable chip("ASSAY_HIP_CHIP", settings.chip);
    const Variable schedule("ASSAY_HIP_SCHEDULE", std::to_string(settings.schedule));
    const Variable checks("ASSAY_HIP_CHECKS", settings.checks);
    (void)hipDeviceReset(); // reads them
  }
  current = settings;
}

void HipLibrary::reset() {
  if (const auto settings = std::exchange(current, std::nullopt))
    set(*settings);
  else
    (void)hipDeviceReset();
}

std::optional<TargetFailure> HipLibrary::firstFault() const { return firstHipFault(report); }

void HipLibrary::forgetFaults() {
  std::error_code ignored; // of a library that has written none
  fs::resize_file(report, 0, ignored);
}

} // namespace assay
