#pragma once

#include "amdgpu/machine/Traits.h"
#include "amdgpu/machine/checks/Checks.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace assay::amdgpu {

/// Ends the launch with a finding.
inline void report(const Wave &wave, const Instruction &instruction, std::string text,
                   int32_t lane = -1) {
  raise(wave.group->waves[wave.number], instruction, Fault::Kind::Reported, std::move(text), lane);
}

/// What global memory holds there, of its first 8 bytes.
inline uint64_t valueAt(uint64_t address, uint32_t bytes) {
  uint64_t value = 0;
  std::memcpy(&value, reinterpret_cast<const void *>(address),
              std::min<size_t>(bytes, sizeof value));
  return value;
}

/// Sets of 64 numbers a word, as RegisterSet has them: numbers that are equal modulo 64 * `words`
/// are one.
template <size_t words, size_t all>
std::array<uint64_t, words> folded(const std::array<uint64_t, all> &bits) {
  std::array<uint64_t, words> some = {};
  for (size_t i = 0; i < all; ++i)
    some[i % words] |= bits[i];
  return some;
}

/// Calls visit(lane) for each bit set.
template <class Visit> inline void forLanes(uint64_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1)
    visit(static_cast<unsigned>(std::countr_zero(lanes)));
}

/// What workgroups of a launch know of each other's accesses to global memory. Thread-safe.
struct GlobalShadow;
std::shared_ptr<GlobalShadow> makeGlobalShadow();

std::unique_ptr<Observer> checkRaces(std::shared_ptr<GlobalShadow> shadow, uint64_t workgroup);
std::unique_ptr<Observer> checkWaits();
std::unique_ptr<Observer> checkInitialised();
std::unique_ptr<Observer> checkAlignment();

} // namespace assay::amdgpu
