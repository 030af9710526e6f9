#pragma once

#include "support/Expected.h"

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What of the code for a program can be counted without running it. The less the better.
enum class Metric : uint8_t {
  Transposes, // loops that do nothing but move elements to other places
  Relayouts,  // other loops over elements that read or write through a permuted map
  Dispatches, // launches of kernels, or what corresponds to them
  Bytes,      // that dispatches read and write, where all their extents are known
  Allocated,  // bytes of buffers for values between arguments and results, likewise
};
inline constexpr std::array<std::string_view, 5> names(Metric) {
  return {"transposes", "relayouts", "dispatches", "bytes", "allocated"};
}

/// Those that can be told.
using Metrics = std::map<Metric, int64_t>;

/// "transposes 1, dispatches 2".
std::string textOf(const Metrics &metrics);

/// "transposes,bytes", and back; an error names those that there are. Each is there once, in the
/// order of Metric.
std::string textOf(std::span<const Metric> metrics);
Expected<std::vector<Metric>> metricsFrom(std::string_view text);

/// Whether there could be less of one of the metrics: a dispatch is needed for nearly anything.
bool mayBeLess(const Metrics &counts, std::span<const Metric> metrics);

/// In which of the metrics `better` is less than `worse`, in their order; none if it is more in
/// one. Only those count that both tell. Bytes within a fifth or 4 KiB of each other are as many:
/// a buffer more or less for a scalar, or the rounding of a pool of them, is noise.
std::vector<Metric> savings(const Metrics &worse, const Metrics &better,
                            std::span<const Metric> metrics);

} // namespace assay
