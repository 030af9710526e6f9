#include "amdgpu/machine/isa/MinMax.h"
#include "amdgpu/machine/isa/Packed.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

template <class Int> static Int sum(Int s0, Int s1, Control control) {
  return wrapped<Int>(int64_t(s0) + s1, control);
}
template <class Int> static Int difference(Int s0, Int s1, Control control) {
  return wrapped<Int>(int64_t(s0) - s1, control);
}
template <class Int> static Int productSum(Int s0, Int s1, Int s2, Control control) {
  return wrapped<Int>(int64_t(s0) * s1 + s2, control);
}

/// D[0] is the register of S0 that op_sel names, D[1] that of S1.
static void moveTwo(Wave &wave, const Instruction &instruction) {
  const unsigned select = instruction.modifiers.opSel;
  Results<uint64_t> results;
  for (unsigned i = 0; i < 2; ++i)
    std::memcpy(results.rows + i * lanesPerWave,
                sourceRows(wave, instruction.source[i], i) + (select >> i & 1) * lanesPerWave,
                lanesPerWave * sizeof(uint32_t));
  storeModified(wave, instruction, results.rows, 2, exec(wave));
}

/// A source of v_fma_mix is an f32, or the half that op_sel names where op_sel_hi is set. neg_lo is
/// its neg and neg_hi its abs.
static const uint32_t *mixedSource(Wave &wave, const Instruction &instruction, unsigned slot,
                                   uint32_t *to) {
  const Modifiers &modifiers = instruction.modifiers;
  const uint32_t *rows = sourceRows(wave, instruction.source[slot], slot);
  if (modifiers.opSelHi >> slot & 1) {
    halfRows(wave, rows, modifiers.opSel >> slot & 1, false, Type::F16, to);
    for (unsigned lane = 0; lane < lanesPerWave; ++lane)
      to[lane] = std::bit_cast<uint32_t>(widen(Half{uint16_t(to[lane])}));
  } else {
    std::memcpy(to, rows, lanesPerWave * sizeof *to);
  }
  const uint32_t cleared = (modifiers.negHi >> slot & 1) != 0 ? 0x80000000 : 0;
  for (unsigned lane = 0; lane < lanesPerWave; ++lane)
    to[lane] &= ~cleared;
  floatRows(wave, to, (modifiers.negLo >> slot & 1) != 0, to);
  return to;
}

template <Part part> static void fmaMix(Wave &wave, const Instruction &instruction) {
  alignas(64) uint32_t sources[3][lanesPerWave];
  Results<float> results;
  Modifiers modifiers = instruction.modifiers;
  modifiers.clamp = modifiers.clamp && part == Part::Dword;
  computeOne<fused<float>>(
      wave, modifiers, Type::F32,
      [&](unsigned slot) { return mixedSource(wave, instruction, slot, sources[slot]); }, results);
  if constexpr (part == Part::Dword) {
    storeModified(wave, instruction, results.rows, 1, exec(wave));
  } else {
    Results<Half> narrowed;
    computeOne<[](float s0) { return half(s0); }>(
        wave, instruction.modifiers, Type::F16, [&](unsigned) { return results.rows; }, narrowed);
    Instruction toHalf = instruction;
    toHalf.destination.part = part;
    toHalf.destination.unused = Unused::Preserve;
    storeModified(wave, toHalf, narrowed.rows, 1, exec(wave));
  }
}
constexpr Shape mixShape = shapeOf<fused<float>>();

static float dot2(uint32_t s0, uint32_t s1, float s2) {
  const float low = widen(Half{uint16_t(s0)}) * widen(Half{uint16_t(s1)});
  const float high = widen(Half{uint16_t(s0 >> 16)}) * widen(Half{uint16_t(s1 >> 16)});
  return s2 + low + high;
}

/// The sum of the products of `bits` wide elements, and S2.
template <class Int, unsigned bits> static Int dot(uint32_t s0, uint32_t s1, Int s2, Control c) {
  int64_t sum = s2;
  for (unsigned i = 0; i < 32; i += bits) {
    // Shifted to the top, so that shifting back extends the sign if Int has one.
    const Int a = static_cast<Int>(s0 << (32 - bits - i)) >> (32 - bits);
    const Int b = static_cast<Int>(s1 << (32 - bits - i)) >> (32 - bits);
    sum += int64_t(a) * b;
  }
  return wrapped<Int>(sum, c);
}
template <unsigned bits>
static int32_t dotInto(uint32_t s0, uint32_t s1, Former<int32_t> d, Control control) {
  return dot<int32_t, bits>(s0, s1, d.value, control);
}

