#include "runners/amdgpu/checks/Checks.h"
#include "runners/amdgpu/checks/Parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::amdgpu {
namespace {

/// What a check wants to see of a workgroup.
struct Part {
  std::unique_ptr<Observer> observer;
  bool seesBefore = false, seesAfter = false;
  /// Of instructions that touch memory only.
  bool seesMemoryBefore = false, seesMemoryAfter = false;
  bool seesAccesses = false, seesBarriers = false;
};

/// Several observers as one, each asked for what it wants only: there is a call for every
/// instruction. The first finding is the one that counts.
class Together : public Observer {
public:
  void add(Part part) {
    Observer *observer = part.observer.get();
    if (part.seesBefore)
      onBefore.push_back(observer);
    if (part.seesMemoryBefore)
      onMemoryBefore.push_back(observer);
    if (part.seesMemoryAfter)
      onMemoryAfter.push_back(observer);
    if (part.seesAfter)
      onAfter.push_back(observer);
    if (part.seesAccesses)
      onAccess.push_back(observer);
    if (part.seesBarriers)
      onBarrier.push_back(observer);
    owned.push_back(std::move(part.observer));
  }
  void before(const Wave &wave, const Instruction &instruction) override {
    for (Observer *part : onBefore)
      part->before(wave, instruction);
    if (instruction.traits & trait::memory)
      for (Observer *part : onMemoryBefore)
        part->before(wave, instruction);
  }
  void after(const Wave &wave, const Instruction &instruction) override {
    for (Observer *part : onAfter)
      part->after(wave, instruction);
    if (instruction.traits & trait::memory)
      for (Observer *part : onMemoryAfter)
        part->after(wave, instruction);
  }
  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    for (Observer *part : onAccess)
      part->access(wave, instruction, access);
  }
  void barrier(const Workgroup &group) override {
    for (Observer *part : onBarrier)
      part->barrier(group);
  }

private:
  std::vector<std::unique_ptr<Observer>> owned;
  std::vector<Observer *> onBefore, onAfter, onMemoryBefore, onMemoryAfter, onAccess, onBarrier;
};

class Alignment : public Observer {
public:
  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    const uint64_t element = std::min<uint32_t>(access.bytes, 4);
    uint64_t all = 0;
    if (access.lanes == ~uint64_t(0))
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        all |= access.addresses[lane];
    else
      forLanes(access.lanes, [&](unsigned lane) { all |= access.addresses[lane]; });
    if (all % element == 0)
      return;
    forLanes(access.lanes, [&](unsigned lane) {
      if (access.addresses[lane] % element != 0 && !wave.group->fault)
        report(
            wave, instruction,
            fmt::format("the address {:#x} is no multiple of {}", access.addresses[lane], element),
            static_cast<int32_t>(lane));
    });
  }
};

} // namespace

std::unique_ptr<Observer> checkAlignment() { return std::make_unique<Alignment>(); }

void addChecks(Options &options, const Checks &checks) {
  if (!checks.any())
    return;
  auto shadow = checks.races ? makeGlobalShadow() : nullptr;
  options.observe = [checks, shadow](uint64_t workgroup) -> std::unique_ptr<Observer> {
    auto together = std::make_unique<Together>();
    if (checks.waits)
      together->add({.observer = checkWaits(), .seesBefore = true});
    if (checks.uninitialised)
      together->add({.observer = checkInitialised(),
                     .seesAfter = true,
                     .seesMemoryBefore = true,
                     .seesAccesses = true});
    if (checks.races)
      together->add({.observer = checkRaces(shadow, workgroup),
                     .seesMemoryAfter = true,
                     .seesAccesses = true,
                     .seesBarriers = true});
    if (checks.alignment)
      together->add({.observer = checkAlignment(), .seesAccesses = true});
    return together;
  };
}

} // namespace assay::amdgpu
