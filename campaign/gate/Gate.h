#pragma once

#include "campaign/gate/GateResult.h"
#include "campaign/workers/Pool.h"
#include "campaign/workers/Services.h"

#include <algorithm>
#include <chrono>

namespace assay {

/// A case that every gate checks, before it draws programs.
struct GateCase {
  std::string name; // "corpus/argmax-with-ties.txt"
  TestCase testCase;
};

struct GateOptions {
  std::vector<GatePair> pairs;
  std::vector<GateCase> corpus;
  uint64_t seed = 1;
  std::string profile;
  std::string plan; // its text, if `profile` names one
  int64_t count = 0;
  /// Wall seconds after which no more programs are drawn; without end if nothing is given.
  std::optional<double> seconds;
  /// As in TargetOptions, of the candidates alone.
  std::string inject;
  /// What is counted of the code and compared.
  std::vector<Metric> watch;
  /// Goes on although base and candidate are the same.
  bool evenIfEqual = false;
  /// Bugs that are known are told apart, and programs that have them mostly passed over.
  bool known = true;
  bool reduce = true;
  /// Of each of them at most: most reductions take below 50.
  size_t reduceChecks = 200;
  /// For the cause of each failure that is new or changed; 0 for none.
  double explainSeconds = 60;
  int jobs = 1;
  WorkerCommand worker;
  Limits limits;
  /// Where cases of findings go.
  std::filesystem::path folder;
  /// The file of BaseMemory.
  std::filesystem::path memory;

  /// There is nothing to check.
  bool isOfEquals() const {
    return !evenIfEqual && inject.empty() && std::ranges::all_of(pairs, &GatePair::isEqual);
  }
};

/// Whoever watches a gate.
class GateObserver {
public:
  virtual ~GateObserver() = default;
  /// Several times a second: "120 of 1000 programs".
  virtual void onProgress(const std::string &) {}
  /// Asked often; true ends the gate in good order.
  virtual bool stopRequested() { return false; }
};

/// A target as another compiler has it: of "iree@3.13.0:vmvx:O2" and "iree@3.12.0" that is
/// "iree@3.12.0:vmvx:O2". A base with a colon is a whole target, and counterpart of every one.
TargetName counterpartOf(const TargetName &target, const TargetName &base);

/// Holds each candidate against its base. Both check the same programs: the cases of the corpus,
/// then those that seed and profile determine. A failure of the candidate is new if it comes back
/// in fresh workers, is no known bug that the base has as well without showing it, and neither its
/// program, nor that reduced, nor near variants of these fail on the base with the same cause, now
/// or in an earlier gate. What comes of it depends on the options alone, unless the time is over
/// first. Files of what is new or changed are written, and their causes are looked for, which time
/// bounds.
Expected<GateResult> runGate(const Services &services, const GateOptions &options,
                             GateObserver &observer);

} // namespace assay
