#pragma once

#include "amdgpu/machine/checks/Cells.h"
#include "amdgpu/machine/checks/Parts.h"

namespace assay::amdgpu {

/// What the waves of a workgroup have done to one memory since the last barrier. Its cells are
/// elsewhere.
template <class Address> class SinceBarrier {
public:
  void clear() {
    loads.clear();
    split.clear();
    isWritten = false;
  }

  /// A load is only kept as it is: as long as nobody writes, it races with nothing. False of what
  /// has to be noted in cells.
  bool keep(const Wave &wave, const MemoryAccess &access) {
    if (access.mode == MemoryAccess::Mode::Store || isWritten || loads.isFull())
      return false;
    loads.add(wave.number, access);
    return true;
  }

  /// Notes an access, and before it all that was kept, after that many barriers. cellOf(dword)
  /// gives a cell. Calls meet(WavesOfBytes, dword, lane) where other waves' accesses make it a
  /// race.
  template <class CellOf, class Meet>
  void touch(uint64_t epoch, const Wave &wave, const MemoryAccess &access, CellOf cellOf,
             Meet meet) {
    const bool isWrite = access.mode == MemoryAccess::Mode::Store;
    loads.forEach([&](const auto &load) {
      touchRuns(epoch, load.wave, false, load, cellOf, [](WavesOfBytes, uint64_t, unsigned) {});
    });
    loads.clear();
    isWritten |= isWrite;
    if (access.bytes != dwordBytes || access.addressBits % dwordBytes != 0 || access.isOneRun)
      return touchRuns(epoch, wave.number, isWrite, access, cellOf, meet);
    // Here and there a dword: to look for runs costs more than they would save.
    forLanes(access.lanes, [&](unsigned lane) {
      const uint64_t dword = access.addresses[lane];
      DwordWaves &cell = cellOf(dword);
      if (!cell.touchSimply(epoch, wholeDword, wave.number, isWrite)) [[unlikely]]
        meet(touchBytes(cell, dword, wholeDword, wave.number, isWrite), dword, lane);
    });
  }

private:
  template <class Access, class CellOf, class Meet>
  void touchRuns(uint64_t epoch, unsigned wave, bool isWrite, const Access &access, CellOf cellOf,
                 Meet meet) {
    forRuns(access, [&](const Run &run) {
      DwordWaves *cells = &cellOf(run.address);
      touchRun(
          cells, run,
          [&](DwordWaves &cell) { return cell.touchSimply(epoch, run.bytes, wave, isWrite); },
          [&](unsigned i) {
            const uint64_t dword = run.address + i * dwordBytes;
            meet(touchBytes(cells[i], dword, run.bytes, wave, isWrite), dword,
                 run.laneOf(i, access.bytes));
          });
    });
  }

  /// What touchSimply() leaves: each byte by itself. Returns the other waves that matter.
  [[gnu::noinline]] WavesOfBytes touchBytes(DwordWaves &cell, uint64_t dword, unsigned mask,
                                            unsigned wave, bool isWrite) {
    WavesOfBytes &bytes = split[dword];
    if (!cell.isSplit())
      bytes = cell.spread();
    cell.split();
    return bytes.touch(mask, wave, isWrite);
  }

  Loads<Address> loads;
  /// Of dwords whose bytes have different users, or one that two waves meet in.
  std::unordered_map<uint64_t, WavesOfBytes> split;
  bool isWritten = false;
};

} // namespace assay::amdgpu
