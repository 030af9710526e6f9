#pragma once

#include "amdgpu/machine/checks/Origins.h"

#include <map>
#include <optional>

namespace assay::amdgpu {

/// Workgroups of which something orders the accesses before ours.
class Acquired {
public:
  bool contains(uint32_t group) const { return groups.contains(group); }
  bool empty() const { return groups.empty(); }
  const auto &all() const { return groups; }

  void add(uint32_t group) { groups[group] = nowhere; }
  /// By no more than that a value was found at an address which it stored there.
  void addFound(uint32_t group, uint64_t address) {
    const auto [found, isNew] = groups.try_emplace(group, address);
    if (!isNew && found->second != address)
      found->second = nowhere;
  }
  /// What was found there had been waited for.
  void addAwaited(uint64_t address) {
    for (auto &[group, by] : groups)
      if (by == address)
        by = nowhere;
  }
  /// By something else than what was found at that address.
  bool isBefore(uint32_t group, uint64_t address) const {
    const auto found = groups.find(group);
    return found != groups.end() && found->second != address;
  }

private:
  static constexpr uint64_t nowhere = UINT64_MAX;
  /// The address is the only one where something was found, or nowhere.
  std::map<uint32_t, uint64_t> groups;
};

/// The last update of each address by a coherent load and a coherent store.
struct UpdatesOfLaunch {
  struct Last {
    uint32_t group = 0;
    uint64_t number = 0;
  };
  std::unordered_map<uint64_t, Last> last;
  uint64_t count = 0;
};

/// Updates by a load and a store: two workgroups that do so lose one of them, unless something
/// orders all of the one before the load of the other. That the one finds what the other stored
/// does not, since nothing makes it so; but who waits for a value comes after who stored it.
class Updates {
public:
  Updates(UpdatesOfLaunch &launch, uint32_t self, Acquired &acquired)
      : launch(launch), self(self), acquired(acquired) {}

  void begin(Wave &wave) { origins.begin(wave); }
  void access(const Wave &wave, const Instruction &instruction, const MemoryAccess &access) {
    if (!origins.isEmpty())
      origins.access(wave, instruction, access);
  }

  /// Coherent accesses. Loads are those that are not polled; before one that is, they are awaited
  /// as well if something is decided by what they found.
  void load(const Instruction &instruction, const MemoryAccess &access, bool isBeforePolled);
  void store(const Wave &wave, const Instruction &instruction, const MemoryAccess &access);
  void operate(const MemoryAccess &access);

  struct Lost {
    uint64_t address = 0;
    unsigned lane = 0;
    uint32_t other = 0; // the workgroup
    const Instruction *load = nullptr;
  };
  bool hasStored() const { return !stored.empty(); }
  /// What the stores of the present instruction, which is done, have overwritten.
  std::optional<Lost> settle();
  void after(const Wave &wave, const Instruction &instruction) {
    if (!origins.isEmpty())
      origins.after(wave, instruction, [this](Origin &origin) { await(origin); });
  }

private:
  void await(Origin &origin);

  struct Stored {
    Lost update;
    bool isLost = false, isAltered = false;
    uint32_t bytes = 0;
    /// Found by the load, and overwritten.
    uint64_t found = 0, before = 0;
  };

  UpdatesOfLaunch &launch;
  uint32_t self;
  Acquired &acquired;
  Origins origins;
  /// The number of the last origin when an atomic operation was done there.
  std::unordered_map<uint64_t, uint64_t> operations;
  std::vector<Stored> stored;
};

} // namespace assay::amdgpu
