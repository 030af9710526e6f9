#include "runners/guard/Region.h"

#include <initializer_list>
#include <sys/mman.h>

namespace assay::guard {

namespace {

constexpr size_t leastAddressSpace = size_t(16) << 20;
/// Of the first block, to which accesses before it belong.
constexpr size_t pagesInFront = 256;
constexpr size_t nowhere = ~size_t(0);
/// Of madvise(2), which the C library's headers may not know yet.
constexpr int installGuards = 102, removeGuards = 103;

constexpr size_t roundUp(size_t number, size_t to) { return (number + to - 1) / to * to; }

void *reserveBytes(size_t bytes) {
  void *begin = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return begin == MAP_FAILED ? nullptr : begin;
}

} // namespace

bool Region::reserve(size_t bytes, Protection wanted, unsigned fill) {
  for (; bytes >= leastAddressSpace; bytes /= 2) {
    void *table = reserveBytes(bytes / pageBytes * sizeof(Slot));
    void *begin = table ? reserveBytes(bytes) : nullptr;
    if (begin) {
      slots = static_cast<Slot *>(table);
      base = reinterpret_cast<uintptr_t>(begin);
      protection = wanted;
      canary = {base, fill};
      next = pagesInFront;
      size = growOpened(next + 1) ? bytes : 0;
      return size > 0;
    }
    if (table)
      munmap(table, bytes / pageBytes * sizeof(Slot));
  }
  return false;
}

const Region::Slot *Region::slotAt(size_t page) const {
  if (page >= begun)
    return nullptr;
  const Slot &slot = slots[slots[page].first];
  // The rest of an older slot whose begin was taken has none.
  return page < slots[page].first + slot.pages ? &slot : nullptr;
}

Block Region::blockOf(const Slot &slot) const {
  return {addressOf(static_cast<size_t>(&slot - slots)) + slot.offset, slot.bytes, slot.lead,
          slot.returnAddress, slot.isLive};
}

/// The table is the process's memory, which may be limited: it grows as it is used.
bool Region::growTable(size_t pages) {
  const size_t wanted = roundUp(pages * sizeof(Slot), size_t(256) << 10);
  if (wanted > tableBytes) {
    if (mprotect(slots, wanted, PROT_READ | PROT_WRITE) != 0)
      return false;
    tableBytes = wanted;
  }
  return true;
}

/// The same for the mapping with guard pages.
bool Region::growOpened(size_t pages) {
  const size_t wanted = roundUp(pages, 512), more = wanted - opened;
  if (protection == Protection::Mappings || pages <= opened)
    return true;
  if (mprotect(pointerTo(opened), more * pageBytes, PROT_READ | PROT_WRITE) != 0 ||
      madvise(pointerTo(opened), more * pageBytes, installGuards) != 0)
    return false;
  opened = wanted;
  return true;
}

/// Makes pages that were never used, or forbidden, ones of zeros.
bool Region::allow(size_t first, size_t pages) {
  if (pages == 0)
    return true;
  return protection == Protection::Mappings
             ? mprotect(pointerTo(first), pages * pageBytes, PROT_READ | PROT_WRITE) == 0
             : madvise(pointerTo(first), pages * pageBytes, removeGuards) == 0;
}

/// Takes the pages' memory, and lets nobody touch them.
void Region::forbid(size_t first, size_t pages) {
  if (pages == 0)
    return;
  if (protection == Protection::GuardPages)
    madvise(pointerTo(first), pages * pageBytes, installGuards);
  else // new pages in place of the old ones: the kernel joins mappings that are alike
    mmap(pointerTo(first), pages * pageBytes, PROT_NONE,
         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
}

/// The first of so many pages without a live block, from `next` on and then from the begin.
size_t Region::findPlace(size_t pages, size_t alignment) const {
  const size_t step = alignment > pageBytes ? alignment / pageBytes : 1;
  const size_t shift = base / pageBytes % step; // pages are counted from the region's begin
  for (const bool fromStart : {false, true}) {
    size_t first = fromStart ? pagesInFront : next;
    while (true) {
      first = roundUp(first + shift, step) - shift;
      if (first + pages > size / pageBytes)
        break;
      size_t at = first;
      for (; at < first + pages && at < begun; ++at)
        if (const Slot *slot = slotAt(at); slot && slot->isLive)
          break;
      if (at >= first + pages || at >= begun)
        return first;
      first = slots[at].first + slots[slots[at].first].pages;
    }
  }
  return nowhere;
}

void *Region::allocate(size_t bytes, size_t alignment, uintptr_t returnAddress, size_t lead) {
  if (bytes > mostBytes || alignment > mostBytes)
    return nullptr;
  const size_t within = alignment < pageBytes ? alignment : pageBytes;
  const size_t rounded = roundUp(bytes, within);
  const size_t data = roundUp(rounded + lead, pageBytes) / pageBytes;
  lock();
  const size_t first = findPlace(data + 1, alignment);
  const size_t behind = first + data + 1;
  if (first == nowhere || !growTable(behind) || !growOpened(behind) || !allow(first, data)) {
    unlock();
    return nullptr;
  }
  const auto number = static_cast<uint32_t>(first);
  const auto offset = static_cast<uint16_t>(data * pageBytes - rounded);
  for (size_t page = first; page < behind; ++page)
    slots[page].first = number;
  slots[first] = {number,       static_cast<uint32_t>(data + 1), offset,
                  true,         static_cast<uint8_t>(lead),      bytes,
                  returnAddress};
  // What is skipped for the sake of alignment belongs to nobody.
  for (size_t page = begun; page < first; ++page)
    slots[page] = {.first = static_cast<uint32_t>(page)};
  begun = begun < behind ? behind : begun;
  next = behind;
  const uintptr_t begin = addressOf(first) + offset;
  canary.write(addressOf(first), begin);
  canary.write(begin + bytes, addressOf(first + data));
  unlock();
  return reinterpret_cast<void *>(begin - lead);
}

void Region::inspect(const Slot &slot, Complaints &complaints) const {
  const Block block = blockOf(slot);
  const uintptr_t front = block.begin - slot.offset, end = block.begin + block.bytes;
  if (const Canary::Damage damage = canary.damage(front, block.begin); damage.changed > 0)
    complaints.overwritten({block, false, damage.changed, slot.offset - 1 - damage.last,
                            slot.offset - 1 - damage.first});
  if (const Canary::Damage damage = canary.damage(end, front + dataPages(slot) * pageBytes);
      damage.changed > 0)
    complaints.overwritten({block, true, damage.changed, damage.first, damage.last});
}

Region::Release Region::release(void *pointer, Complaints &complaints) {
  const auto address = reinterpret_cast<uintptr_t>(pointer);
  lock();
  const Slot *slot = slotAt((address - base) / pageBytes);
  const bool isGiven = slot && blockOf(*slot).begin - slot->lead == address;
  if (!isGiven || !slot->isLive) {
    const bool isTwice = isGiven;
    unlock();
    return isTwice ? Release::Twice : Release::Inside;
  }
  inspect(*slot, complaints);
  const auto first = static_cast<size_t>(slot - slots);
  forbid(first, dataPages(*slot));
  slots[first].isLive = false;
  unlock();
  return Release::Done;
}

void Region::inspectAll(Complaints &complaints) {
  lock();
  for (size_t page = 0; page < begun; ++page)
    if (const Slot &slot = slots[page]; slot.first == page && slot.pages > 0 && slot.isLive)
      inspect(slot, complaints);
  unlock();
}

/// The slot of a page that has none: the nearest one, if there is one nearby.
const Region::Slot *Region::slotNear(size_t page) const {
  for (size_t distance = 0; distance <= pagesInFront; ++distance)
    for (const size_t other : {page - distance, page + distance})
      if (const Slot *slot = slotAt(other); slot && slot->pages > 0)
        return slot;
  return nullptr;
}

bool Region::find(uintptr_t address, Block &found) const {
  const size_t page = (address - base) / pageBytes;
  const Slot *slot = slotNear(page);
  if (!slot)
    return false;
  found = blockOf(*slot);
  // The page behind a block is also the one before the next.
  const Slot *following = slotAt(slot->first + slot->pages);
  if (following && page == slot->first + dataPages(*slot)) {
    const Block other = blockOf(*following);
    const bool isNearer = other.begin - address < address - (found.begin + found.bytes);
    if (other.isLive && (!found.isLive || isNearer))
      found = other;
  }
  return true;
}

} // namespace assay::guard
