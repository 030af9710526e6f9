#pragma once

#include <string_view>

namespace assay {

/// Whether a pass of upstream's says with this that it cannot do what it was asked for, and not
/// that something went wrong: a program of which it does is Unsupported. Only what a pass was never
/// meant to do stands here; bugs stand in triage/known/bugs.
bool isLimitOfPass(std::string_view diagnostic);

} // namespace assay
