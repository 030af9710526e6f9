#include "amdgpu/machine/checks/Checks.h"
#include "amdgpu/machine/checks/Parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::amdgpu {
namespace {

/// A check, and which of an observer's calls it has a use for.
struct Part {
  std::unique_ptr<Observer> observer;
  bool seesBefore = false, seesAfter = false, seesAccesses = false, seesBarriers = false;
};

/// Several observers as one. The first finding is the one that counts.
class Together : public Observer {
public:
  void add(Part part) {
    Observer *observer = part.observer.get();
    if (part.seesBefore)
      onBefore.push_back(observer);
    if (part.seesAfter)
      onAfter.push_back(observer);
    if (part.seesAccesses)
      onAccess.push_back(observer);
    if (part.seesBarriers)
      onBarrier.push_back(observer);
    owned.push_back(std::move(part.observer));
  }
  void begin(Wave &wave) override {
    for (const auto &part : owned)
      part->begin(wave);
  }
  void before(const Wave &wave, const Instruction &instruction) override {
    for (Observer *part : onBefore)
      part->before(wave, instruction);
  }
  void after(const Wave &wave, const Instruction &instruction) override {
    for (Observer *part : onAfter)
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
  std::vector<Observer *> onBefore, onAfter, onAccess, onBarrier;
};

class Alignment : public Observer {
public:
  void begin(Wave &) override {}
  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    const uint64_t element = std::min<uint32_t>(access.bytes, 4);
    if (access.addressBits % element == 0)
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
                     .seesBefore = true,
                     .seesAfter = true,
                     .seesAccesses = true});
    if (checks.races)
      together->add({.observer = checkRaces(shadow, workgroup),
                     .seesAfter = true,
                     .seesAccesses = true,
                     .seesBarriers = true});
    if (checks.alignment)
      together->add({.observer = checkAlignment(), .seesAccesses = true});
    return together;
  };
}

} // namespace assay::amdgpu
