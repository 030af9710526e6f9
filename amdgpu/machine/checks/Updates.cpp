#include "amdgpu/machine/checks/Updates.h"

#include <utility>

namespace assay::amdgpu {

/// The number of the last update that a load found, and whether that was ordered before it.
static uint64_t versionOf(uint64_t number, bool isBefore) { return number << 1 | isBefore; }

static uint64_t awaited(uint64_t version) { return version | 1; }

void Updates::load(const Instruction &instruction, const MemoryAccess &access,
                   bool isBeforePolled) {
  Origin &origin = origins.add(instruction, access);
  origin.isBeforePolled = isBeforePolled;
  forLanes(access.lanes, [&](unsigned lane) {
    const uint64_t address = access.addresses[lane];
    const auto last = launch.last.find(address);
    origin.versions[lane] =
        last == launch.last.end()
            ? versionOf(0, true)
            : versionOf(last->second.number, last->second.group == self ||
                                                 acquired.isBefore(last->second.group, address));
  });
}

void Updates::await(Origin &origin) {
  if (!std::exchange(origin.isBeforePolled, false))
    return;
  forLanes(origin.lanes, [&](unsigned lane) {
    origin.versions[lane] = awaited(origin.versions[lane]);
    acquired.addAwaited(origin.addresses[lane]);
  });
}

void Updates::store(const Wave &wave, const Instruction &instruction, const MemoryAccess &access) {
  uint64_t former = UINT64_MAX;
  forLanes(access.lanes, [&](unsigned lane) {
    const uint64_t address = access.addresses[lane];
    if (std::exchange(former, address) == address)
      return;
    const Origins::Lane from =
        origins.isEmpty() ? Origins::Lane() : origins.find(wave, instruction, address, lane);
    if (!from.origin) {
      launch.last.erase(address);
      return;
    }
    Stored update = {.update = {address, lane, self, from.origin->load},
                     .isAltered = from.isAltered,
                     .bytes = access.bytes,
                     .found = from.origin->values[from.lane],
                     .before = valueAt(address, access.bytes)};
    const auto operation = operations.find(address);
    const bool isLocked = operation != operations.end() && operation->second >= from.origin->number;
    const auto last = launch.last.find(address);
    if (!isLocked && last != launch.last.end() && last->second.group != self) {
      update.update.other = last->second.group;
      update.isLost = from.origin->versions[from.lane] != versionOf(last->second.number, true);
    }
    stored.push_back(update);
  });
}

void Updates::operate(const MemoryAccess &access) {
  if (origins.isEmpty())
    return;
  forLanes(access.lanes,
           [&](unsigned lane) { operations[access.addresses[lane]] = origins.lastNumber(); });
}

std::optional<Updates::Lost> Updates::settle() {
  std::optional<Lost> lost;
  for (const Stored &each : stored) {
    const uint64_t now = valueAt(each.update.address, each.bytes);
    // Where the same bit is set or the same maximum found, no order shows.
    if (now == each.found || (now == each.before && !each.isAltered))
      continue;
    if (each.isLost && !lost)
      lost = each.update;
    launch.last[each.update.address] = {self, ++launch.count};
  }
  stored.clear();
  return lost;
}

} // namespace assay::amdgpu
