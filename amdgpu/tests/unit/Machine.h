#pragma once

#include "amdgpu/machine/Decoder.h"
#include "amdgpu/machine/Workgroup.h"

#include <string>
#include <vector>

namespace assay::amdgpu::test {

/// MODE in the kernels that LLVM makes: to nearest, denormals kept, DX10_CLAMP and IEEE on.
constexpr uint32_t kernelMode = 0x3f0;

/// One wave with 32 VGPRs, 32 AGPRs, 1 KiB of LDS and 64 bytes of scratch per lane, for running a
/// few instructions.
class Machine {
public:
  explicit Machine(const std::string &assembly, SimdLevel level = bestSimdLevel(),
                   Chip chip = Chip::Gfx942);
  Machine(const Machine &) = delete;

  /// Registers by the assembler's names: "v3", "a0", "s7", "vcc_lo", "exec_hi", "m0". Vector
  /// registers have one element for each lane, scalar ones the same in all.
  void set(const std::string &name, uint32_t value, unsigned lane);
  uint32_t get(const std::string &name, unsigned lane) const;
  void setExec(uint64_t value);

  /// Runs to the end of the text, or a fault. Throws if a register changes that is no result of an
  /// instruction.
  void run();
  /// Back to the first instruction, with all registers as they are.
  void restart();

  Wave &wave() { return group.waves.front(); }

  Memory memory;
  Workgroup group;
  Program program;

private:
  uint32_t *find(const std::string &name, unsigned lane);
  std::vector<std::byte> code;
};

} // namespace assay::amdgpu::test
