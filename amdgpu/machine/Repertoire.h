#pragma once

#include "amdgpu/machine/Chip.h"
#include "amdgpu/machine/Instruction.h"

#include <map>
#include <set>
#include <string>

namespace assay::amdgpu {

/// All instructions that LLVM's disassembler knows of a chip, by microcode format, found by asking
/// it for each opcode of each format.
std::map<Format, std::set<std::string>> repertoire(Chip chip);

const char *nameOf(Format format);

} // namespace assay::amdgpu
