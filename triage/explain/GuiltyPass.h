#pragma once

#include "triage/explain/Trials.h"

namespace assay {

/// A pass that a failure needs.
struct NeededPass {
  std::string pass;
  std::optional<Verdict> without; // of the others; nothing if they are no pipeline
  /// Without it the case is right.
  bool hides() const { return without && std::holds_alternative<Agree>(without->outcome); }
};

/// The smallest part of the passes, in order, on which the case fails as it does on all of them:
/// no pass can be left out of it.
Expected<std::vector<NeededPass>> neededPasses(const Failure &failure,
                                               std::vector<std::string> passes, Trials &trials);

/// The pass that is to blame.
struct GuiltyPass {
  std::string pass;
  std::string ir;                       // before it
  std::string command;                  // runs it alone on that, in FILE
  std::optional<TargetFailure> failure; // it does not end well
  std::optional<std::string> made;      // else what it makes of that
};

/// Of the passes that a failure needs, the first that does not end well or without which the case
/// is right; nothing if there is none, since without any of them nothing runs.
Expected<std::optional<GuiltyPass>>
findGuiltyPass(const Failure &failure, const std::vector<NeededPass> &needed, Trials &trials);

} // namespace assay
