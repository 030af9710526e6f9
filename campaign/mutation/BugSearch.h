#pragma once

#include "campaign/mutation/BugReport.h"
#include "campaign/mutation/MutationObserver.h"
#include "campaign/workers/Services.h"

namespace assay {

/// Which deliberate bugs are looked for, and how long.
struct BugSearch {
  TargetName target;
  std::string profile;
  std::string kind; // "rule"
  std::vector<std::string> bugs;
  uint64_t seed = 0;     // of the first campaign; each other one's is 1 more
  int64_t campaigns = 0; // each goes on until all bugs are reported
  int64_t first = 0;     // index of its first program
  int64_t programs = 0;  // of each, at most
  std::optional<double> minutes;
  int64_t probes = 0;
  int jobs = 1;
  WorkerCommand worker;
  bool reduces = false; // the first case of each bug
  std::string plan;     // the text of the one that `profile` names; empty for none
};

/// Has each bug compile the programs that it may change, until the check reports it.
Expected<BugReport> searchBugs(const BugSearch &search, const Services &services,
                               MutationObserver &observer);

} // namespace assay
