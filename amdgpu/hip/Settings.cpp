#include "amdgpu/hip/Settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <string_view>
#include <thread>

namespace assay::amdhip {
namespace {

/// The variable's value; null if it is not set or empty.
const char *given(const char *name) {
  const char *text = std::getenv(name);
  return text && *text ? text : nullptr;
}

template <class T> void readNumber(const char *name, T &value, const Settings::Complain &complain) {
  const char *text = given(name);
  if (!text)
    return;
  const std::string_view view(text);
  T number = 0;
  auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), number);
  if (error != std::errc() || end != view.data() + view.size())
    complain(
        fmt::format("{}={} is no number from 0 to {}", name, text, std::numeric_limits<T>::max()));
  else
    value = number;
}

} // namespace

Settings Settings::fromEnvironment(const Complain &complain) {
  Settings result;
  result.threads = std::max(1U, std::thread::hardware_concurrency());
  if (const char *name = given("ASSAY_HIP_CHIP")) {
    if (auto chip = amdgpu::chipFromName(name))
      result.chip = *chip;
    else
      complain(fmt::format("ASSAY_HIP_CHIP={} is neither gfx942 nor gfx90a", name));
  }
  readNumber("ASSAY_HIP_THREADS", result.threads, complain);
  result.threads = std::clamp(result.threads, 1U, 256U);
  readNumber("ASSAY_HIP_SCHEDULE", result.schedule, complain);
  readNumber("ASSAY_HIP_BUDGET", result.budget, complain);
  readNumber("ASSAY_HIP_VERBOSE", result.verbose, complain);
  unsigned isAsynchronous = 0;
  readNumber("ASSAY_HIP_ASYNC", isAsynchronous, complain);
  result.isAsynchronous = isAsynchronous != 0;
  if (const char *list = given("ASSAY_HIP_CHECKS")) {
    if (auto checks = amdgpu::Checks::parse(list))
      result.checks = *checks;
    else
      complain(fmt::format("ASSAY_HIP_CHECKS={} is wrong: {}", list, checks.error().message));
  }
  if (const char *path = given("ASSAY_HIP_REPORT"))
    result.report = path;
  if (const char *path = given("ASSAY_HIP_CODE"))
    result.code = path;
  if (const char *path = given("ASSAY_HIP_COUNTERS"))
    result.counters = path;
  return result;
}

} // namespace assay::amdhip
