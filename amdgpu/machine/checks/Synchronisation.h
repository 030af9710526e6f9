#pragma once

#include "amdgpu/machine/checks/Coherence.h"
#include "amdgpu/machine/checks/Shadow.h"
#include "amdgpu/machine/checks/Updates.h"

#include <set>

namespace assay::amdgpu {

struct SynchronisationOfLaunch {
  /// Workgroups that have done an atomic operation at an address: what they wrote before is known
  /// to whoever does one there later.
  std::unordered_map<uint64_t, std::set<uint32_t>> releases;
  /// On gfx90a, what each workgroup has acquired.
  std::unordered_map<uint32_t, std::set<uint32_t>> acquired;
  UpdatesOfLaunch updates;
  /// Of the launch's program, once that matters.
  std::optional<Coherence> coherence;
};

/// What a workgroup's atomic operations and coherent accesses order of it and of others.
class Synchronisation {
public:
  Synchronisation(SynchronisationOfLaunch &launch, uint32_t self)
      : launch(launch), self(self), ownUpdates(launch.updates, self, acquired) {}

  /// Whether that workgroup is another one, of which nothing orders the accesses before ours.
  bool isStranger(uint32_t other) const {
    return other != GroupsSeen::nobody && other != self && !acquired.contains(other) &&
           (other != GroupsSeen::several || acquired.empty());
  }

  /// An atomic operation or a coherent access, to global memory.
  void access(const Wave &wave, const Instruction &instruction, const MemoryAccess &access);

  /// Whether somebody waits for what that load finds.
  bool isAwaited(const Wave &wave, const Instruction &load) {
    return coherenceOf(wave).isPolled(indexOf(wave, load)) ||
           coherenceOf(wave).isBeforePolled(indexOf(wave, load));
  }
  /// All that this workgroup has done or acquired, of gfx90a.
  void acquire(uint32_t group);

  Updates &updates() { return ownUpdates; }

private:
  static uint32_t indexOf(const Wave &wave, const Instruction &instruction) {
    return static_cast<uint32_t>(&instruction - wave.group->program->code.data());
  }
  Coherence &coherenceOf(const Wave &wave);

  SynchronisationOfLaunch &launch;
  uint32_t self;
  Acquired acquired;
  Updates ownUpdates;
};

} // namespace assay::amdgpu
