#include "runners/amdgpu/isa/Lanes.h"

#include <cmath>

namespace assay::amdgpu::AMDGPU_LEVEL {

/// Two floats in consecutive registers: op_sel says which of a source's registers the low result
/// is made of, op_sel_hi the same for the high result; neg_lo and neg_hi negate them.
template <auto F, size_t... I>
static void runPairs(Wave &wave, const Instruction &instruction, std::index_sequence<I...>) {
  const Modifiers &modifiers = instruction.modifiers;
  const uint32_t *rows[] = {sourceRows(wave, instruction.source[I], I)...};
  const uint32_t *low[] = {rows[I] + lanesPerWave * (modifiers.opSel >> I & 1)...};
  const uint32_t *high[] = {rows[I] + lanesPerWave * (modifiers.opSelHi >> I & 1)...};
  const uint32_t lowSign[] = {uint32_t(modifiers.negLo >> I & 1) << 31 ...};
  const uint32_t highSign[] = {uint32_t(modifiers.negHi >> I & 1) << 31 ...};
  uint32_t *result = rowOf(wave, instruction.destination);
  const uint32_t *active = activeRow(wave);
  alignas(64) float first[lanesPerWave], second[lanesPerWave];
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    first[lane] = F(std::bit_cast<float>(low[I][lane] ^ lowSign[I])...);
    second[lane] = F(std::bit_cast<float>(high[I][lane] ^ highSign[I])...);
  }
  for (unsigned lane = 0; lane < lanesPerWave; ++lane) {
    writeLane(result, lane, first[lane], active[lane]);
    writeLane(result + lanesPerWave, lane, second[lane], active[lane]);
  }
}
template <auto F> static void runPairs(Wave &wave, const Instruction &instruction) {
  using Signature = typename SignatureFrom<decltype(F)>::Type;
  runPairs<F>(wave, instruction, std::make_index_sequence<Signature::arity>());
}

template <auto F> constexpr Shape pairShape() {
  Shape shape = shapeOf<F>();
  for (Parameter &source : shape.source)
    if (source.role == Role::Field)
      source.type = Type::PairF32;
  shape.result = Type::PairF32;
  return shape;
}
template <auto F> static constexpr Semantics pairs = {runPairs<F>, nullptr, pairShape<F>()};

/// These move between the two halves of the register file.
static void moveRow(Wave &wave, const Instruction &instruction) {
  const uint32_t *from = sourceRows(wave, instruction.source[0], 0);
  const uint32_t *active = activeRow(wave);
  uint32_t *to = rowOf(wave, instruction.destination);
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    writeLane(to, lane, from[lane], active[lane]);
}
static constexpr Shape fromAgpr = {
    .source = {{Role::Field, Type::B32}}, .result = Type::B32, .sourceIsAgpr = true};
static constexpr Shape toAgpr = {
    .source = {{Role::Field, Type::B32}}, .result = Type::B32, .resultIsAgpr = true};

static constexpr Entry entries[] = {
    {"v_pk_fma_f32", pairs<[](float s0, float s1, float s2) { return std::fma(s0, s1, s2); }>},
    {"v_pk_mul_f32", pairs<[](float s0, float s1) { return s0 * s1; }>},
    {"v_pk_add_f32", pairs<[](float s0, float s1) { return s0 + s1; }>},
    {"v_accvgpr_read_b32", {moveRow, nullptr, fromAgpr}},
    {"v_accvgpr_write_b32", {moveRow, nullptr, toAgpr}},
};
const Table vop3pTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
