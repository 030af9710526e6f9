#pragma once

#include "runners/amdgpu/Instruction.h"
#include "support/Assert.h"

#include <iterator>

namespace assay::amdgpu {

/// Which instructions of a wave an observer wants to see: those that have one of these traits, or
/// that name one of these registers. Observers change it while the wave runs.
struct Interest {
  bool everything = false;
  uint16_t traits = 0;
  /// Parts of an observer have a set each, so that none has to know of the others'.
  RegisterSet registers[2];
  unsigned taken = 0;

  RegisterSet &takeSet() {
    ASSAY_ASSERT(taken < std::size(registers),
                 "there is a set for each part that has a use for it");
    return registers[taken++];
  }
  [[gnu::always_inline]] bool holds(const Instruction &instruction) const {
    return everything || (instruction.traits & traits) != 0 ||
           instruction.registers.meets(registers[0]) || instruction.registers.meets(registers[1]);
  }
};

} // namespace assay::amdgpu
