#pragma once

#include "amdgpu/machine/isa/LaneMemory.h"
#include "amdgpu/machine/isa/MinNumber.h"

#include <atomic>

/// What atomic instructions make of memory's value and their data; and how lanes do it. Lanes take
/// their turns in order, other threads' workgroups come in between.
namespace assay::amdgpu::AMDGPU_LEVEL {

template <class T> inline T atomicSwap(T, T data) { return data; }
template <class T> inline T atomicAdd(T old, T data) { return old + data; }
template <class T> inline T atomicSub(T old, T data) { return old - data; }
template <class T> inline T atomicRsub(T old, T data) { return data - old; }
template <class T> inline T atomicMin(T old, T data) { return data < old ? data : old; }
template <class T> inline T atomicMax(T old, T data) { return data > old ? data : old; }
template <class T> inline T atomicAnd(T old, T data) { return old & data; }
template <class T> inline T atomicOr(T old, T data) { return old | data; }
template <class T> inline T atomicXor(T old, T data) { return old ^ data; }
/// Counts up to `data` and begins anew at 0.
template <class T> inline T atomicInc(T old, T data) { return old >= data ? 0 : old + 1; }
template <class T> inline T atomicDec(T old, T data) {
  return old == 0 || old > data ? data : old - 1;
}

inline float withoutDenormal(float value) {
  return __builtin_isnormal(value) || value != value || __builtin_isinf(value)
             ? value
             : __builtin_copysignf(0, value);
}

inline uint32_t addHalves(uint32_t old, uint32_t data) {
  uint32_t result = 0;
  for (unsigned at = 0; at < 32; at += 16) {
    const auto a = std::bit_cast<_Float16>(static_cast<uint16_t>(old >> at));
    const auto b = std::bit_cast<_Float16>(static_cast<uint16_t>(data >> at));
    result |= uint32_t(std::bit_cast<uint16_t>(static_cast<_Float16>(float(a) + float(b)))) << at;
  }
  return result;
}

/// Rounds to nearest even; a NaN stays one.
inline uint16_t toBrainFloat(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  if (value != value)
    return static_cast<uint16_t>(bits >> 16 | 0x40);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}
inline uint32_t addBrainFloats(uint32_t old, uint32_t data) {
  const float low = std::bit_cast<float>(old << 16) + std::bit_cast<float>(data << 16);
  const float high =
      std::bit_cast<float>(old & 0xffff0000) + std::bit_cast<float>(data & 0xffff0000);
  return toBrainFloat(low) | uint32_t(toBrainFloat(high)) << 16;
}

/// A lane's data as T, from one register or two.
template <class T> inline T laneData(const uint32_t *rows, unsigned lane) {
  if constexpr (sizeof(T) == 8)
    return std::bit_cast<T>(rows[lane] | uint64_t(rows[lanesPerWave + lane]) << 32);
  else
    return std::bit_cast<T>(rows[lane]);
}
template <class T> inline void setLaneData(uint32_t *rows, unsigned lane, T value) {
  const auto bits = std::bit_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(value);
  rows[lane] = static_cast<uint32_t>(bits);
  if constexpr (sizeof(T) == 8)
    rows[lanesPerWave + lane] = static_cast<uint32_t>(bits >> 32);
}

/// Replaces what is at `address` by change(it), and returns what was there.
template <class T, class Change>
inline T exchange(std::byte *address, bool isShared, Change change) {
  using Bits = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
  if (!isShared) {
    T old;
    std::memcpy(&old, address, sizeof old);
    const T now = change(old);
    std::memcpy(address, &now, sizeof now);
    return old;
  }
  std::atomic_ref<Bits> cell(*reinterpret_cast<Bits *>(address));
  Bits old = cell.load();
  while (!cell.compare_exchange_weak(old, std::bit_cast<Bits>(change(std::bit_cast<T>(old)))))
    ;
  return std::bit_cast<T>(old);
}

/// Change(instruction, old, lane) is the new value.
template <class T, class Change>
inline void changeLanes(Wave &wave, const Instruction &instruction, Space space,
                        const Addresses &at, Change change) {
  forActive(at.active, [&](unsigned lane) {
    if ((at.lane[lane] % sizeof(T)) != 0 && wave.state == Wave::State::Running)
      raise(wave, instruction, Fault::Kind::Misaligned,
            "an atomic access to an address that is no multiple of its size",
            static_cast<int32_t>(lane));
  });
  if (wave.state != Wave::State::Running ||
      !mayAccess(wave, instruction, space, Mode::Atomic, at, sizeof(T)))
    return;
  // Without a destination nothing is returned.
  const bool returns = instruction.destination.kind == Operand::Kind::Vector;
  uint32_t *result = returns ? rowOf(wave, instruction.destination) : nullptr;
  forActive(at.active, [&](unsigned lane) {
    const T old = exchange<T>(hostAddress(wave, space, at, lane), space == Space::Global,
                              [&](T former) { return change(former, lane); });
    if (returns)
      setLaneData(result, lane, old);
  });
}

/// An atomic with one operand of data: source 1. F(old, data).
template <class T, auto F> struct Modify {
  static constexpr unsigned dataDwords = sizeof(T) / 4, resultDwords = sizeof(T) / 4;
  static void run(Wave &wave, const Instruction &instruction, Space space, const Addresses &at) {
    const uint32_t *data = rowOf(wave, instruction.source[1]);
    changeLanes<T>(wave, instruction, space, at,
                   [&](T old, unsigned lane) { return F(old, laneData<T>(data, lane)); });
  }
};

/// As gfx90a's memory adds: without denormals. gfx942's keeps them (LLVM's feature
/// memory-atomic-fadd-f32-denormal-support).
struct AddF32 {
  static constexpr unsigned dataDwords = 1, resultDwords = 1;
  static void run(Wave &wave, const Instruction &instruction, Space space, const Addresses &at) {
    const bool flushes = instruction.modifiers.flushesF32Atomics;
    const uint32_t *data = rowOf(wave, instruction.source[1]);
    changeLanes<float>(wave, instruction, space, at, [&](float old, unsigned lane) {
      const auto addend = laneData<float>(data, lane);
      return flushes ? withoutDenormal(withoutDenormal(old) + withoutDenormal(addend))
                     : old + addend;
    });
  }
};

/// Data are the new value and, behind it, the one to compare with.
template <class T> struct CompareSwap {
  static constexpr unsigned dataDwords = sizeof(T) / 2, resultDwords = sizeof(T) / 4;
  static void run(Wave &wave, const Instruction &instruction, Space space, const Addresses &at) {
    const uint32_t *data = rowOf(wave, instruction.source[1]);
    const uint32_t *compare = data + resultDwords * lanesPerWave;
    changeLanes<T>(wave, instruction, space, at, [&](T old, unsigned lane) {
      return old == laneData<T>(compare, lane) ? laneData<T>(data, lane) : old;
    });
  }
};

/// `make` gives the address mode's handler for each; NAME begins "flat", "global" or "buffer".
#define AMDGPU_INTEGER_ATOMICS(NAME, make)                                                         \
  {NAME "_atomic_swap", make<Modify<uint32_t, atomicSwap<uint32_t>>>},                             \
      {NAME "_atomic_cmpswap", make<CompareSwap<uint32_t>>},                                       \
      {NAME "_atomic_add", make<Modify<uint32_t, atomicAdd<uint32_t>>>},                           \
      {NAME "_atomic_sub", make<Modify<uint32_t, atomicSub<uint32_t>>>},                           \
      {NAME "_atomic_smin", make<Modify<int32_t, atomicMin<int32_t>>>},                            \
      {NAME "_atomic_umin", make<Modify<uint32_t, atomicMin<uint32_t>>>},                          \
      {NAME "_atomic_smax", make<Modify<int32_t, atomicMax<int32_t>>>},                            \
      {NAME "_atomic_umax", make<Modify<uint32_t, atomicMax<uint32_t>>>},                          \
      {NAME "_atomic_and", make<Modify<uint32_t, atomicAnd<uint32_t>>>},                           \
      {NAME "_atomic_or", make<Modify<uint32_t, atomicOr<uint32_t>>>},                             \
      {NAME "_atomic_xor", make<Modify<uint32_t, atomicXor<uint32_t>>>},                           \
      {NAME "_atomic_inc", make<Modify<uint32_t, atomicInc<uint32_t>>>},                           \
      {NAME "_atomic_dec", make<Modify<uint32_t, atomicDec<uint32_t>>>},                           \
      {NAME "_atomic_swap_x2", make<Modify<uint64_t, atomicSwap<uint64_t>>>},                      \
      {NAME "_atomic_cmpswap_x2", make<CompareSwap<uint64_t>>},                                    \
      {NAME "_atomic_add_x2", make<Modify<uint64_t, atomicAdd<uint64_t>>>},                        \
      {NAME "_atomic_sub_x2", make<Modify<uint64_t, atomicSub<uint64_t>>>},                        \
      {NAME "_atomic_smin_x2", make<Modify<int64_t, atomicMin<int64_t>>>},                         \
      {NAME "_atomic_umin_x2", make<Modify<uint64_t, atomicMin<uint64_t>>>},                       \
      {NAME "_atomic_smax_x2", make<Modify<int64_t, atomicMax<int64_t>>>},                         \
      {NAME "_atomic_umax_x2", make<Modify<uint64_t, atomicMax<uint64_t>>>},                       \
      {NAME "_atomic_and_x2", make<Modify<uint64_t, atomicAnd<uint64_t>>>},                        \
      {NAME "_atomic_or_x2", make<Modify<uint64_t, atomicOr<uint64_t>>>},                          \
      {NAME "_atomic_xor_x2", make<Modify<uint64_t, atomicXor<uint64_t>>>},                        \
      {NAME "_atomic_inc_x2", make<Modify<uint64_t, atomicInc<uint64_t>>>}, {                      \
    NAME "_atomic_dec_x2", make<Modify<uint64_t, atomicDec<uint64_t>>>                             \
  }

#define AMDGPU_FLOAT_ATOMICS(NAME, make)                                                           \
  {NAME "_atomic_add_f32", make<AddF32>},                                                          \
      {NAME "_atomic_pk_add_f16", make<Modify<uint32_t, addHalves>>},                              \
      {NAME "_atomic_add_f64", make<Modify<double, atomicAdd<double>>>},                           \
      {NAME "_atomic_min_f64", make<Modify<double, minNumber<double>>>}, {                         \
    NAME "_atomic_max_f64", make<Modify<double, maxNumber<double>>>                                \
  }

} // namespace assay::amdgpu::AMDGPU_LEVEL
