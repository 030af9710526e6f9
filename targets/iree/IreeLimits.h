#pragma once

#include "program/Program.h"

#include <optional>
#include <string>

namespace assay {

/// What the program needs and a backend of IREE does not have: programs that do are Unsupported
/// there. Only what is missing for good stands here; bugs stand in known/bugs.json.
std::optional<std::string> missingIn(std::string_view backend, const Program &program);

} // namespace assay
