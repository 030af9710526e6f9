#pragma once

#include "check/Verdict.h"

namespace assay {

/// The verdict that a target's failure amounts to, with its signature.
Verdict failureVerdict(const TargetFailure &failure);

Verdict inconclusiveVerdict(std::string reason);

/// What a failure is that needs no report: a bug by the name of `id`, reported at `link` if at all.
Verdict knownVerdict(const std::string &id, std::string link = "");

} // namespace assay
