#include "runners/amdgpu/checks/Checks.h"
#include "runners/amdgpu/checks/Parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace assay::amdgpu {
namespace {

/// Several observers as one. The first finding is the one that counts.
class Together : public Observer {
public:
  void add(std::unique_ptr<Observer> part) { parts.push_back(std::move(part)); }
  void before(const Wave &wave, const Instruction &instruction) override {
    for (const auto &part : parts)
      part->before(wave, instruction);
  }
  void after(const Wave &wave, const Instruction &instruction) override {
    for (const auto &part : parts)
      part->after(wave, instruction);
  }
  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    for (const auto &part : parts)
      part->access(wave, instruction, access);
  }
  void barrier(const Workgroup &group) override {
    for (const auto &part : parts)
      part->barrier(group);
  }

private:
  std::vector<std::unique_ptr<Observer>> parts;
};

class Alignment : public Observer {
public:
  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    const uint64_t element = std::min<uint32_t>(access.bytes, 4);
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

Expected<Checks> Checks::parse(const std::string &list) {
  Checks checks;
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    const std::string name = list.substr(at, comma - at);
    at = comma + 1;
    if (name == "all")
      checks = {true, true, true, true};
    else if (name == "races")
      checks.races = true;
    else if (name == "waits")
      checks.waits = true;
    else if (name == "uninitialised")
      checks.uninitialised = true;
    else if (name == "alignment")
      checks.alignment = true;
    else
      return Error{
          fmt::format("'{}' is no check: races, waits, uninitialised, alignment, all", name)};
  }
  return checks;
}

void addChecks(Options &options, const Checks &checks) {
  if (!checks.any())
    return;
  auto shadow = checks.races ? makeGlobalShadow() : nullptr;
  options.observe = [checks, shadow](uint64_t workgroup) -> std::unique_ptr<Observer> {
    auto together = std::make_unique<Together>();
    if (checks.waits)
      together->add(checkWaits());
    if (checks.uninitialised)
      together->add(checkInitialised());
    if (checks.races)
      together->add(checkRaces(shadow, workgroup));
    if (checks.alignment)
      together->add(checkAlignment());
    return together;
  };
}

} // namespace assay::amdgpu
