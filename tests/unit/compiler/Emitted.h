#pragma once

#include "compiler/emit/Emit.h"
#include "tests/Pieces.h"

#include <string>
#include <string_view>

namespace assay {

/// The module of caseOf(text).
std::string emitted(std::string_view text);

} // namespace assay
