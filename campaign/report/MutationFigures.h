#pragma once

#include "support/Expected.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What a file that `assay mutate --json` wrote says, as far as a page shows it.
struct MutationFigures {
  /// Outcomes in the order in which a page has them, worst first.
  static constexpr std::array<std::string_view, 7> outcomes = {
      "missed", "weak", "reported", "legal", "equal", "invalid", "unusable"};
  /// Pairs by outcome.
  using Counts = std::array<int64_t, outcomes.size()>;
  struct Score {
    std::string name; // "all", "values", "by_operator", "by_family"
    int64_t reported = 0, scored = 0;
    double value = 0, low = 0, high = 0; // 0 to 1
  };
  struct Row {
    std::string name;
    Counts counts{};
  };
  struct Grouping {
    std::string name; // "operator"
    std::vector<Row> rows;
  };
  struct LegalLine {
    std::string line, sentence;
    int64_t pairs = 0;
  };
  /// A pair that the check should have reported.
  struct Pair {
    int64_t program = 0, mutant = 0;
    std::string outcome, change, detail;
    bool isAdmitted = false;
    std::filesystem::path file; // of the case; empty if it was not kept
  };

  std::filesystem::path source; // the file
  std::string target, profile, series, version;
  uint64_t seed = 0;
  int64_t programs = 0, pairs = 0, probes = 0;
  double seconds = 0;
  Counts counts{};
  std::vector<Score> scores;
  std::vector<Grouping> groupings;
  std::vector<LegalLine> legal;
  int64_t equalDrawn = 0, equalDiffer = 0, equalProbes = 0;
  double equalShare = 0, equalLow = 0, equalHigh = 0;
  std::vector<Pair> unseen;
};

/// Reads such files. An error says which is none, or is of another series than `series`: figures of
/// different series cannot be compared.
Expected<std::vector<MutationFigures>> readMutationFigures(const std::vector<std::string> &files,
                                                           std::string_view series);

} // namespace assay
