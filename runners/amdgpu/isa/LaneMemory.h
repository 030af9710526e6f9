#pragma once

#include "runners/amdgpu/Bounds.h"
#include "runners/amdgpu/isa/Access.h"

/// Loads and stores by the lanes of a wave. A lane that EXEC holds inactive has no address at all.
namespace assay::amdgpu::AMDGPU_LEVEL {

using Space = MemoryAccess::Space;
using Mode = MemoryAccess::Mode;

struct Addresses {
  alignas(64) uint64_t lane[lanesPerWave];
  uint64_t active = 0;
};

/// The range that all active lanes lie in, or of one of them if none is.
inline bool allMapped(Workgroup &group, const Addresses &at, uint32_t bytes) {
  const uint64_t some = at.lane[std::countr_zero(at.active)];
  uint64_t low = some, high = some;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    const uint64_t address = (at.active >> lane & 1) ? at.lane[lane] : some;
    low = address < low ? address : low;
    high = address > high ? address : high;
  }
  return isMapped(group, low, high, bytes);
}

/// False, with the fault raised, unless every active lane may touch `bytes` bytes.
inline bool mayAccess(Wave &wave, const Instruction &instruction, Space space, Mode mode,
                      const Addresses &at, uint32_t bytes) {
  if (at.active == 0)
    return false;
  const MemoryAccess access{space, mode, bytes, at.active, at.lane};
  if (space != Space::Global || !allMapped(*wave.group, at, bytes))
    if (!checkLanes(wave, instruction, access))
      return false;
  if (wave.group->observer)
    wave.group->observer->access(wave, instruction, access);
  return wave.state == Wave::State::Running;
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

/// Memory holds a T, extended to 32 bits, or `dwords` dwords.
template <class T, unsigned dwords>
inline void loadLanes(Wave &wave, const Instruction &instruction, Space space, const Addresses &at,
                      uint32_t *rows) {
  static_assert(dwords == 1 || sizeof(T) == 4);
  if (!mayAccess(wave, instruction, space, Mode::Load, at, sizeof(T) * dwords))
    return;
  forActive(at.active, [&](unsigned lane) {
    const std::byte *from = hostAddress(wave, space, at, lane);
    for (unsigned dword = 0; dword < dwords; ++dword) {
      T value;
      std::memcpy(&value, from + sizeof(T) * dword, sizeof value);
      rows[dword * lanesPerWave + lane] = static_cast<uint32_t>(static_cast<int32_t>(value));
    }
  });
}

template <class T, unsigned dwords>
inline void storeLanes(Wave &wave, const Instruction &instruction, Space space, const Addresses &at,
                       const uint32_t *rows) {
  if (!mayAccess(wave, instruction, space, Mode::Store, at, sizeof(T) * dwords))
    return;
  forActive(at.active, [&](unsigned lane) {
    std::byte *to = hostAddress(wave, space, at, lane);
    for (unsigned dword = 0; dword < dwords; ++dword) {
      const auto value = static_cast<T>(rows[dword * lanesPerWave + lane]);
      std::memcpy(to + sizeof(T) * dword, &value, sizeof value);
    }
  });
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
constexpr Shape storeShape(Type address, unsigned dwords) {
  Shape shape;
  shape.source[0] = {Role::Field, address};
  shape.source[1] = {Role::Field, dataType(dwords)};
  return shape;
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
