#pragma once

#include "runners/amdgpu/isa/Access.h"
#include "runners/amdgpu/isa/Signature.h"

/// Instructions that do the same in every lane: `lanes<F>` makes one of a function of one lane.
namespace assay::amdgpu::AMDGPU_LEVEL {

/// A lane's value of a source.
template <class T> struct LaneReader {
  const uint32_t *rows;
  T operator[](unsigned lane) const {
    if constexpr (std::is_same_v<T, bool>) {
      return rows[lane] != 0;
    } else if constexpr (sizeof(T) == 8) {
      return std::bit_cast<T>(rows[lane] | uint64_t(rows[lanesPerWave + lane]) << 32);
    } else if constexpr (sizeof(T) == 2) {
      return std::bit_cast<T>(static_cast<uint16_t>(rows[lane]));
    } else {
      return std::bit_cast<T>(rows[lane]);
    }
  }
};

/// Writes a lane's result; `active` is 0 or ~0.
template <class T> inline void writeLane(uint32_t *rows, unsigned lane, T value, uint32_t active) {
  if constexpr (sizeof(T) == 8) {
    const auto bits = std::bit_cast<uint64_t>(value);
    const auto low = static_cast<uint32_t>(bits), high = static_cast<uint32_t>(bits >> 32);
    rows[lane] = (low & active) | (rows[lane] & ~active);
    rows[lanesPerWave + lane] = (high & active) | (rows[lanesPerWave + lane] & ~active);
  } else if constexpr (sizeof(T) == 2) {
    // gfx9's 16-bit instructions clear the upper half.
    const uint32_t bits = std::bit_cast<uint16_t>(value);
    rows[lane] = (bits & active) | (rows[lane] & ~active);
  } else {
    const auto bits = std::bit_cast<uint32_t>(value);
    rows[lane] = (bits & active) | (rows[lane] & ~active);
  }
}

/// A source with neg and abs applied, in wave.spread[slot].
template <class T>
inline LaneReader<T> modifiedSource(Wave &wave, const Operand &source, unsigned slot) {
  LaneReader<T> plain{sourceRows(wave, source, slot)};
  if constexpr (isFloat<T>) {
    if (!source.negate && !source.absolute)
      return plain;
    uint32_t *rows = wave.spread[slot][0];
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      BitsOf<T> bits = std::bit_cast<BitsOf<T>>(plain[lane]);
      constexpr BitsOf<T> sign = BitsOf<T>(1) << (8 * sizeof(T) - 1);
      if (source.absolute)
        bits &= ~sign;
      if (source.negate)
        bits ^= sign;
      writeLane(rows, lane, bits, ~0U);
    }
    return {rows};
  }
  return plain;
}

/// omod, then clamp. Integers have no omod, and their clamp is each instruction's own.
template <class T> inline T modifiedResult(T value, const Modifiers &modifiers) {
  if constexpr (std::is_floating_point_v<T>) {
    if (modifiers.omod != 0)
      value *= modifiers.omod == 3 ? T(0.5) : T(2 * modifiers.omod);
    // DX10_CLAMP, which is on in every kernel that LLVM makes, takes NaN to 0.
    if (modifiers.clamp)
      value = value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
  }
  return value;
}

template <class Result> inline auto valueOf(const Result &result) {
  if constexpr (hasCarry<Result>)
    return result.value;
  else
    return result;
}

template <auto F, bool isModified, class Result, class... Sources, size_t... I>
inline void runLanes(Wave &wave, const Instruction &instruction, SignatureOf<Result, Sources...>,
                     std::index_sequence<I...>) {
  std::tuple<LaneReader<ValueOf<Sources>>...> source;
  if constexpr (isModified)
    source = {modifiedSource<ValueOf<Sources>>(wave, instruction.source[I], I)...};
  else
    source = {LaneReader<ValueOf<Sources>>{sourceRows(wave, instruction.source[I], I)}...};
  auto at = [&](unsigned lane) { return F(Sources(std::get<I>(source)[lane])...); };
  if constexpr (std::is_same_v<Result, bool>) {
    alignas(64) uint32_t bits[lanesPerWave];
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      bits[lane] = at(lane);
    writeScalar<uint64_t>(wave, instruction.destination.index, compressMask(bits) & exec(wave));
  } else {
    // All results first: the compiler then needs no proof that source and destination rows differ.
    using Value = decltype(valueOf(at(0)));
    alignas(64) Value values[lanesPerWave];
    alignas(64) uint32_t carries[lanesPerWave];
    for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
      const Result result = at(lane);
      values[lane] = valueOf(result);
      if constexpr (isModified)
        values[lane] = modifiedResult(values[lane], instruction.modifiers);
      if constexpr (hasCarry<Result>)
        carries[lane] = result.carry;
    }
    uint32_t *rows = rowOf(wave, instruction.destination);
    if (exec(wave) == ~uint64_t(0)) {
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        writeLane(rows, lane, values[lane], ~0U);
    } else {
      const uint32_t *active = activeRow(wave);
      for (unsigned lane = 0; lane < lanesPerWave; ++lane)
        writeLane(rows, lane, values[lane], active[lane]);
    }
    if constexpr (hasCarry<Result>)
      writeScalar<uint64_t>(wave, instruction.scalarDestination.index,
                            compressMask(carries) & exec(wave));
  }
}

template <auto F, bool isModified> void runLanes(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  runLanes<F, isModified>(wave, instruction, Signature(),
                          std::make_index_sequence<Signature::arity>());
}

/// F is a function of one lane. Its parameter and result types say what the operands are:
/// float, double, Half, integers; bool for a mask; Former<T> for what the destination held;
/// Literal<T> for the K of v_fmaak_f32. It returns a value, WithCarry, or bool for a comparison.
template <auto F> constexpr Semantics lanes = {runLanes<F, false>, runLanes<F, true>, shapeOf<F>()};

} // namespace assay::amdgpu::AMDGPU_LEVEL
