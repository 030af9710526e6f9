#pragma once

#include "amdgpu/machine/isa/Access.h"
#include "amdgpu/machine/isa/Table.h"

#include <algorithm>

namespace assay::amdgpu::AMDGPU_LEVEL {

/// Adds `index` to the number of a VGPR. False if there is none of that number.
inline bool shiftRow(const Wave &wave, Operand &operand, uint32_t index) {
  if (operand.kind != Operand::Kind::Vector)
    return true;
  const uint64_t row = uint64_t(operand.index) + index;
  if (row + operand.dwords() > std::min(wave.rowCount, firstAgpr))
    return false;
  operand.index = static_cast<uint16_t>(row);
  return true;
}

/// Whether it has scalar operands alone, and leaves M0, which holds the index, as it is.
inline bool isScalarArithmetic(const Instruction &instruction) {
  return instruction.format == Format::Sopc ||
         (instruction.format == Format::Sop2 && instruction.destination.index != scalar::m0);
}

/// s_set_gpr_idx_on: until s_set_gpr_idx_off the numbers of VGPRs have S0 added to them, those of
/// the operands that the bits of the second operand name: SRC0, SRC1, SRC2, DST. M0 holds both.
/// What stands between is run here, on copies with other rows.
inline void indexRegisters(Wave &wave, const Instruction &instruction) {
  const uint32_t index = readUniform<uint32_t>(wave, instruction.source[0]) & 0xff;
  // An immediate, though its field is one of a source.
  const auto mode = static_cast<uint32_t>(instruction.offset);
  const auto m0 = readScalar<uint32_t>(wave, scalar::m0);
  writeScalar(wave, scalar::m0, (m0 & ~0xf0ffU) | index | mode << 12);
  const Program &program = *wave.group->program;
  while (wave.state == Wave::State::Running) {
    const Instruction &next = program.code[wave.pc++];
    if (program.names[next.name] == "s_set_gpr_idx_off")
      return;
    // LLVM puts moves there, and of what has no rows whatever it has room for.
    const std::string &name = program.names[next.name];
    if (name != "v_mov_b32" && name != "s_nop" && !isScalarArithmetic(next))
      return raise(wave, next, Fault::Kind::UnknownInstruction,
                   "it stands between s_set_gpr_idx_on and _off");
    if (program.holes.contains(static_cast<uint32_t>(&next - program.code.data())))
      return next.run(wave, next);
    Instruction shifted = next;
    bool isInRange = true;
    if (mode & 1)
      isInRange &= shiftRow(wave, shifted.source[0], index);
    if (mode >> 3 & 1)
      isInRange &= shiftRow(wave, shifted.destination, index);
    if (!isInRange)
      return raise(wave, next, Fault::Kind::UnknownInstruction,
                   "the index leads past the wave's last VGPR");
    if (!wave.group->observer) {
      shifted.run(wave, shifted);
      continue;
    }
    shifted.collectRegisters();
    runObserved(wave, shifted);
  }
}

constexpr Shape indexShape = {.source = {{Role::Field, Type::B32}}, .indexesRegisters = true};

} // namespace assay::amdgpu::AMDGPU_LEVEL
