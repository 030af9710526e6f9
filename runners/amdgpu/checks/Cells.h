#pragma once

#include "runners/amdgpu/checks/Parts.h"
#include "runners/amdgpu/checks/Shadow.h"

#include <algorithm>

/// From what the lanes of a wave access to the cells of a shadow.
namespace assay::amdgpu {

/// Calls visit(address of the dword, a bit for each of its bytes, lane) for all that lanes touch.
template <class Visit>
void forDwords(uint64_t lanes, uint32_t bytes, const auto *addresses, Visit visit) {
  constexpr unsigned whole = (1U << dwordBytes) - 1;
  forLanes(lanes, [&](unsigned lane) __attribute__((always_inline)) {
    uint64_t at = addresses[lane];
    for (const uint64_t end = at + bytes; at < end;) {
      const uint64_t dword = at / dwordBytes * dwordBytes;
      const uint64_t next = std::min(dword + dwordBytes, end);
      visit(dword, (whole << (at - dword)) & (whole >> (dword + dwordBytes - next)), lane);
      at = next;
    }
  });
}

/// Whether all lanes touch one dword each, one behind the other, in one page of a shadow.
inline bool isRun(const MemoryAccess &access) {
  constexpr uint64_t bytes = lanesPerWave * dwordBytes;
  const uint64_t first = access.addresses[0];
  if (access.lanes != ~uint64_t(0) || access.bytes != dwordBytes || first % dwordBytes != 0 ||
      first % shadowPageBytes > shadowPageBytes - bytes)
    return false;
  uint64_t elsewhere = 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    elsewhere |= access.addresses[lane] - first - lane * dwordBytes;
  return elsewhere == 0;
}

/// Calls visit(cell, address of the dword, a bit for each of its bytes, lane) for all that lanes
/// touch. cellOf(dword) gives a cell, behind which those of the same page follow.
template <class CellOf, class Visit>
void forCells(const MemoryAccess &access, CellOf cellOf, Visit visit) {
  if (isRun(access)) {
    auto *cells = &cellOf(access.addresses[0]);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      visit(cells[lane], access.addresses[0] + lane * dwordBytes, (1U << dwordBytes) - 1, lane);
    return;
  }
  forDwords(access.lanes, access.bytes, access.addresses,
            [&](uint64_t dword, unsigned mask, unsigned lane)
                __attribute__((always_inline)) { visit(cellOf(dword), dword, mask, lane); });
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
      forDwords(load.lanes, load.bytes, load.addresses,
                [&](uint64_t dword, unsigned mask, unsigned) {
                  cellOf(dword).touch(epoch, spreadBytes[mask], load.wave, false);
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
