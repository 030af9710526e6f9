#pragma once

#include "campaign/workers/FreshCheck.h"
#include "tools/assay/CaseTrials.h"

namespace assay {

/// A case on a target, into which a deliberate bug may be built.
struct FailingCase {
  const TestCase &testCase;
  TargetName target;
  std::string inject; // as in TargetOptions
  /// What it was found with, if that is known.
  std::optional<Verdict> seen = {};
  /// Checks after which it is said not to fail, if all of them agree.
  int checksUntilRight = assay::checksUntilRight;
};

/// Told of the target as it is with its deliberate bug, and of the verdict on it.
using OnFirstVerdict = std::function<void(const TargetName &, const Verdict &)>;

/// Looks for the cause of what the case does on the target. An error also if it does not fail
/// there, or if nothing can be asked of the compiler.
Expected<Cause> explainCase(const Services &services, const FailingCase &failing,
                            CaseTrials &trials, const OnFirstVerdict &onFirst = {});

/// The same within so many seconds, for a report: where something is in the way, what was found
/// out before that, and what it was.
Cause explainForReport(const Context &context, const FailingCase &failing, double seconds);

} // namespace assay