/// These move between the two halves of the register file.
static constexpr Semantics move = lanes<[](uint32_t s0) { return s0; }>;
constexpr Semantics acrossFiles(bool fromAgpr) {
  Semantics semantics = move;
  semantics.shape.sourceIsAgpr = fromAgpr;
  semantics.shape.resultIsAgpr = !fromAgpr;
  return semantics;
}

static constexpr Shape twoPairs = shapeOf<[](uint64_t s0, uint64_t s1) { return s0; }>();

static constexpr Entry entries[] = {
    {"v_pk_fma_f32", pairs<fused<float>>},
    {"v_pk_mul_f32", pairs<[](float s0, float s1) { return s0 * s1; }>},
    {"v_pk_add_f32", pairs<[](float s0, float s1) { return s0 + s1; }>},
    {"v_pk_mov_b32", {moveTwo, moveTwo, twoPairs}},
    {"v_pk_fma_f16", halves<fused<Half>>},
    {"v_pk_fmac_f16",
     halves<[](Half s0, Half s1, Former<Half> d) { return fused(s0, s1, d.value); }>},
    {"v_pk_add_f16", halves<[](Half s0, Half s1) { return half(widen(s0) + widen(s1)); }>},
    {"v_pk_mul_f16", halves<[](Half s0, Half s1) { return half(widen(s0) * widen(s1)); }>},
    {"v_pk_min_f16", halves<minimum<Half>>},
    {"v_pk_max_f16", halves<maximum<Half>>},
    {"v_pk_add_u16", halves<sum<uint16_t>>},
    {"v_pk_add_i16", halves<sum<int16_t>>},
    {"v_pk_sub_u16", halves<difference<uint16_t>>},
    {"v_pk_sub_i16", halves<difference<int16_t>>},
    {"v_pk_mad_u16", halves<productSum<uint16_t>>},
    {"v_pk_mad_i16", halves<productSum<int16_t>>},
    {"v_pk_mul_lo_u16",
     halves<[](uint16_t s0, uint16_t s1) { return uint16_t(uint32_t(s0) * s1); }>},
    {"v_pk_min_i16", halves<smaller<int16_t>>},
    {"v_pk_min_u16", halves<smaller<uint16_t>>},
    {"v_pk_max_i16", halves<larger<int16_t>>},
    {"v_pk_max_u16", halves<larger<uint16_t>>},
    {"v_pk_lshlrev_b16",
     halves<[](uint16_t s0, uint16_t s1) { return uint16_t(uint32_t(s1) << (s0 & 15)); }>},
    {"v_pk_lshrrev_b16",
     halves<[](uint16_t s0, uint16_t s1) { return uint16_t(s1 >> (s0 & 15)); }>},
    {"v_pk_ashrrev_i16", halves<[](uint16_t s0, int16_t s1) { return int16_t(s1 >> (s0 & 15)); }>},
    {"v_fma_mix_f32", {fmaMix<Part::Dword>, fmaMix<Part::Dword>, mixShape}},
    {"v_fma_mixlo_f16", {fmaMix<Part::Word0>, fmaMix<Part::Word0>, mixShape}},
    {"v_fma_mixhi_f16", {fmaMix<Part::Word1>, fmaMix<Part::Word1>, mixShape}},
    // Products are exact; the sum is rounded after each, in the order of the manual's pseudo-code.
    {"v_dot2_f32_f16", wholes<dot2>},
    {"v_dot2c_f32_f16",
     wholes<[](uint32_t s0, uint32_t s1, Former<float> d) { return dot2(s0, s1, d.value); }>},
    {"v_dot2_i32_i16", wholes<dot<int32_t, 16>>},
    {"v_dot2_u32_u16", wholes<dot<uint32_t, 16>>},
    {"v_dot4_i32_i8", lanes<dot<int32_t, 8>>},
    {"v_dot4_u32_u8", lanes<dot<uint32_t, 8>>},
    {"v_dot8_i32_i4", lanes<dot<int32_t, 4>>},
    {"v_dot8_u32_u4", lanes<dot<uint32_t, 4>>},
    {"v_dot2c_i32_i16", lanes<dotInto<16>>},
    {"v_dot4c_i32_i8", lanes<dotInto<8>>},
    {"v_dot8c_i32_i4", lanes<dotInto<4>>},
    {"v_accvgpr_read_b32", acrossFiles(true)},
    {"v_accvgpr_write_b32", acrossFiles(false)},
};
const Table vop3pTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
