#pragma once

#include "triage/explain/Divergence.h"
#include "triage/explain/Trials.h"

namespace assay {

/// Where in its compilation a result goes wrong.
struct GuiltyPhase {
  std::vector<Attempt> attempts; // taken over after each phase, up to the one that is too late
  std::string right, wrong;      // it is right up to the one, and wrong from the other on
  /// The first pass between them that makes something else of the same module where the failure is
  /// hidden; a later one may be to blame.
  Answer<std::optional<std::string>> divergingPass;
  Answer<TraceComparison> dispatches; // of both compilations
};

/// `hiding` hides the failure, and can take over from the failure's target.
Expected<GuiltyPhase> findGuiltyPhase(const Failure &failure, const TargetName &hiding,
                                      Trials &trials);

/// Where the compilation of a case parts from another that cannot take over from it.
struct PartingPhase {
  std::vector<std::string> same; // from the start on, after which both have modules of the same ops
  std::string differs;           // the next one, after which they do not; the end if there is none
};

/// `hiding` hides the failure. Nothing if one of both does not get so
/// far, or is given another module.
Expected<std::optional<PartingPhase>> findPartingPhase(const Failure &failure,
                                                       const TargetName &hiding, Trials &trials);

} // namespace assay
