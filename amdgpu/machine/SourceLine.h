#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace assay::amdgpu {

/// "FILE:LINE" of the instruction at an offset of the image, if the ELF file has DWARF lines.
std::optional<std::string> sourceLine(std::span<const std::byte> elf, uint64_t address);

} // namespace assay::amdgpu
