#pragma once

#include "check/Verdict.h"

namespace assay {

/// The verdict that a target's failure amounts to, with its signature.
Verdict failureVerdict(const TargetFailure &failure);

/// What a crash's signature says of it. `detail` is a Crash's: how the process ended, and below
/// that its last words or else the functions on its stack, the innermost first, each in a line that
/// begins with two spaces.
std::string crashCause(std::string_view detail);

Verdict inconclusiveVerdict(std::string reason);

/// What a failure is that needs no report: a bug by the name of `id`, reported at `link` if at all.
Verdict knownVerdict(const std::string &id, std::string link = "");

} // namespace assay
