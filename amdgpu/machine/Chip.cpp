#include "amdgpu/machine/Chip.h"

#include <llvm/BinaryFormat/ELF.h>

namespace assay::amdgpu {
namespace {

struct Line {
  Chip chip;
  const char *name;
  uint32_t machine;
};
constexpr Line chips[] = {
    {Chip::Gfx90a, "gfx90a", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX90A},
    {Chip::Gfx942, "gfx942", llvm::ELF::EF_AMDGPU_MACH_AMDGCN_GFX942},
};

} // namespace

const char *nameOf(Chip chip) {
  for (const Line &line : chips)
    if (line.chip == chip)
      return line.name;
  return "";
}

std::optional<Chip> chipFromName(std::string_view name) {
  for (const Line &line : chips)
    if (line.name == name)
      return line.chip;
  return std::nullopt;
}

std::optional<Chip> chipFromElfFlags(uint32_t flags) {
  for (const Line &line : chips)
    if (line.machine == (flags & llvm::ELF::EF_AMDGPU_MACH))
      return line.chip;
  return std::nullopt;
}

} // namespace assay::amdgpu
