#pragma once

#include "check/Cause.h"
#include "check/Verdict.h"
#include "program/TestCase.h"
#include "triage/bugs/BugRecord.h"

namespace assay {

/// A failure of which a bug is made.
struct ReportedFailure {
  TargetName target;
  TestCase testCase;
  Verdict verdict; // of the case
  /// The finding's, which is without the types and spelling that do not matter.
  Signature signature;
  std::optional<Cause> cause;   // empty if nobody looked for it
  std::vector<TargetName> also; // others that show it
};

/// A name for the bug: compiler, backend unless another shows the failure as well, and the pass to
/// blame, the op that is wrong first, or the function that a crash is in:
/// "iree-vmvx-combine-result-layout-transformation". Of whole words, and so long that it can be
/// typed.
std::string bugIdFor(const ReportedFailure &failure);

/// What goes wrong, in a line: "wrong result on llvm-cpu: reduce_window(max)".
std::string bugTitleFor(const ReportedFailure &failure);

/// A command of a compiler's own shows the failure on this IR, or runs the pass that is to blame.
bool isRunAlone(const CauseIr &ir);

/// The report up to its table of versions, as docs/known-bugs.md says what it holds: for those who
/// can mend the bug, who do not know assay. `bug` is what lies in its folder else.
std::string bugReportFor(const std::string &title, const ReportedFailure &failure,
                         const BugRecord &bug);

} // namespace assay
