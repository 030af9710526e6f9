#pragma once

#include "runners/amdgpu/checks/Parts.h"
#include "runners/amdgpu/checks/Shadow.h"

#include <algorithm>

/// From what the lanes of a wave access to the cells of a shadow.
namespace assay::amdgpu {

/// Dwords one behind the other, in one page of a shadow, that lanes touch.
struct Run {
  uint64_t address;
  unsigned dwords;
  /// A bit for each byte that is touched, the same in all dwords.
  unsigned bytes;
  /// Where it begins in what the lanes from `lane` on touch one behind the other, in bytes.
  unsigned lane;
  uint64_t offset;
  unsigned laneOf(unsigned dword, uint32_t bytesOfLane) const {
    return lane + static_cast<unsigned>((offset + dword * dwordBytes) / bytesOfLane);
  }
};

/// Calls visit(run) for all that lanes touch. Neighbouring lanes at neighbouring addresses make one
/// run, or several at page boundaries.
template <class Visit>
void forRuns(uint64_t lanes, uint32_t bytes, const auto *addresses, Visit visit) {
  constexpr unsigned whole = (1U << dwordBytes) - 1;
  while (lanes != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    const auto active = static_cast<unsigned>(std::countr_one(lanes >> first));
    const uint64_t begin = addresses[first];
    unsigned count = 1;
    while (count < active && addresses[first + count] == begin + uint64_t(count) * bytes)
      ++count;
    const uint64_t end = begin + uint64_t(count) * bytes;
    if (count == 1) // or all of them touch the same
      while (count < active && addresses[first + count] == begin)
        ++count;
    lanes &= ~(~uint64_t(0) >> (lanesPerWave - count) << first);
    for (uint64_t at = begin; at < end;) {
      const uint64_t dword = at / dwordBytes * dwordBytes;
      uint64_t next = std::min(end, dword + dwordBytes);
      unsigned mask = (whole << (at - dword)) & (whole >> (dword + dwordBytes - next));
      if (mask == whole)
        next =
            std::min(end / dwordBytes * dwordBytes, (at / shadowPageBytes + 1) * shadowPageBytes);
      visit(Run{dword, static_cast<unsigned>((next - dword + dwordBytes - 1) / dwordBytes), mask,
                first, at - begin});
      at = next;
    }
  }
}

/// Notes an access in the cells of a run. Cells mostly are all alike: touch(cell) is asked of one
/// and stands for those that are equal. Where it is false, settle(number of the dword) is called
/// instead, once for each.
template <class Cell, class Touch, class Settle>
void touchRun(Cell *cells, const Run &run, Touch touch, Settle settle) {
  for (unsigned i = 0; i < run.dwords;) {
    const Cell old = cells[i];
    unsigned end = i + 1;
    while (end < run.dwords && cells[end] == old)
      ++end;
    Cell now = old;
    if (!touch(now))
      for (unsigned dword = i; dword < end; ++dword)
        settle(dword);
    else if (!(now == old))
      std::fill(cells + i, cells + end, now);
    i = end;
  }
}

/// Loads since the last barrier that no shadow knows of yet: as long as nobody writes, they race
/// with nothing.
template <class Address> class Loads {
public:
  bool isFull() const { return loads.size() >= capacity; }
  void clear() { loads.clear(); }
  void add(unsigned wave, const MemoryAccess &access) {
    Load &load = loads.emplace_back();
    load.lanes = access.lanes;
    load.bytes = access.bytes;
    load.wave = wave;
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      load.addresses[lane] = static_cast<Address>(access.addresses[lane]);
  }
  /// Notes them all in cells: cellOf(dword) gives one.
  template <class CellOf> void note(uint64_t epoch, CellOf cellOf) {
    for (const Load &load : loads)
      forRuns(load.lanes, load.bytes, load.addresses, [&](const Run &run) {
        touchRun(
            &cellOf(run.address), run,
            [&](WavesSeen &cell) {
              cell.touch(epoch, spreadBytes[run.bytes], load.wave, false);
              return true;
            },
            [](unsigned) {});
      });
    loads.clear();
  }

private:
  static constexpr size_t capacity = 2048;
  struct Load {
    Load() {} // All of it is written at once: nothing to be zeroed before.
    uint64_t lanes;
    uint32_t bytes, wave;
    Address addresses[lanesPerWave];
  };
  std::vector<Load> loads;
};

} // namespace assay::amdgpu
