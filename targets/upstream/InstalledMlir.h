#pragma once

#include <string_view>

namespace assay {

/// The version of MLIR that assay is built with.
inline constexpr int installedMlir = 22;

/// What the runner of that version of upstream's is told, which else compiles for all that this
/// machine has; nothing before 17, which knows no such flag. AVX512 takes subnormals for zeros
/// where it rounds to bf16: what a program returns would depend on the machine.
constexpr std::string_view runnerAttributes(int version) {
  return version < 17 ? "" : "-mattr=-avx512bf16";
}

} // namespace assay
