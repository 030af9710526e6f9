#pragma once

#include "amdgpu/machine/Bounds.h"
#include "amdgpu/machine/isa/Access.h"
#include "amdgpu/machine/isa/Gather.h"

/// Loads and stores by the lanes of a wave. A lane that EXEC holds inactive has no address at all.
namespace assay::amdgpu::AMDGPU_LEVEL {

using Space = MemoryAccess::Space;
using Mode = MemoryAccess::Mode;

struct Addresses {
  alignas(64) uint64_t lane[lanesPerWave];
  uint64_t active = 0;
};

/// Calls visit(lane) for each active lane, in order.
template <class Visit> inline void forActive(uint64_t active, Visit visit) {
  if (active == ~uint64_t(0)) {
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      visit(lane);
    return;
  }
  for (; active != 0; active &= active - 1)
    visit(static_cast<unsigned>(std::countr_zero(active)));
}

/// The highest of the active lanes' addresses.
inline uint64_t highest(const Addresses &at) {
  uint64_t high = 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint64_t address = (at.active >> lane & 1) ? at.lane[lane] : 0;
    high = address > high ? address : high;
  }
  return high;
}

/// Whether all active lanes lie in the allocation that the first of them is in.
inline bool sameAllocation(Wave &wave, const Addresses &at, uint32_t bytes) {
  const Memory::Range *range =
      mappedRange(*wave.group, at.lane[std::countr_zero(at.active)], bytes);
  if (!range)
    return false;
  // Comparisons of signed numbers are what AVX2 has: both sides are moved by half the range.
  constexpr uint64_t half = uint64_t(1) << 63;
  const uint64_t begin = range->begin + half;
  const auto last = static_cast<int64_t>(range->end - bytes - begin);
  bool isOutside = false;
  if (at.active == ~uint64_t(0)) {
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      isOutside |= static_cast<int64_t>(at.lane[lane] - begin) > last;
    return !isOutside;
  }
  forActive(at.active, [&](unsigned lane) {
    isOutside |= static_cast<int64_t>(at.lane[lane] - begin) > last;
  });
  return !isOutside;
}

/// Whether all active lanes lie where they may, at one look: false may also mean that it takes
/// another.
inline bool allMapped(Wave &wave, Space space, const Addresses &at, uint32_t bytes) {
  auto isWithin = [&](uint64_t size) { return bytes <= size && highest(at) <= size - bytes; };
  switch (space) {
  case Space::Lds:
    return isWithin(wave.group->ldsBytes);
  case Space::Scratch:
    return isWithin(wave.scratchBytesPerLane);
  case Space::Global:
  case Space::Constant:
    break;
  }
  return sameAllocation(wave, at, bytes);
}

/// Says of an access what is true of all its addresses: those in `row`, with `offset` added.
template <bool isWhole, class Address>
inline void summarise(MemoryAccess &access, const Address *row, Address offset) {
  const auto first = isWhole ? 0U : static_cast<unsigned>(std::countr_zero(access.lanes));
  const Address base = row[first] - first * access.bytes;
  Address bits = 0, strayed = 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const auto isActive =
        static_cast<Address>(isWhole ? ~uint64_t(0) : -(access.lanes >> lane & 1));
    bits |= (row[lane] + offset) & isActive;
    strayed |= (row[lane] ^ (base + lane * access.bytes)) & isActive;
  }
  const uint64_t lanes = access.lanes >> first;
  access.addressBits = bits;
  access.isOneRun = strayed == 0 && (lanes & (lanes + 1)) == 0;
}

/// An observer sees what is within bounds, of one lane at least. False if that was the wave's end.
/// The addresses are in `row` as well, but for `offset`.
template <class Address>
inline bool showTo(Observer &observer, Wave &wave, const Instruction &instruction,
                   MemoryAccess access, const Address *row, Address offset) {
  if (access.lanes == ~uint64_t(0))
    summarise<true>(access, row, offset);
  else
    summarise<false>(access, row, offset);
  observer.access(wave, instruction, access);
  return wave.state == Wave::State::Running;
}

/// To the observer, if there is one.
inline bool show(Wave &wave, const Instruction &instruction, const MemoryAccess &access) {
  Observer *observer = wave.group->observer;
  return !observer || showTo<uint64_t>(*observer, wave, instruction, access, access.addresses, 0);
}

/// False, with the fault raised, unless every active lane may touch `bytes` bytes.
inline bool mayAccess(Wave &wave, const Instruction &instruction, Space space, Mode mode,
                      const Addresses &at, uint32_t bytes) {
  if (at.active == 0)
    return false;
  const MemoryAccess access{space, mode, bytes, at.active, at.lane};
  if (!allMapped(wave, space, at, bytes) && !checkLanes(wave, instruction, access))
    return false;
  if (space == Space::Scratch && mode != Mode::Load)
    wave.scratchWritten = std::max(
        wave.scratchWritten,
        static_cast<uint32_t>(std::min<uint64_t>(highest(at) + bytes, wave.scratchBytesPerLane)));
  return show(wave, instruction, access);
}

inline std::byte *hostAddress(Wave &wave, Space space, const Addresses &at, unsigned lane) {
  switch (space) {
  case Space::Global:
  case Space::Constant:
    return reinterpret_cast<std::byte *>(at.lane[lane]);
  case Space::Lds:
    return wave.group->lds.data() + at.lane[lane];
  case Space::Scratch:
    return wave.scratch + uint64_t(lane) * wave.scratchBytesPerLane + at.lane[lane];
  }
  return nullptr;
}

