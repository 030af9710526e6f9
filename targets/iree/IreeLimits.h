#pragma once

#include "program/Program.h"

#include <optional>
#include <string>

namespace assay {

/// What the program needs and a backend of IREE does not have: programs that do are Unsupported
/// there. Only what is missing for good stands here; bugs stand in triage/known/bugs.
std::optional<std::string> missingIn(std::string_view backend, const Program &program);

/// What a module in upstream's ops needs and no backend of IREE lowers.
std::optional<std::string> missingForModule(std::string_view module);

} // namespace assay
