#pragma once

#include "campaign/mutation/MutationObserver.h"
#include "campaign/mutation/MutationReport.h"
#include "campaign/workers/Pool.h"

namespace assay {

/// Which mutants compile which programs, and how closely each pair is looked at.
struct MutantScoring {
  TargetName target;
  std::string profile;
  std::string plan; // the text of the one that `profile` names; empty for none
  uint64_t seed = 0;
  int64_t first = 0;            // index of the first program
  std::optional<int64_t> count; // of programs
  std::optional<double> minutes;
  int64_t mutants = 0; // of each program
  int64_t probes = 0;  // of each pair
  /// So many equal pairs, drawn at random, get so many probes.
  int64_t equalSample = 0, equalProbes = 0;
  int jobs = 1;
  WorkerCommand worker;
};

/// Looks at programs until the count or three quarters of the time are reached, then at some pairs
/// that were equal once more. With neither count nor time it goes on until it is stopped.
Expected<MutationReport> scoreMutants(const MutantScoring &scoring, MutationObserver &observer);

} // namespace assay
