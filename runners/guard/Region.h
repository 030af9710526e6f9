#pragma once

#include "runners/guard/Fill.h"

#include <cstddef>
#include <cstdint>
#include <pthread.h>

namespace assay::guard {

/// A block that the region has or had.
struct Block {
  uintptr_t begin = 0;
  size_t bytes = 0;
  size_t lead = 0;             // by which what was given lies before it
  uintptr_t returnAddress = 0; // of the call that allocated it
  bool isLive = false;
  bool contains(uintptr_t address) const { return address - begin < bytes; }
};

/// Bytes that were written beside a block.
struct Overwrite {
  Block block;
  bool isBehind = false;
  size_t changed = 0, nearest = 0, farthest = 0; // bytes; distances from the block
};

/// Told of what is wrong with a block that is looked at.
class Complaints {
public:
  virtual void overwritten(const Overwrite &overwrite) = 0;

protected:
  ~Complaints() = default;
};

/// How pages are kept from being touched.
enum class Protection : uint8_t {
  /// As mappings of their own. Costs some system calls of microseconds for a block.
  Mappings,
  /// As pages of one mapping that the kernel guards (MADV_GUARD_INSTALL, Linux 6.13): several times
  /// as quick, but the address space counts as memory of the process.
  GuardPages,
};

/// Address space for blocks that end at a page which may not be touched, as far as their alignment
/// lets them; the gaps hold a pattern. Blocks that were freed may not be touched either until their
/// place is needed: new blocks take the place behind the last one, and begin again when the region
/// is used up. Takes no memory but from the kernel.
class Region {
public:
  /// Reserves so much address space, or less if there is not as much; false if there is very
  /// little, or no such protection. What lies beside blocks depends on the fill.
  bool reserve(size_t bytes, Protection protection, unsigned fill);

  /// Zeroed bytes, at most `mostBytes`; the alignment is a power of two. Null if there is no
  /// place, or no memory. What is given lies `lead` bytes before the block, less than a page.
  void *allocate(size_t bytes, size_t alignment, uintptr_t returnAddress, size_t lead = 0);

  enum class Release : uint8_t { Done, Inside, Twice };
  /// Takes back what allocate() gave, unless there is something wrong with it.
  Release release(void *pointer, Complaints &complaints);
  /// Looks at the gaps beside all blocks.
  void inspectAll(Complaints &complaints);

  bool contains(const void *pointer) const {
    return reinterpret_cast<uintptr_t>(pointer) - base < size;
  }
  /// The block to which the address belongs, or else one that lies near; one that is gone only if
  /// there is no other. Takes no lock, so that handlers of signals may ask.
  bool find(uintptr_t address, Block &found) const;

  /// The lock must not be held by another thread when a process is forked.
  void lock() { pthread_mutex_lock(&mutex); }
  void unlock() { pthread_mutex_unlock(&mutex); }

  static constexpr size_t pageBytes = 4096;
  static constexpr size_t mostBytes = size_t(4) << 30;

private:
  /// Pages that belong together: those of a block, and one that may not be touched. Stands at the
  /// first of them.
  struct Slot {
    uint32_t first = 0; // of the slot that this page is in; stands at every page
    uint32_t pages = 0;
    uint16_t offset = 0; // of the block in the first page
    bool isLive = false;
    uint8_t lead = 0;
    size_t bytes = 0;
    uintptr_t returnAddress = 0;
  };

  const Slot *slotAt(size_t page) const;
  Block blockOf(const Slot &slot) const;
  size_t findPlace(size_t pages, size_t alignment) const;
  bool growTable(size_t pages);
  bool growOpened(size_t pages);
  bool allow(size_t first, size_t pages);
  void forbid(size_t first, size_t pages);
  uintptr_t addressOf(size_t page) const { return base + page * pageBytes; }
  void *pointerTo(size_t page) const { return reinterpret_cast<void *>(addressOf(page)); }
  static size_t dataPages(const Slot &slot) { return slot.pages - 1; }
  void inspect(const Slot &slot, Complaints &complaints) const;

  const Slot *slotNear(size_t page) const;

  uintptr_t base = 0;
  size_t size = 0;
  Protection protection = Protection::Mappings;
  Canary canary;
  size_t next = 0;  // page at which the search for a place begins
  size_t begun = 0; // pages that were ever used; the table has so many
  size_t tableBytes = 0;
  size_t opened = 0; // pages from the begin that guard pages lie in
  Slot *slots = nullptr;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
};

} // namespace assay::guard
