#pragma once

#include "check/Verdict.h"

namespace assay {

/// Whether both verdicts accuse the target of what may well be one thing. Coarser than the
/// signature: a mismatch is known by the op whose value is wrong first, whatever its types and
/// spelling, a diagnostic by what it says but for the element types, so that these can become
/// simpler too.
bool sameCause(const Verdict &a, const Verdict &b);

/// What stands after a check whose first verdict accused was repeated in a fresh worker: the first
/// if it came back, else Flaky. A time-out that does not come back was a busy machine's.
Verdict confirmedVerdict(const Verdict &first, const Verdict &again);

/// In how many fresh workers a verdict may come back before it is called Flaky. A crash may hang on
/// where memory happens to lie.
int confirmationTries(const Verdict &first);

/// The verdict as one on several programs in a module, of which none fails alone: its signature
/// begins with "joint:".
Verdict jointVerdict(Verdict verdict);
bool isJoint(std::string_view signature);

/// Whether a signature names a bug of assay itself; see Death.h.
bool isOurBug(std::string_view signature);

} // namespace assay
