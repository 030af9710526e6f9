#include "amdgpu/machine/isa/Matrices.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// EXEC has no say in matrix arithmetic.
template <class A, class B, MatrixShape shape>
static void multiplyMatrices(Wave &wave, const Instruction &instruction) {
  Matrices<A, B, shape> matrices;
  const Modifiers &modifiers = instruction.modifiers;
  if ((1U << modifiers.cbsz) > shape.blocks)
    return raise(wave, instruction, Fault::Kind::UnknownInstruction,
                 "cbsz makes groups of more blocks than there are");
  const uint32_t *rowsOfA = sourceRows(wave, instruction.source[0], 0);
  for (unsigned block = 0; block < shape.blocks; ++block)
    for (unsigned i = 0; i < shape.m; ++i)
      for (unsigned k = 0; k < shape.k; ++k) {
        const unsigned from = broadcastBlock(modifiers.cbsz, modifiers.abid, block);
        const Place at = inputPlace(shape, shape.m, A::bits, i, k, from);
        matrices.a[block][i][k] = elementAt<A>(rowsOfA, at);
      }
  // Of f64, BLGP's bits are signs.
  constexpr bool hasSigns = A::bits == 64;
  const uint32_t *rowsOfB = sourceRows(wave, instruction.source[1], 1);
  if (hasSigns || modifiers.blgp == 0)
    matrices.template readB<false>(rowsOfB, 0);
  else
    matrices.template readB<true>(rowsOfB, modifiers.blgp);
  matrices.readC(wave, instruction.source[2]);
  if constexpr (hasSigns) {
    auto negateAll = [](auto &matrix) {
      auto *elements = &matrix[0][0][0];
      for (size_t i = 0; i < sizeof matrix / sizeof *elements; ++i)
        elements[i] = -elements[i];
    };
    if (modifiers.blgp & 1)
      negateAll(matrices.a);
    if (modifiers.blgp & 2)
      negateAll(matrices.b);
    if (modifiers.blgp & 4)
      negateAll(matrices.d);
  }
  matrices.multiply();
  matrices.write(rowOf(wave, instruction.destination));
}

template <class A, class B, unsigned m, unsigned n, unsigned k, unsigned blocks = 1>
constexpr Semantics mfma = {
    multiplyMatrices<A, B, MatrixShape{m, n, k, blocks}>,
    nullptr,
    {.source = {{Role::Field, registersFor(m * k * blocks, A::bits)},
                {Role::Field, registersFor(n * k * blocks, B::bits)},
                {Role::Field, registersFor(m * n * blocks, 8 * sizeof(typename A::Sum))}},
     .result = registersFor(m * n * blocks, 8 * sizeof(typename A::Sum))}};

using F16OfGfx90a = NoDenormals<F16>;
using Bf16OfGfx90a = NoDenormals<Bf16>;

