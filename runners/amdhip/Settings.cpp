#include "runners/amdhip/Settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace assay::amdhip {
namespace {

template <class T> void readNumber(const char *name, T &value) {
  const char *text = std::getenv(name);
  if (!text)
    return;
  const std::string_view view(text);
  T number = 0;
  auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
  if (error != std::errc() || end != view.data() + view.size()) {
    fmt::print(stderr, "hip: {}={} is no number and is not used\n", name, text);
    return;
  }
  value = number;
}

} // namespace

Settings Settings::fromEnvironment() {
  Settings result;
  result.threads = std::max(1U, std::thread::hardware_concurrency());
  if (const char *name = std::getenv("ASSAY_HIP_CHIP")) {
    if (auto chip = amdgpu::chipFromName(name))
      result.chip = *chip;
    else
      fmt::print(stderr, "hip: ASSAY_HIP_CHIP={} is neither gfx942 nor gfx90a and is not used\n",
                 name);
  }
  readNumber("ASSAY_HIP_THREADS", result.threads);
  result.threads = std::clamp(result.threads, 1U, 256U);
  readNumber("ASSAY_HIP_SCHEDULE", result.schedule);
  readNumber("ASSAY_HIP_BUDGET", result.budget);
  readNumber("ASSAY_HIP_VERBOSE", result.verbose);
  int isAsynchronous = 0;
  readNumber("ASSAY_HIP_ASYNC", isAsynchronous);
  result.isAsynchronous = isAsynchronous != 0;
  if (const char *list = std::getenv("ASSAY_HIP_CHECKS"); list && *list) {
    if (auto checks = amdgpu::Checks::parse(list))
      result.checks = *checks;
    else
      fmt::print(stderr, "hip: ASSAY_HIP_CHECKS={} is not used: {}\n", list,
                 checks.error().message);
  }
  if (const char *path = std::getenv("ASSAY_HIP_REPORT"))
    result.report = path;
  if (const char *path = std::getenv("ASSAY_HIP_CODE"))
    result.code = path;
  return result;
}

} // namespace assay::amdhip
