#include "runners/hip/HipLibrary.h"

#include "support/OwnFolder.h"
#include "support/ReadFile.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>

namespace assay {

namespace fs = std::filesystem;

/// Files to try, in this order.
static std::vector<fs::path> candidates() {
  if (const char *named = std::getenv("ASSAY_HIP_LIBRARY"); named && *named) {
    std::error_code ignored;
    const fs::path path = fs::absolute(named, ignored);
    return {fs::is_directory(path, ignored) ? path / "libamdhip64.so" : path};
  }
  return {inOwnFolder("lib/hip/libamdhip64.so"), "libamdhip64.so", "/opt/rocm/lib/libamdhip64.so"};
}

/// Unless the user has set it.
static void setDefault(const char *name, const std::string &value) {
  setenv(name, value.c_str(), /*overwrite=*/0);
}

Expected<std::shared_ptr<HipLibrary>> HipLibrary::load() {
  // A file in memory, which the emulator can append to by its name.
  const int report = memfd_create("faults", 0);
  if (report >= 0)
    setDefault("ASSAY_HIP_REPORT", fmt::format("/proc/self/fd/{}", report));
  setDefault("ASSAY_HIP_VERBOSE", "0");
  setDefault("ASSAY_HIP_THREADS", "1"); // campaigns have a worker for each core
  setDefault("ASSAY_HIP_BUDGET", std::to_string(uint64_t(1) << 30));

  std::string tried;
  for (const fs::path &file : candidates()) {
    std::shared_ptr<HipLibrary> library(new HipLibrary(file));
    auto opened = library->open();
    if (opened)
      return library;
    tried += (tried.empty() ? "" : "; ") + opened.error().message;
  }
  return Error{
      fmt::format("no HIP library can be used ({}): name one by ASSAY_HIP_LIBRARY", tried)};
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
  report = std::getenv("ASSAY_HIP_REPORT");
  return {};
}

std::string HipLibrary::description() const {
  char name[256] = "";
  (void)hipDeviceGetName(name, sizeof name, 0);
  return fmt::format("{}, {}", file.string(), name);
}

void HipLibrary::set(const EmulatorSettings &settings) {
  if (isSet && settings == current)
    return;
  setenv("ASSAY_HIP_CHIP", settings.chip.c_str(), 1);
  setenv("ASSAY_HIP_SCHEDULE", std::to_string(settings.schedule).c_str(), 1);
  (void)hipDeviceReset();
  current = settings;
  isSet = true;
}

std::string HipLibrary::lastFault() const {
  auto lines = readFile(report);
  if (!lines || lines->empty())
    return {};
  const std::string_view all(*lines);
  const size_t begin = all.find_last_of('\n', all.size() - 2);
  const auto line = nlohmann::json::parse(all.substr(begin == all.npos ? 0 : begin + 1), nullptr,
                                          /*allow_exceptions=*/false);
  if (!line.is_object())
    return {};
  return fmt::format("{}: {} at {}+{:#x} `{}`, lane {}", line.value("kind", ""),
                     line.value("text", ""), line.value("kernel", ""), line.value("address", 0),
                     line.value("instruction", ""), line.value("lane", -1));
}

} // namespace assay
