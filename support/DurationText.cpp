#include "support/DurationText.h"

#include <cmath>
#include <cstdint>
#include <fmt/format.h>

namespace assay {

std::string durationText(double seconds) {
  const int64_t whole = std::llround(seconds);
  if (whole >= 3600)
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
  return whole >= 60 ? fmt::format("{} min {:02} s", whole / 60, whole % 60)
                     : fmt::format("{:.1f} s", seconds);
}

} // namespace assay
