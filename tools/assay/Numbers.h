#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>

namespace assay {

/// For flags that take a number from `least` to 2^63-1 in decimal digits; CLI11 itself cuts off
/// what is larger.
CLI::Validator wholeNumber(int64_t least);
/// For seeds: 0 to 2^64-1.
CLI::Validator seedNumber();
/// For a number of minutes above 0.
CLI::Validator minutesNumber();

/// The flag --jobs J; what `jobs` is before is the default.
CLI::Option *addJobs(CLI::App &app, int &jobs);
/// The seed where none was given: short enough to type.
uint64_t freshSeed();

} // namespace assay
