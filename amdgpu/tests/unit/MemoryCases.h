#pragma once

#include "amdgpu/tests/unit/Cases.h"

namespace assay::amdgpu::test {

/// What an instruction does to a slot of four dwords that each lane has for itself, in global
/// memory, in the LDS and in its scratch. Data are in v4 and up, the result in v8 and up (given as
/// `before` where half of a register must stay), and both are the same for all lanes.
struct MemoryCase {
  /// The name behind "flat_", "global_", "buffer_" and so on; of DS the whole line.
  std::string line;
  std::vector<Bits> data;
  std::vector<Bits> slot;
  std::vector<Bits> expectedSlot; // empty: unchanged
  std::vector<Bits> result;
  Bits before = 0x5a5a5a5a;
};

extern const std::vector<MemoryCase> loadCases, storeCases, atomicCases, dsCases;

} // namespace assay::amdgpu::test