/// Where the lanes' elements are on the host: the same offsets from one place, except that each
/// lane has a scratch of its own.
class HostOffsets {
public:
  HostOffsets(Wave &wave, Space space, const Addresses &at) : lane(at.lane) {
    if (space == Space::Lds)
      base = wave.group->lds.data();
    if (space != Space::Scratch)
      return;
    base = wave.scratch;
    for (unsigned i = 0; i < lanesPerWave; ++i)
      ofScratch[i] = at.lane[i] + uint64_t(i) * wave.scratchBytesPerLane;
    lane = ofScratch;
  }
  HostOffsets(const HostOffsets &) = delete;
  HostOffsets &operator=(const HostOffsets &) = delete;

  std::byte *base = nullptr;
  const uint64_t *lane;

private:
  alignas(64) uint64_t ofScratch[lanesPerWave];
};

/// Memory holds a T, extended to 32 bits, or `dwords` dwords.
template <class T, unsigned dwords>
inline void loadLanes(Wave &wave, const Instruction &instruction, Space space, const Addresses &at,
                      uint32_t *rows) {
  static_assert(dwords == 1 || sizeof(T) == 4);
  if (!mayAccess(wave, instruction, space, Mode::Load, at, sizeof(T) * dwords))
    return;
  const HostOffsets from(wave, space, at);
  gather<T, dwords, 1>({from.base}, from.lane, at.active, rows);
}

/// A T into 16 bits of a register, of which the other 16 stay.
template <class T, bool isHigh>
inline void loadHalves(Wave &wave, const Instruction &instruction, Space space, const Addresses &at,
                       uint32_t *rows) {
  if (!mayAccess(wave, instruction, space, Mode::Load, at, sizeof(T)))
    return;
  forActive(at.active, [&](unsigned lane) {
    T value;
    std::memcpy(&value, hostAddress(wave, space, at, lane), sizeof value);
    const uint32_t half = static_cast<uint16_t>(value);
    rows[lane] = isHigh ? (rows[lane] & 0xffff) | half << 16 : (rows[lane] & 0xffff0000) | half;
  });
}

/// The upper half of a register.
template <class T>
inline void storeHighHalves(Wave &wave, const Instruction &instruction, Space space,
                            const Addresses &at, const uint32_t *rows) {
  if (!mayAccess(wave, instruction, space, Mode::Store, at, sizeof(T)))
    return;
  forActive(at.active, [&](unsigned lane) {
    const auto value = static_cast<T>(rows[lane] >> 16);
    std::memcpy(hostAddress(wave, space, at, lane), &value, sizeof value);
  });
}

/// From memory to the LDS: the T of each lane in `active`, extended to a dword, goes to M0 + OFFSET
/// + 4 * lane. It is 0 for those that have no address in `at`.
template <class T>
inline void loadToLds(Wave &wave, const Instruction &instruction, Space space, const Addresses &at,
                      uint64_t active) {
  Addresses to;
  to.active = active;
  const uint32_t base =
      (readScalar<uint32_t>(wave, scalar::m0) & 0xffff) + static_cast<uint32_t>(instruction.offset);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    to.lane[lane] = uint64_t(base) + 4 * lane;
  if ((at.active != 0 && !mayAccess(wave, instruction, space, Mode::Load, at, sizeof(T))) ||
      !mayAccess(wave, instruction, Space::Lds, Mode::Store, to, 4))
    return;
  forActive(active, [&](unsigned lane) {
    T value = 0;
    if (at.active >> lane & 1)
      std::memcpy(&value, hostAddress(wave, space, at, lane), sizeof value);
    const auto dword = static_cast<uint32_t>(static_cast<int32_t>(value));
    std::memcpy(hostAddress(wave, Space::Lds, to, lane), &dword, sizeof dword);
  });
}

template <class T, unsigned dwords>
inline void storeLanes(Wave &wave, const Instruction &instruction, Space space, const Addresses &at,
                       const uint32_t *rows) {
  if (!mayAccess(wave, instruction, space, Mode::Store, at, sizeof(T) * dwords))
    return;
  const HostOffsets to(wave, space, at);
  scatter<T, dwords>(to.base, to.lane, at.active, rows);
}

/// Of instructions with `dwords` registers of data.
constexpr Type dataType(unsigned dwords) {
  constexpr Type types[] = {Type::None, Type::B32, Type::B64, Type::B96, Type::B128};
  return types[dwords];
}
constexpr Shape loadShape(Type address, unsigned dwords) {
  Shape shape;
  shape.source[0] = {Role::Field, address};
  shape.result = dataType(dwords);
  return shape;
}
/// Of d16 loads, which keep half of what the destination held.
constexpr Shape halfLoadShape(Type address) {
  Shape shape = loadShape(address, 1);
  shape.source[1] = {Role::Former, Type::B32}; // where stores have their data
  return shape;
}
constexpr Shape addressShape(Type address) {
  Shape shape;
  shape.source[0] = {Role::Field, address};
  return shape;
}
constexpr Shape storeShape(Type address, unsigned dwords) {
  Shape shape;
  shape.source[0] = {Role::Field, address};
  shape.source[1] = {Role::Field, dataType(dwords)};
  return shape;
}

constexpr Shape atomicShape(Type address, unsigned dataDwords, unsigned resultDwords) {
  Shape shape = storeShape(address, dataDwords);
  shape.result = dataType(resultDwords);
  shape.resultNeedsSc0 = true;
  return shape;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
