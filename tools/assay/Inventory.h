#pragma once

#include "campaign/workers/Services.h"

#include <string>
#include <vector>

namespace assay {

/// The compilers that can be tested here, as they begin a target's name: "cpu", "mlir@22", and
/// "iree@3.13.0" if it was added.
std::vector<std::string> compilersHere(const Services &services);

/// What --version says beside the number, a line each: how this program was built, its LLVM, and
/// the compilers.
std::string inventory(const Services &services);

} // namespace assay
