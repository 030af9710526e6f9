#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay {

/// A sentence of docs/semantics.md that gives more than one right answer.
enum class SemanticsLine : uint8_t {
#define ASSAY_SEMANTICS_LINE(Enumerator, name, sentence) Enumerator,
#include "mutation/SemanticsLines.def"
};
inline constexpr auto names(SemanticsLine) {
  return std::to_array<std::string_view>({
#define ASSAY_SEMANTICS_LINE(Enumerator, name, sentence) name,
#include "mutation/SemanticsLines.def"
  });
}
/// As it stands there.
inline constexpr std::string_view sentenceOf(SemanticsLine line) {
  constexpr auto sentences = std::to_array<std::string_view>({
#define ASSAY_SEMANTICS_LINE(Enumerator, name, sentence) sentence,
#include "mutation/SemanticsLines.def"
  });
  return sentences[static_cast<size_t>(line)];
}

} // namespace assay
