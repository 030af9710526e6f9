#pragma once

#include "mutation/Score.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>

namespace assay {

/// What a run of `assay mutate` amounts to.
struct MutationReport {
  std::string version, target, profile;
  uint64_t seed = 0;
  int64_t programs = 0;
  int64_t mutantsPerProgram = 0;
  int64_t probes = 0;
  std::vector<MutantRecord> records; // by program and number
  EqualSample equal;                 // of these
  /// Where the program of a pair is kept as a case, as seen from the JSON's folder; by program and
  /// number.
  std::map<std::pair<int64_t, int64_t>, std::string> cases;
  std::array<Score, names(ScoreKind()).size()> scores; // of the records
  double seconds = 0;

  const Score &score(ScoreKind kind) const { return scores[static_cast<size_t>(kind)]; }
};

/// By the names of outcomes.
nlohmann::ordered_json toJson(const OutcomeCounts &counts);
/// Adds to a pair's record what became of it.
void addResult(nlohmann::ordered_json &record, const MutantResult &result);
/// As RFC 4180 quotes it.
std::string csvField(const std::string &text);

/// Tables for people.
std::string text(const MutationReport &report);
/// Everything; without the time it took it is the same for equal flags.
nlohmann::ordered_json toJson(const MutationReport &report);
/// A line for each pair, behind one with the names of the columns.
std::string csv(const MutationReport &report);

} // namespace assay
