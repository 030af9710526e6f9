#pragma once

#include "check/Cause.h"
#include "triage/explain/Trials.h"

#include <functional>

namespace assay {

/// What became of a failure on each variation of its target.
struct TriedVariations {
  std::vector<Attempt> attempts;  // all, in order, up to where the time was over
  size_t untried = 0;             // for which there was no time
  std::vector<Hiding> hiddenBy;   // where the case is right
  std::vector<Hiding> shownWith;  // where it fails as it did
  std::vector<Attempt> otherwise; // where it fails, and not as it did
  /// The first that hides the failure and can take over from the target between two phases.
  std::optional<TargetName> takingOver;
  /// One that hides the failure and cannot: the first backend, else the first level or flag.
  std::optional<Variation> apart;
};

/// The verdict on the case with other inputs there, if it fails.
using FailsWithOtherInputs = std::function<Expected<std::optional<Verdict>>(const TargetName &)>;

/// What is not supported there, or not conclusive, hides nothing; nor does what `withOtherInputs`,
/// which may be empty, knows to fail.
Expected<TriedVariations> tryVariations(const Failure &failure,
                                        const std::vector<Variation> &variations, Trials &trials,
                                        const FailsWithOtherInputs &withOtherInputs = {});

} // namespace assay
