#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay {

/// How hard a compiler tries; each stage says what its levels are.
enum class OptLevel : uint8_t { O0, O1, O2, O3 };
inline constexpr std::array<std::string_view, 4> names(OptLevel) {
  return {"O0", "O1", "O2", "O3"};
}

} // namespace assay
