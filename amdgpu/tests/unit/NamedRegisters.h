#pragma once

#include "amdgpu/machine/Chip.h"
#include "amdgpu/machine/Instruction.h"

#include <cstddef>
#include <span>
#include <string>

namespace assay::amdgpu::test {

/// The first instruction whose operands are other registers than those that LLVM prints, with
/// both; empty if there is none. An operand that is too wide or too narrow may change no result and
/// still leads checkers astray.
std::string misnamedRegisters(const Program &program, std::span<const std::byte> code, Chip chip);

} // namespace assay::amdgpu::test
