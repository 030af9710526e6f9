#pragma once

#include "check/Verdict.h"

namespace assay {

/// Whether both verdicts accuse the target of what may well be one failure. Coarser than the
/// signature: a mismatch is known by the op whose value is wrong first, whatever its types and
/// spelling, and whether or not it is the same each time, a diagnostic by what it says but for the
/// element types, so that these can become simpler too.
bool sameFailure(const Verdict &a, const Verdict &b);

/// In how many checks in a row a failure must stay away before it counts as gone: one, unless it
/// comes now and then; of what comes more rarely, more.
int checksUntilGone(const Verdict &failure);

/// The signature of two failures that were the same, in words that were not: what both begin with,
/// an asterisk for the rest, and what both end with.
Signature commonSignature(const Signature &one, const Signature &other);
/// Whether something in it stands for what is not the same each time.
bool isCommon(const Signature &signature);
/// Whether a text has those words, of a common signature perhaps.
bool hasWords(std::string_view text, std::string_view words);

} // namespace assay
