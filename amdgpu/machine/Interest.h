#pragma once

#include "amdgpu/machine/Instruction.h"
#include "support/Assert.h"

#include <iterator>

namespace assay::amdgpu {

/// Which instructions of a wave an observer wants to see: those that have one of these traits, or
/// that name one of the registers that its parts watch. Observers change it while the wave runs.
struct Interest {
  bool everything = false;
  uint16_t traits = 0;

  [[gnu::always_inline]] bool holds(const Instruction &instruction) const {
    return everything || (instruction.traits & traits) != 0 || instruction.registers.meets(watched);
  }

private:
  friend class Watch;
  /// Parts of an observer have a set each, so that none has to know of the others'.
  RegisterSet sets[3];
  RegisterSet watched; // all of them
  unsigned taken = 0;
};

/// The registers that a part of an observer watches, as long as the wave lives.
class Watch {
public:
  Watch() = default;
  explicit Watch(Interest &interest) : interest(&interest), set(interest.taken++) {
    ASSAY_ASSERT(set < std::size(interest.sets),
                 "there is a set for each part that has a use for it");
  }
  bool isMetBy(const Instruction &instruction) const {
    return instruction.registers.meets(interest->sets[set]);
  }
  void operator=(const RegisterSet &registers) {
    interest->sets[set] = registers;
    interest->watched = {};
    for (const RegisterSet &each : interest->sets)
      interest->watched.add(each);
  }
  void add(const Operand &operand) {
    interest->sets[set].add(operand);
    interest->watched.add(operand);
  }

private:
  Interest *interest = nullptr;
  unsigned set = 0;
};

} // namespace assay::amdgpu
