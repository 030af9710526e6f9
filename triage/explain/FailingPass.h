#pragma once

#include "triage/explain/Trials.h"

namespace assay {

/// The phase in which a compilation fails.
struct FailingPhase {
  std::string phase;
  std::string before; // the last that it passes; empty if that is none
  std::string passed; // what that makes
};
Expected<FailingPhase> findFailingPhase(const Failure &failure, Trials &trials);

/// The pass on which a compilation fails.
struct FailingPass {
  std::string pass;
  Reproduction alone;      // with the IR before it
  bool showsAlone = false; // what fails on the whole module
  /// From the last phase that the module passes, where the pass alone shows something else and that
  /// does not.
  std::optional<Reproduction> fromPhase;
};

/// Nothing if the compiler names no pass: none failed, or it was killed. `phase` is what
/// findFailingPhase() says.
Expected<std::optional<FailingPass>> findFailingPass(const Failure &failure,
                                                     const FailingPhase &phase, Trials &trials);

} // namespace assay
