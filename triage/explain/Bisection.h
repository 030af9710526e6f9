#pragma once

#include "triage/explain/Trials.h"

namespace assay {

/// What a release did with the case.
struct CheckedRelease {
  VersionNumber version;
  Verdict verdict;
};

/// Two releases, with none between them, of which one fails as the target's own does.
struct ReleaseBorder {
  VersionNumber bad, good;
};

/// In which releases a failure is.
struct Bisected {
  std::vector<CheckedRelease> checked; // in the order in which they were
  /// Where it began, and where it ends; nothing if it is there up to the end of what was asked for.
  std::optional<ReleaseBorder> broken, fixed;
  VersionNumber oldest, newest; // that was asked for, or the target's own
};

/// The releases that are looked at, both ends included.
struct ReleaseRange {
  VersionNumber first, last;
};

/// Looks for the borders, on each side of the target's own release, on which the case must fail.
/// Another failure counts as good. The far ends of the range are looked at first.
Expected<Bisected> bisect(const Inspector &inspector, const TargetName &target, ReleaseRange range,
                          Trials &trials);

} // namespace assay
