#pragma once

#include <string>
#include <string_view>

namespace assay {

/// The level of x86-64 that this machine's processor has: 1 to 4.
int processorLevel();

/// Why a processor of that level does not run code that iree-compile makes for `cpu`, the value of
/// --iree-llvmcpu-target-cpu; empty if it does, or if the name says no level.
std::string missingForCpu(std::string_view cpu, int level);

} // namespace assay
