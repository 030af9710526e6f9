#pragma once

#include <string_view>

namespace assay {

/// The version of MLIR that assay is built with.
inline constexpr int installedMlir = 22;

/// What upstream's runner is told, which else compiles for all that this machine has. AVX512 takes
/// subnormals for zeros where it rounds to bf16: what a program returns would depend on the
/// machine.
inline constexpr std::string_view runnerAttributes = "-mattr=-avx512bf16";
/// The first version whose runner knows them.
inline constexpr int runnerAttributesSince = 17;

} // namespace assay
