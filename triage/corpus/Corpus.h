#pragma once

#include <span>
#include <string_view>

namespace assay {

/// A case of corpus/, which comes with the program.
struct CorpusCase {
  std::string_view file; // from the repository's root
  std::string_view text;
};

/// All of them, by file.
std::span<const CorpusCase> corpusCases();

} // namespace assay
