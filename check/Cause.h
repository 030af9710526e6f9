#pragma once

#include "check/Verdict.h"

namespace assay {

/// Whether both verdicts accuse the target of what may well be one thing. Coarser than the
/// signature: a mismatch is known by the op whose value is wrong first, whatever its types and
/// spelling, and whether or not it is the same each time, a diagnostic by what it says but for the
/// element types, so that these can become simpler too.
bool sameCause(const Verdict &a, const Verdict &b);

/// A signature of two failures that were the same, in words that were not: what both begin with, an
/// asterisk for the rest, and what both end with.
std::string commonSignature(std::string_view a, std::string_view b);
/// Whether something in it stands for what is not the same each time.
bool isCommonSignature(std::string_view signature);

/// The verdict as one on several programs in a module, of which none fails alone: its signature
/// begins with "joint:".
Verdict jointVerdict(Verdict verdict);
bool isJoint(std::string_view signature);

/// Whether a signature names a bug of assay itself; see Death.h.
bool isOurBug(std::string_view signature);

} // namespace assay
