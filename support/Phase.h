#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay {

/// What the module is made of at a point of a pipeline, in the order in which it gets there.
enum class Phase : uint8_t {
  Emitted, // ops on tensors, assay's among them
  Tensors, // ops on tensors, all of upstream's
  Buffers, // linalg ops on buffers
  Loops,   // loops over buffers; of what becomes kernels, parallel ones
  Kernels, // a host function, and kernels in a gpu.module; not on the CPU
  Llvm,    // the LLVM dialect
};
inline constexpr std::array<std::string_view, 6> names(Phase) {
  return {"emitted", "tensors", "buffers", "loops", "kernels", "llvm"};
}

} // namespace assay
