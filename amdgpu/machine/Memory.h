#pragma once

#include "support/Expected.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace assay::amdgpu {

/// Global memory of one device. A device address is the host's address of the byte, so that host
/// and managed memory have one address on both sides; kernels reach only what is registered here.
/// Between two allocations lie at least `zoneBytes` that belong to neither, and freed ones stay
/// known for a while. Thread-safe.
class Memory {
public:
  struct Allocation {
    uint64_t begin = 0, end = 0;
    uint64_t number = 0; // of the allocations before it
    bool isFreed = false;
    std::string name; // "allocation 3"
  };
  /// A range of valid addresses, and the state of the map at which it was so.
  struct Range {
    uint64_t begin = 0, end = 0;
    uint64_t generation = 0;
  };

  Memory() = default;
  Memory(const Memory &) = delete;
  Memory &operator=(const Memory &) = delete;

  /// The contents are a pattern that no reader takes for a result. `alignment` is a power of two.
  Expected<uint64_t> allocate(uint64_t bytes, std::string name = {},
                              uint64_t alignment = minAlignment);
  /// Makes memory of the host visible to kernels; it stays the caller's.
  Expected<void> adopt(void *begin, uint64_t bytes, std::string name = {});
  /// Of what allocate() or adopt() began at this address.
  Expected<void> release(uint64_t begin);

  /// The live allocation around an address.
  std::optional<Allocation> find(uint64_t address) const;
  /// Whether the address lies in memory that was released and is not forgotten yet.
  bool isFreed(uint64_t address) const;
  /// The same for the fast path of loads and stores: empty if there is none.
  Range rangeOf(uint64_t address) const;
  /// Changes with every release; a Range of an older generation must be looked up again.
  uint64_t generation() const { return generationNow.load(std::memory_order_relaxed); }

  /// Why an access is wrong, as in "16 bytes past the end of allocation 3 (64 bytes)", and whether
  /// it touches freed memory.
  struct Miss {
    std::string text;
    bool isFreed = false;
  };
  Miss explain(uint64_t address, uint64_t bytes) const;

  static constexpr uint64_t zoneBytes = 256, minAlignment = 256;
  /// Freed memory that is kept from being allocated again.
  static constexpr uint64_t quarantineBytes = uint64_t(64) << 20;
  static constexpr uint64_t maxLiveBytes = uint64_t(64) << 30;

private:
  struct Free {
    void operator()(std::byte *storage) const;
  };
  struct Record {
    Allocation allocation;
    std::unique_ptr<std::byte, Free> storage; // null for adopted memory
  };
  const Record *recordAt(uint64_t address) const;
  void forgetOldest();

  mutable std::mutex mutex;
  std::map<uint64_t, Record> records;      // by begin, freed ones among them
  std::map<uint64_t, uint64_t> quarantine; // number of the release -> begin
  uint64_t quarantined = 0, liveBytes = 0, allocations = 0, releases = 0;
  std::atomic<uint64_t> generationNow = 1;
};

} // namespace assay::amdgpu
