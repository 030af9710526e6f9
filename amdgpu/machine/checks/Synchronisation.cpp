#include "amdgpu/machine/checks/Synchronisation.h"

namespace assay::amdgpu {

void Synchronisation::access(const Wave &wave, const Instruction &instruction,
                             const MemoryAccess &access) {
  const size_t before = acquired.all().size();
  bool mayBeChance = false; // that it finds what somebody stored
  switch (access.mode) {
  case MemoryAccess::Mode::Load:
    mayBeChance =
        coherenceOf(wave).hasStores() && !coherenceOf(wave).isPolled(indexOf(wave, instruction));
    if (mayBeChance)
      ownUpdates.load(instruction, access,
                      coherenceOf(wave).isBeforePolled(indexOf(wave, instruction)));
    break;
  case MemoryAccess::Mode::Store:
    ownUpdates.store(wave, instruction, access);
    break;
  case MemoryAccess::Mode::Atomic:
    ownUpdates.operate(access);
    break;
  }
  forLanes(access.lanes, [&](unsigned lane) {
    const uint64_t address = access.addresses[lane];
    std::set<uint32_t> &known = launch.releases[address];
    if (access.mode != MemoryAccess::Mode::Store)
      for (uint32_t group : known)
        mayBeChance ? acquired.addFound(group, address) : acquired.add(group);
    if (access.mode != MemoryAccess::Mode::Load) {
      known.insert(self);
      for (const auto &[group, by] : acquired.all())
        known.insert(group);
    }
  });
  if (wave.group->program->chip == Chip::Gfx90a && acquired.all().size() != before)
    for (const auto &[group, by] : acquired.all())
      launch.acquired[self].insert(group);
}

void Synchronisation::acquire(uint32_t group) {
  acquired.add(group);
  for (uint32_t before : launch.acquired[group])
    acquired.add(before);
  for (const auto &[other, by] : acquired.all())
    launch.acquired[self].insert(other);
}

Coherence &Synchronisation::coherenceOf(const Wave &wave) {
  if (!launch.coherence)
    launch.coherence.emplace(*wave.group->program);
  return *launch.coherence;
}

} // namespace assay::amdgpu
