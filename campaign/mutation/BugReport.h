#pragma once

#include "mutation/BugFigures.h"

#include <nlohmann/json.hpp>

namespace assay {

/// What became of the first case of a bug.
struct BugReduction {
  int64_t checks = 0;
  double seconds = 0;
  size_t opsBefore = 0, ops = 0;
  int64_t largestExtent = 0;
  std::string smallest; // the case that it ends with, as program/Text.h writes it
};

/// What a run of `assay mutate` with deliberate bugs amounts to.
struct BugReport {
  std::string version, target, profile;
  std::string kind; // "rule"
  std::vector<std::string> bugs;
  std::vector<uint64_t> seeds; // of campaigns
  int64_t programs = 0;        // at most, of each
  int64_t probes = 0;
  std::vector<BugTrial> records;   // by bug, campaign and program; all that count
  std::vector<BugFigures> figures; // of bugs
  std::vector<std::optional<BugReduction>> reductions; // of bugs; none if nothing is reduced
  double seconds = 0;
};

/// A line for each bug.
std::string text(const BugReport &report);
/// Without the time it took it is the same for equal flags.
nlohmann::ordered_json toJson(const BugReport &report);
/// A line for each pair, behind one with the names of the columns.
std::string csv(const BugReport &report);

} // namespace assay
