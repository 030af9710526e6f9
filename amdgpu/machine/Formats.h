#pragma once

#include "amdgpu/machine/Chip.h"
#include "amdgpu/machine/Instruction.h"
#include "amdgpu/machine/isa/Table.h"

#include <optional>
#include <string>

namespace assay::amdgpu {

/// An instruction's bits: up to two dwords and a literal.
struct Encoding {
  uint64_t bits = 0;
  uint32_t literal = 0;
  Chip chip = Chip::Gfx942;
  /// Bits [high:low], as the manual's tables of microcode formats write them.
  uint32_t field(unsigned high, unsigned low) const {
    return static_cast<uint32_t>(bits >> low) & ((uint64_t(1) << (high - low + 1)) - 1);
  }
  bool bit(unsigned at) const { return (bits >> at & 1) != 0; }
  int32_t signedField(unsigned high, unsigned low) const {
    const unsigned unused = 31 - (high - low);
    return static_cast<int32_t>(field(high, low) << unused) >> unused;
  }
};

/// By the leading bits of the first dword.
Format formatOf(uint32_t firstDword);

/// Resolves the operands of `instruction` as its format and the shape say. Constants are put into
/// `program`. The result is why this cannot be executed, if so.
std::optional<std::string> resolveOperands(const Encoding &encoding, const Shape &shape,
                                           Program &program, Instruction &instruction);

} // namespace assay::amdgpu
