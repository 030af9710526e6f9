#pragma once

#include "program/Program.h"

namespace assay {

/// Whether each value of the program is one of `values` or something that one is computed from.
std::vector<bool> ancestors(const Program &program, const std::vector<ValueId> &values);

} // namespace assay
