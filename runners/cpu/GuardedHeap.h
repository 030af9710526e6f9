#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace assay {

/// The memory that compiled code may touch in one execution. Each block lies between two red zones
/// whose pattern is checked when the block is released and at the end: a write past a block is
/// found exactly up to the zone's width away (256 bytes to 4 KiB). Reads past a block are not
/// caught: they yield noise, which shows only where it changes a result. Released blocks stay
/// poisoned for a while, so that late writes are found.
class GuardedHeap {
public:
  GuardedHeap() = default;
  ~GuardedHeap();
  GuardedHeap(const GuardedHeap &) = delete;
  GuardedHeap &operator=(const GuardedHeap &) = delete;

  struct Block {
    std::byte *storage = nullptr; // begin of the zone in front
    std::byte *payload = nullptr;
    size_t bytes = 0;
    size_t zone = 0;     // bytes in front, and as many behind
    size_t sequence = 0; // number of allocations before it
    size_t alignment = 0;
    size_t patternBefore = 0, patternBehind = 0;
    bool released = false;
    bool isForeign = false; // not the compiled code's to free
    std::string name;       // "argument 1", "allocation 3"
  };

  /// Bytes that no reader takes for a result: NaN in every float type, odd negative integers, no
  /// i1. The alignment is a power of two. Null when the limits below are exceeded.
  std::byte *allocate(size_t bytes, size_t alignment, std::string name = {});
  /// The same for a buffer that the compiled code does not own.
  std::byte *allocateForeign(size_t bytes, std::string name);
  /// A second release, or one of what the compiled code did not allocate, is a fault.
  void release(void *pointer);

  /// Looks at every zone; the first fault seen since the start, as one line.
  std::optional<std::string> fault();
  void report(std::string text);

  /// The block in whose payload or zones `address` lies.
  Block *find(const void *address);
  /// Gives back all memory.
  void clear();

  static constexpr size_t maxBlockBytes = size_t(1) << 31;
  static constexpr size_t maxLiveBytes = size_t(1) << 32;

private:
  static size_t zoneBytes(size_t payload, size_t alignment);
  void inspect(const Block &block);

  std::map<const std::byte *, Block> blocks; // by end of the zone behind
  std::vector<const std::byte *> quarantine; // released blocks, oldest first
  size_t quarantineHead = 0;
  size_t quarantineBytes = 0;
  size_t liveBytes = 0;
  size_t allocations = 0;
  std::optional<std::string> firstFault;
};

} // namespace assay
