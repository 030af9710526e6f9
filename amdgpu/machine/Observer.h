#pragma once

#include "amdgpu/machine/Wave.h"

namespace assay::amdgpu {

/// One instruction's access to memory by all active lanes.
struct MemoryAccess {
  enum class Space : uint8_t { Global, Lds, Scratch, Constant };
  enum class Mode : uint8_t { Load, Store, Atomic };
  Space space = Space::Global;
  Mode mode = Mode::Load;
  /// Of each lane.
  uint32_t bytes = 0;
  /// Lanes that take part; a scalar load is lane 0 alone.
  uint64_t lanes = 0;
  /// 64 addresses: of global memory, or offsets in the LDS or in a lane's scratch.
  const uint64_t *addresses = nullptr;
  /// All addresses of these lanes, one or the other bit by bit.
  uint64_t addressBits = 0;
  /// The lanes are neighbours, and each one's bytes lie right behind those of the one before.
  bool isOneRun = false;
};

/// Sees what waves do: base of the checkers and of `assay-emu trace`. A workgroup's calls come from
/// one thread; different workgroups have observers of their own. What an instruction reads and
/// writes of registers is in its operands.
///
/// before() and after() are called for what a wave's interest holds, and both or neither; access()
/// and barrier() always.
class Observer {
public:
  virtual ~Observer() = default;
  /// A wave is about to run its first instruction, and has no interest yet.
  virtual void begin(Wave &wave) { wave.interest.everything = true; }
  virtual void before(const Wave &wave, const Instruction &instruction) {}
  virtual void after(const Wave &wave, const Instruction &instruction) {}
  /// After bounds are checked and before memory changes.
  virtual void access(const Wave &wave, const Instruction &instruction,
                      const MemoryAccess &access) {}
  /// All waves of the workgroup have come to a barrier.
  virtual void barrier(const Workgroup &group) {}
};

} // namespace assay::amdgpu
