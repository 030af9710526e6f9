#include "tools/assay/Numbers.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <random>

namespace assay {
namespace {

constexpr int64_t maxJobs = 1024;

/// The whole text as a T.
template <class T> std::optional<T> numberIn(const std::string &text) {
  T value{};
  auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (code != std::errc() || end != text.data() + text.size())
    return std::nullopt;
  return value;
}

/// `holds(text)` or a sentence that quotes the text; no words of its own in --help.
template <class Holds> CLI::Validator validator(const char *expected, Holds holds) {
  return CLI::Validator(
      [expected, holds](std::string &text) {
        return holds(text) ? std::string() : fmt::format("'{}' is no {}", text, expected);
      },
      "");
}

} // namespace

CLI::Validator wholeNumber(int64_t least) {
  return validator(least > 0 ? "whole number from 1 on" : "whole number from 0 on",
                   [least](const std::string &text) {
                     auto value = numberIn<int64_t>(text);
                     return value && *value >= least;
                   });
}

CLI::Validator seedNumber() {
  return validator("whole number from 0 to 2^64-1",
                   [](const std::string &text) { return numberIn<uint64_t>(text).has_value(); });
}

CLI::Validator minutesNumber() {
  return validator("number of minutes above 0", [](const std::string &text) {
    auto value = numberIn<double>(text);
    return value && std::isfinite(*value) && *value > 0;
  });
}

CLI::Option *addJobs(CLI::App &app, int &jobs) {
  return app.add_option("--jobs", jobs, "Workers")
      ->check(validator("number of workers from 1 to 1024",
                        [](const std::string &text) {
                          auto value = numberIn<int64_t>(text);
                          return value && *value >= 1 && *value <= maxJobs;
                        }))
      ->type_name("J")
      ->capture_default_str();
}

uint64_t freshSeed() { return std::random_device()() % 1'000'000'000; }

} // namespace assay
