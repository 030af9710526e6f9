#pragma once

#include "amdgpu/machine/checks/Parts.h"
#include "amdgpu/machine/checks/Shadow.h"

#include <algorithm>
#include <cstring>

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
/// run, or several at page boundaries. Of an access that isOneRun only the first active lane's
/// address is read.
template <class Access, class Visit> void forRuns(const Access &access, Visit visit) {
  constexpr unsigned whole = wholeDword;
  const auto &addresses = access.addresses;
  const uint32_t bytes = access.bytes;
  uint64_t lanes = access.lanes;
  while (lanes != 0) {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    const auto active = static_cast<unsigned>(std::countr_one(lanes >> first));
    const uint64_t begin = addresses[first];
    unsigned count = access.isOneRun ? active : 1;
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

/// As std::fill, by copies of what has been filled.
template <class Cell> void fill(Cell *cells, unsigned count, const Cell &value) {
  cells[0] = value;
  for (unsigned done = 1; done < count; done *= 2)
    std::memcpy(cells + done, cells, std::min(done, count - done) * sizeof(Cell));
}

/// Notes an access in the cells of a run. Cells mostly are all alike: touch(cell) is asked of one
/// and stands for those that are equal. Where it is false, settle(number of the dword) is called
/// instead, once for each.
template <class Cell, class Touch, class Settle>
void touchRun(Cell *cells, const Run &run, Touch touch, Settle settle) {
  if (run.dwords == 1) {
    if (!touch(*cells))
      settle(0);
    return;
  }
  for (unsigned i = 0; i < run.dwords;) {
    const Cell old = cells[i];
    unsigned end = i == 0 && areEqual(cells, run.dwords) ? run.dwords : i + 1;
    while (end < run.dwords && cells[end] == old)
      ++end;
    Cell now = old;
    if (!touch(now))
      for (unsigned dword = i; dword < end; ++dword)
        settle(dword);
    else if (!(now == old))
      fill(cells + i, end - i, now);
    i = end;
  }
}

/// Loads since the last barrier that no cell knows of yet.
template <class Address> class Loads {
public:
  bool isFull() const { return loads.size() >= capacity; }
  void clear() { loads.clear(); }
  void add(unsigned wave, const MemoryAccess &access) {
    Load &load = loads.emplace_back();
    load.lanes = access.lanes;
    load.bytes = access.bytes;
    load.wave = wave;
    load.isOneRun = access.isOneRun;
    if (access.isOneRun) {
      const auto first = static_cast<unsigned>(std::countr_zero(access.lanes));
      load.addresses[first] = static_cast<Address>(access.addresses[first]);
      return;
    }
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      load.addresses[lane] = static_cast<Address>(access.addresses[lane]);
  }
  template <class Visit> void forEach(Visit visit) const {
    for (const Load &load : loads)
      visit(load);
  }

private:
  static constexpr size_t capacity = 2048;
  struct Load {
    Load() {} // What is read of it is written at once: nothing to be zeroed before.
    uint64_t lanes;
    uint32_t bytes, wave;
    bool isOneRun;
    Address addresses[lanesPerWave];
  };
  std::vector<Load> loads;
};

} // namespace assay::amdgpu