static constexpr Entry entries[] = {
    // By gfx942's names.
    {"v_mfma_f32_32x32x1_2b_f32", mfma<F32, F32, 32, 32, 1, 2>},
    {"v_mfma_f32_16x16x1_4b_f32", mfma<F32, F32, 16, 16, 1, 4>},
    {"v_mfma_f32_4x4x1_16b_f32", mfma<F32, F32, 4, 4, 1, 16>},
    {"v_mfma_f32_32x32x2_f32", mfma<F32, F32, 32, 32, 2>},
    {"v_mfma_f32_16x16x4_f32", mfma<F32, F32, 16, 16, 4>},
    {"v_mfma_f32_32x32x4_xf32", mfma<Xf32, Xf32, 32, 32, 4>},
    {"v_mfma_f32_16x16x8_xf32", mfma<Xf32, Xf32, 16, 16, 8>},
    {"v_mfma_f32_32x32x4_2b_f16", mfma<F16, F16, 32, 32, 4, 2>},
    {"v_mfma_f32_16x16x4_4b_f16", mfma<F16, F16, 16, 16, 4, 4>},
    {"v_mfma_f32_4x4x4_16b_f16", mfma<F16, F16, 4, 4, 4, 16>},
    {"v_mfma_f32_32x32x8_f16", mfma<F16, F16, 32, 32, 8>},
    {"v_mfma_f32_16x16x16_f16", mfma<F16, F16, 16, 16, 16>},
    {"v_mfma_f32_32x32x4_2b_bf16", mfma<Bf16, Bf16, 32, 32, 4, 2>},
    {"v_mfma_f32_16x16x4_4b_bf16", mfma<Bf16, Bf16, 16, 16, 4, 4>},
    {"v_mfma_f32_4x4x4_16b_bf16", mfma<Bf16, Bf16, 4, 4, 4, 16>},
    {"v_mfma_f32_32x32x8_bf16", mfma<Bf16, Bf16, 32, 32, 8>},
    {"v_mfma_f32_16x16x16_bf16", mfma<Bf16, Bf16, 16, 16, 16>},
    {"v_mfma_i32_32x32x4_2b_i8", mfma<I8, I8, 32, 32, 4, 2>},
    {"v_mfma_i32_16x16x4_4b_i8", mfma<I8, I8, 16, 16, 4, 4>},
    {"v_mfma_i32_4x4x4_16b_i8", mfma<I8, I8, 4, 4, 4, 16>},
    {"v_mfma_i32_32x32x16_i8", mfma<I8, I8, 32, 32, 16>},
    {"v_mfma_i32_16x16x32_i8", mfma<I8, I8, 16, 16, 32>},
    {"v_mfma_f32_32x32x16_fp8_fp8", mfma<Fp, Fp, 32, 32, 16>},
    {"v_mfma_f32_32x32x16_fp8_bf8", mfma<Fp, Bf, 32, 32, 16>},
    {"v_mfma_f32_32x32x16_bf8_fp8", mfma<Bf, Fp, 32, 32, 16>},
    {"v_mfma_f32_32x32x16_bf8_bf8", mfma<Bf, Bf, 32, 32, 16>},
    {"v_mfma_f32_16x16x32_fp8_fp8", mfma<Fp, Fp, 16, 16, 32>},
    {"v_mfma_f32_16x16x32_fp8_bf8", mfma<Fp, Bf, 16, 16, 32>},
    {"v_mfma_f32_16x16x32_bf8_fp8", mfma<Bf, Fp, 16, 16, 32>},
    {"v_mfma_f32_16x16x32_bf8_bf8", mfma<Bf, Bf, 16, 16, 32>},
    {"v_mfma_f64_16x16x4_f64", mfma<F64, F64, 16, 16, 4>},
    {"v_mfma_f64_4x4x4_4b_f64", mfma<F64, F64, 4, 4, 4, 4>},
    // By gfx90a's names.
    {"v_mfma_f32_32x32x1f32", mfma<F32, F32, 32, 32, 1, 2>},
    {"v_mfma_f32_16x16x1f32", mfma<F32, F32, 16, 16, 1, 4>},
    {"v_mfma_f32_4x4x1f32", mfma<F32, F32, 4, 4, 1, 16>},
    {"v_mfma_f32_32x32x2f32", mfma<F32, F32, 32, 32, 2>},
    {"v_mfma_f32_16x16x4f32", mfma<F32, F32, 16, 16, 4>},
    {"v_mfma_f32_32x32x4f16", mfma<F16OfGfx90a, F16OfGfx90a, 32, 32, 4, 2>},
    {"v_mfma_f32_16x16x4f16", mfma<F16OfGfx90a, F16OfGfx90a, 16, 16, 4, 4>},
    {"v_mfma_f32_4x4x4f16", mfma<F16OfGfx90a, F16OfGfx90a, 4, 4, 4, 16>},
    {"v_mfma_f32_32x32x8f16", mfma<F16OfGfx90a, F16OfGfx90a, 32, 32, 8>},
    {"v_mfma_f32_16x16x16f16", mfma<F16OfGfx90a, F16OfGfx90a, 16, 16, 16>},
    {"v_mfma_f32_32x32x2bf16", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 32, 32, 2, 2>},
    {"v_mfma_f32_16x16x2bf16", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 16, 16, 2, 4>},
    {"v_mfma_f32_4x4x2bf16", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 4, 4, 2, 16>},
    {"v_mfma_f32_32x32x4bf16", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 32, 32, 4>},
    {"v_mfma_f32_16x16x8bf16", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 16, 16, 8>},
    {"v_mfma_f32_32x32x4bf16_1k", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 32, 32, 4, 2>},
    {"v_mfma_f32_16x16x4bf16_1k", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 16, 16, 4, 4>},
    {"v_mfma_f32_4x4x4bf16_1k", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 4, 4, 4, 16>},
    {"v_mfma_f32_32x32x8bf16_1k", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 32, 32, 8>},
    {"v_mfma_f32_16x16x16bf16_1k", mfma<Bf16OfGfx90a, Bf16OfGfx90a, 16, 16, 16>},
    {"v_mfma_i32_32x32x4i8", mfma<I8, I8, 32, 32, 4, 2>},
    {"v_mfma_i32_16x16x4i8", mfma<I8, I8, 16, 16, 4, 4>},
    {"v_mfma_i32_4x4x4i8", mfma<I8, I8, 4, 4, 4, 16>},
    {"v_mfma_i32_32x32x8i8", mfma<I8, I8, 32, 32, 8>},
    {"v_mfma_i32_16x16x16i8", mfma<I8, I8, 16, 16, 16>},
    {"v_mfma_f64_16x16x4f64", mfma<F64, F64, 16, 16, 4>},
    {"v_mfma_f64_4x4x4f64", mfma<F64, F64, 4, 4, 4, 4>},
};
const Table mfmaTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
