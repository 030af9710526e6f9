#pragma once

#include "amdgpu/machine/Chip.h"
#include "support/Expected.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace assay::amdgpu {

/// The code object for `chip` in a `__CLANG_OFFLOAD_BUNDLE__`, or `bytes` themselves if they are no
/// bundle. Compressed bundles are refused: see decompressBundle().
Expected<std::span<const std::byte>> unbundle(std::span<const std::byte> bytes, Chip chip);

/// What `clang --offload-compress` writes: "CCOB", then a bundle compressed with zstd or zlib.
bool isCompressedBundle(std::span<const std::byte> bytes);
Expected<std::vector<std::byte>> decompressBundle(std::span<const std::byte> bytes);

/// The size of an ELF file or an offload bundle of which only the beginning is known, from its
/// headers, which are believed; 0 if it is neither.
uint64_t imageSize(const void *begin);

} // namespace assay::amdgpu
