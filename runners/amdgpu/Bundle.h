#pragma once

#include "runners/amdgpu/Chip.h"
#include "support/Expected.h"

#include <cstddef>
#include <span>

namespace assay::amdgpu {

/// The code object for `chip` in a `__CLANG_OFFLOAD_BUNDLE__`, or `bytes` themselves if they are no
/// bundle. Compressed bundles (CCOB) are refused.
Expected<std::span<const std::byte>> unbundle(std::span<const std::byte> bytes, Chip chip);

} // namespace assay::amdgpu
