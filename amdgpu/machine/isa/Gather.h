#pragma once

#include "amdgpu/machine/isa/Access.h"

#include <array>

/// Moves elements between memory and rows. Kernels mostly have neighbouring lanes at neighbouring
/// addresses, or all at one: there a vector of the host's is moved at once. Whether a lane may
/// touch its element has been decided before.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// So many lanes are looked at together.
constexpr unsigned groupLanes = 8;

enum class Pattern : uint8_t { Consecutive, Same, Scattered };

/// One number for each lane of a group, as a vector of the compiler's.
template <class Number> using Group [[gnu::vector_size(groupLanes * sizeof(Number))]] = Number;

/// How elements of so many bytes at these offsets lie to each other.
template <class Offset> inline Pattern patternOf(const Offset *offsets, uint32_t bytes) {
  Group<Offset> distances;
  std::memcpy(&distances, offsets, sizeof distances);
  distances -= offsets[0];
  constexpr Group<Offset> lanes = {0, 1, 2, 3, 4, 5, 6, 7};
  if (__builtin_reduce_or(distances ^ (lanes * bytes)) == 0)
    return Pattern::Consecutive;
  return __builtin_reduce_or(distances) == 0 ? Pattern::Same : Pattern::Scattered;
}

/// Calls visit(lane) for each active lane of a group, in order.
template <class Visit> [[gnu::always_inline]] inline void forGroup(unsigned active, Visit visit) {
  if (active == (1U << groupLanes) - 1) {
    for (unsigned lane = 0; lane < groupLanes; ++lane)
      visit(lane);
    return;
  }
  for (; active != 0; active &= active - 1)
    visit(static_cast<unsigned>(std::countr_zero(active)));
}

/// Calls visit(first lane, active lanes, pattern) for each group that has an active lane.
template <class Offset, class Visit>
[[gnu::always_inline]] inline void forGroups(const Offset *offsets, uint64_t active, uint32_t bytes,
                                             Visit visit) {
  constexpr unsigned full = (1U << groupLanes) - 1;
  for (unsigned first = 0; first < lanesPerWave; first += groupLanes) {
    const auto some = static_cast<unsigned>(active >> first) & full;
    if (some == full)
      visit(first, some, patternOf(offsets + first, bytes));
    else if (some != 0)
      visit(first, some, Pattern::Scattered);
  }
}

/// A T in memory is extended to 32 bits by its own sign.
template <class T> inline uint32_t extended(T value) {
  return static_cast<uint32_t>(static_cast<int32_t>(value));
}

/// `dwords` Ts from base + offset of each active lane, and behind them in `rows` as many from each
/// further base. `offsets` may be one of the rows.
template <class T, unsigned dwords, size_t parts, class Offset>
[[gnu::noinline]] void gather(const std::array<const std::byte *, parts> &bases,
                              const Offset *offsets, uint64_t active, uint32_t *rows) {
  constexpr uint32_t bytes = sizeof(T) * dwords;
  auto visit = [&](unsigned first, unsigned some, Pattern pattern) __attribute__((always_inline)) {
    const Offset offset = offsets[first];
    for (size_t part = 0; part < parts; ++part) {
      uint32_t *to = rows + part * dwords * lanesPerWave + first;
      if (pattern == Pattern::Consecutive) {
        T values[groupLanes * dwords];
        std::memcpy(values, bases[part] + offset, sizeof values);
        for (unsigned dword = 0; dword < dwords; ++dword)
          for (unsigned lane = 0; lane < groupLanes; ++lane)
            to[dword * lanesPerWave + lane] = extended(values[lane * dwords + dword]);
      } else if (pattern == Pattern::Same) {
        T values[dwords];
        std::memcpy(values, bases[part] + offset, sizeof values);
        for (unsigned dword = 0; dword < dwords; ++dword)
          for (unsigned lane = 0; lane < groupLanes; ++lane)
            to[dword * lanesPerWave + lane] = extended(values[dword]);
      }
    }
    if (pattern != Pattern::Scattered)
      return;
    forGroup(some, [&](unsigned lane) {
      T values[parts * dwords];
      for (size_t part = 0; part < parts; ++part)
        std::memcpy(values + part * dwords, bases[part] + offsets[first + lane], bytes);
      for (unsigned dword = 0; dword < parts * dwords; ++dword)
        rows[dword * lanesPerWave + first + lane] = extended(values[dword]);
    });
  };
  forGroups(offsets, active, bytes, visit);
}

/// The low bits of `dwords` rows to base + offset of each active lane.
template <class T, unsigned dwords, class Offset>
[[gnu::noinline]] void scatter(std::byte *base, const Offset *offsets, uint64_t active,
                               const uint32_t *rows) {
  constexpr uint32_t bytes = sizeof(T) * dwords;
  forGroups(offsets, active, bytes,
            [&](unsigned first, unsigned some, Pattern pattern) __attribute__((always_inline)) {
              const uint32_t *from = rows + first;
              if (pattern == Pattern::Consecutive) {
                T values[groupLanes * dwords];
                for (unsigned dword = 0; dword < dwords; ++dword)
                  for (unsigned lane = 0; lane < groupLanes; ++lane)
                    values[lane * dwords + dword] =
                        static_cast<T>(from[dword * lanesPerWave + lane]);
                std::memcpy(base + offsets[first], values, sizeof values);
                return;
              }
              forGroup(some, [&](unsigned lane) {
                T values[dwords];
                for (unsigned dword = 0; dword < dwords; ++dword)
                  values[dword] = static_cast<T>(from[dword * lanesPerWave + lane]);
                std::memcpy(base + offsets[first + lane], values, sizeof values);
              });
            });
}

} // namespace assay::amdgpu::AMDGPU_LEVEL
