#pragma once

#include "support/Expected.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace assay::amdgpu {

/// One argument of a kernel, as in the code object's metadata.
struct Argument {
  std::string name;
  /// "by_value", "global_buffer", "hidden_block_count_x", ...
  std::string kind;
  /// In the kernarg segment, in bytes.
  uint32_t offset = 0, size = 0;
  bool isHidden() const { return kind.starts_with("hidden_"); }
};

struct KernelMetadata {
  std::string name;
  /// Of the kernel descriptor: "NAME.kd".
  std::string symbol;
  std::vector<Argument> arguments;
  uint32_t kernargBytes = 0;
  uint32_t ldsBytes = 0;     // static
  uint32_t scratchBytes = 0; // of each lane
  uint32_t maxWorkgroupSize = 1024;
  uint32_t wavefrontSize = 64;
};

/// Reads the NT_AMDGPU_METADATA note (code object v3 and later): a msgpack document.
Expected<std::vector<KernelMetadata>> readMetadata(std::span<const std::byte> note);

} // namespace assay::amdgpu
