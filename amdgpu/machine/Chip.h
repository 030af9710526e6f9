#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay::amdgpu {

enum class Chip { Gfx90a, Gfx942 };

const char *nameOf(Chip chip);
std::optional<Chip> chipFromName(std::string_view name);
/// From the low byte of an ELF header's e_flags (EF_AMDGPU_MACH).
std::optional<Chip> chipFromElfFlags(uint32_t flags);

} // namespace assay::amdgpu
