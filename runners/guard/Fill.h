#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::guard {

/// What memory holds that nobody has written. Words of 8 bytes take turns: NaN in every float type,
/// which is a negative number in every integer type and true in an i1; and a large finite number,
/// which is positive in every integer type and false in an i1. The other fill has them the other
/// way round, so that no element is the same in both. `phase` says with which a block begins.
void fillUnwritten(void *begin, size_t bytes, unsigned phase);

/// What lies in the gaps beside a block: a pattern that depends on the place, so that what is
/// copied from one gap to another is not right there. It is the same in each run of a program, for
/// places are counted from an origin, and no byte is the same with the other fill: who reads a gap
/// gets other values then.
struct Canary {
  uintptr_t origin = 0;
  unsigned fill = 0;

  void write(uintptr_t begin, uintptr_t end) const;

  /// Bytes that are not as they were left. The first and the last are counted from the begin.
  struct Damage {
    size_t changed = 0, first = 0, last = 0;
  };
  Damage damage(uintptr_t begin, uintptr_t end) const;

private:
  uint64_t word(uintptr_t address) const;
  unsigned char byte(uintptr_t address) const;
};

} // namespace assay::guard
