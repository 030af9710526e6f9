#pragma once

#include "amdgpu/machine/Disassembler.h"
#include "amdgpu/machine/Instruction.h"
#include "amdgpu/machine/isa/Table.h"

#include <span>

namespace assay::amdgpu {

/// Executable bytes at an offset of the image.
struct Section {
  uint32_t address = 0;
  std::span<const std::byte> bytes;
};

/// Decodes once what then runs many times. Never fails: what is no instruction, or has no handler,
/// is decoded to a hole, which ends the launch if it is ever reached.
Program decode(std::span<const Section> sections, const Disassembler &disassembler,
               SimdLevel level);

} // namespace assay::amdgpu
