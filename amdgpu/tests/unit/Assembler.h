#pragma once

#include "amdgpu/machine/Chip.h"

#include <cstddef>
#include <string>
#include <vector>

namespace assay::amdgpu::test {

/// The object file (ELF, not linked) that LLVM's assembler makes of a text. Throws what the
/// assembler complains about.
std::vector<std::byte> assembleObject(const std::string &text, Chip chip);

/// The bytes of its .text.
std::vector<std::byte> assemble(const std::string &text, Chip chip = Chip::Gfx942);

} // namespace assay::amdgpu::test
