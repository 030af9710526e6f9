#pragma once

#include "amdgpu/machine/Chip.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <type_traits>
#include <vector>

namespace assay::amdgpu::test {

/// The bits of a number in one register: floats as f32, integers as they are.
struct Bits {
  uint32_t value;
  template <class T> Bits(T number) : value() {
    if constexpr (std::is_floating_point_v<T>) {
      const auto narrow = static_cast<float>(number);
      __builtin_memcpy(&value, &narrow, sizeof value);
    } else {
      value = static_cast<uint32_t>(number);
    }
  }
};

/// A register and what it holds: lane l the element l modulo their number. "scc" is a register
/// here, and "mode" is MODE; "mask:vcc" and "mask:s0" are pairs with one bit for each lane.
struct Holds {
  std::string name;
  std::vector<Bits> values;
};

/// An instruction, what is in the registers before, and what after. Every case is run with all
/// lanes active, with some, and with none, at each SIMD level: a vector register of an inactive
/// lane must keep what it held, and its bit in a mask must be 0.
struct Case {
  std::string line;
  std::vector<Holds> given;
  std::vector<Holds> expected = {};
  /// Whether EXEC has no influence, as of scalar instructions and v_readlane_b32.
  bool ignoresExec = false;
  Chip chip = Chip::Gfx942;
};

// By microcode format, one file each.
extern const std::vector<Case> dppCases, modeCases, sdwaCases;
extern const std::vector<Case> sopCases, vop1Cases, vop2Cases, vop3Cases, vop3pCases, vopcCases;

/// DPP's controls, with the lane that a lane reads or a negative number.
extern const std::vector<std::pair<std::string, int (*)(int lane)>> dppForms;

} // namespace assay::amdgpu::test
