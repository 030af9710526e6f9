#pragma once

#include "amdgpu/machine/isa/Lanes.h"

/// Packed math: one function of one lane, for both halves of a register or both registers of a
/// pair. For the low result op_sel says which half each source is read from, for the high one
/// op_sel_hi; neg_lo and neg_hi flip signs.
namespace assay::amdgpu::AMDGPU_LEVEL {

struct Pick {
  bool isHigh, negate;
};
inline Pick pickOf(const Modifiers &modifiers, unsigned slot, bool isHighResult) {
  if (isHighResult)
    return {(modifiers.opSelHi >> slot & 1) != 0, (modifiers.negHi >> slot & 1) != 0};
  return {(modifiers.opSel >> slot & 1) != 0, (modifiers.negLo >> slot & 1) != 0};
}

/// Computes one of the two results. `pick` gives the rows of a source.
template <auto F, class Results, class PickRows>
inline void computeOne(const Wave &wave, const Modifiers &modifiers, Type type, PickRows pick,
                       Results &results) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  Call<F, Signature> call{{}, controlOf(wave, modifiers.clamp), &results};
  for (unsigned slot = 0; slot < Signature::arity; ++slot)
    call.sources[slot] = pick(slot);
  computeRounded(wave, type, Call<F, Signature>::run, &call);
  modifyResult(wave, modifiers, type, results.rows);
}

template <auto F> void runHalves(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  const Type type = typeFrom<typename Signature::Result>();
  alignas(64) uint32_t picked[4][lanesPerWave];
  Results<typename Signature::Result> low, high;
  for (bool isHigh : {false, true})
    computeOne<F>(
        wave, instruction.modifiers, type,
        [&](unsigned slot) {
          const Operand &source = instruction.source[slot];
          const Pick pick = pickOf(instruction.modifiers, slot, isHigh);
          return halfRows(wave, sourceRows(wave, source, slot), pick.isHigh, pick.negate,
                          source.type, picked[slot]);
        },
        isHigh ? high : low);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    low.rows[lane] |= high.rows[lane] << 16;
  storeModified(wave, instruction, low.rows, 1, writtenLanes(wave, instruction));
}

/// Sources and results are 16 bits; registers hold two of them.
template <auto F> constexpr Semantics halves = {runHalves<F>, runHalves<F>, shapeOf<F>()};

template <auto F> void runModifiedPairs(Wave &wave, const Instruction &instruction) {
  alignas(64) uint32_t picked[4][lanesPerWave];
  Results<float> results[2];
  for (bool isHigh : {false, true})
    computeOne<F>(
        wave, instruction.modifiers, Type::F32,
        [&](unsigned slot) {
          const Pick pick = pickOf(instruction.modifiers, slot, isHigh);
          const uint32_t *rows =
              sourceRows(wave, instruction.source[slot], slot) + (pick.isHigh ? lanesPerWave : 0);
          return floatRows(wave, rows, pick.negate, picked[slot]);
        },
        results[isHigh]);
  alignas(64) uint32_t both[2 * lanesPerWave];
  for (bool isHigh : {false, true})
    std::memcpy(both + isHigh * lanesPerWave, results[isHigh].rows, sizeof results[isHigh].rows);
  storeModified(wave, instruction, both, 2, exec(wave));
}

/// As runLanes: without clamp and signs, and with MODE as it ordinarily is, there is nothing to do
/// but compute.
template <auto F> void runPairs(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  const Modifiers &modifiers = instruction.modifiers;
  if (!isPlainMode(wave) || (modifiers.negLo | modifiers.negHi) != 0) [[unlikely]]
    return runModifiedPairs<F>(wave, instruction);
  const uint32_t *sources[2][Signature::arity];
  for (unsigned slot = 0; slot < Signature::arity; ++slot) {
    const uint32_t *rows = sourceRows(wave, instruction.source[slot], slot);
    sources[0][slot] = rows + (modifiers.opSel >> slot & 1) * lanesPerWave;
    sources[1][slot] = rows + (modifiers.opSelHi >> slot & 1) * lanesPerWave;
  }
  const Control control = controlOf(wave, false);
  uint32_t *to = rowOf(wave, instruction.destination);
  forBlocks(wave, [&](unsigned first) __attribute__((always_inline)) {
    // Either destination may be a source of the other.
    Results<float, blockLanes> low, high;
    constexpr auto slots = std::make_index_sequence<Signature::arity>();
    compute<F, blockLanes>(sources[0], first, control, low, Signature(), slots);
    compute<F, blockLanes>(sources[1], first, control, high, Signature(), slots);
    storeBlock(wave, to, low, first);
    storeBlock(wave, to + lanesPerWave, high, first);
  });
}

template <auto F> constexpr Shape pairShape() {
  Shape shape = shapeOf<F>();
  for (Parameter &source : shape.source)
    if (source.role == Role::Field)
      source.type = Type::PairF32;
  shape.result = Type::PairF32;
  return shape;
}
/// Two floats in consecutive registers.
template <auto F> constexpr Semantics pairs = {runPairs<F>, runModifiedPairs<F>, pairShape<F>()};

/// Both halves of a dword of which F makes one result, as of v_dot2.
template <auto F> void runWhole(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  using Result = typename Signature::Result;
  alignas(64) uint32_t picked[2][lanesPerWave], high[lanesPerWave];
  Results<Result> results;
  computeOne<F>(
      wave, instruction.modifiers, typeFrom<Result>(),
      [&](unsigned slot) -> const uint32_t * {
        if (slot >= 2)
          return modifiedRows(wave, instruction, slot, isFloat<Result>);
        const uint32_t *rows = modifiedRows(wave, instruction, slot, false);
        const Type type = isFloat<Result> ? Type::F16 : Type::B16;
        const Pick first = pickOf(instruction.modifiers, slot, false);
        const Pick second = pickOf(instruction.modifiers, slot, true);
        halfRows(wave, rows, first.isHigh, first.negate, type, picked[slot]);
        halfRows(wave, rows, second.isHigh, second.negate, type, high);
        for (unsigned lane = 0; lane < lanesPerWave; ++lane)
          picked[slot][lane] |= high[lane] << 16;
        return picked[slot];
      },
      results);
  storeModified(wave, instruction, results.rows, 1, writtenLanes(wave, instruction));
}
template <auto F> constexpr Semantics wholes = {runWhole<F>, runWhole<F>, shapeOf<F>()};

} // namespace assay::amdgpu::AMDGPU_LEVEL
