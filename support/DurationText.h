#pragma once

#include <string>

namespace assay {

/// What may be asked for: some two years.
inline constexpr int mostMinutes = 1'000'000;

/// "3.1 s", "2 min 05 s", "1 h 02 min"
std::string durationText(double seconds);

} // namespace assay
