#include "amdgpu/machine/isa/Matrices.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// Half of A is not stored; source 2 says which, and D is C as well. What is not stored has no part
/// in a product: an infinity of B beside it makes no NaN.
template <class A, class B, MatrixShape shape>
static void multiplySparse(Wave &wave, const Instruction &instruction) {
  Matrices<A, B, shape> matrices;
  const Modifiers &modifiers = instruction.modifiers;
  constexpr MatrixShape stored = {shape.m, shape.n, shape.k / 2, shape.blocks};
  constexpr unsigned perLane = stored.m * stored.k / lanesPerWave;
  const uint32_t *rowsOfA = sourceRows(wave, instruction.source[0], 0);
  const uint32_t *indices = sourceRows(wave, instruction.source[2], 2);
  matrices.template readB<false>(sourceRows(wave, instruction.source[1], 1), 0);
  matrices.readC(wave, instruction.destination);
  for (unsigned i = 0; i < shape.m; ++i)
    for (unsigned k = 0; k < stored.k; ++k) {
      const Place at = inputPlace(stored, shape.m, A::bits, i, k, 0);
      const unsigned offset =
          sparseOffset(indices[at.lane], perLane, modifiers.cbsz, modifiers.abid, k % perLane);
      matrices.addProducts(i, elementAt<A>(rowsOfA, at), k / perLane * 2 * perLane + offset);
    }
  matrices.write(rowOf(wave, instruction.destination));
}

template <class A, class B, unsigned m, unsigned n, unsigned k>
constexpr Semantics smfmac = {multiplySparse<A, B, MatrixShape{m, n, k, 1}>,
                              nullptr,
                              {.source = {{Role::Field, registersFor(m * k / 2, A::bits)},
                                          {Role::Field, registersFor(n * k, B::bits)},
                                          {Role::Field, Type::B32},
                                          {Role::Former, registersFor(m * n, 32)}},
                               .result = registersFor(m * n, 32)}};

static constexpr Entry entries[] = {
    {"v_smfmac_f32_16x16x32_f16", smfmac<F16, F16, 16, 16, 32>},
    {"v_smfmac_f32_32x32x16_f16", smfmac<F16, F16, 32, 32, 16>},
    {"v_smfmac_f32_16x16x32_bf16", smfmac<Bf16, Bf16, 16, 16, 32>},
    {"v_smfmac_f32_32x32x16_bf16", smfmac<Bf16, Bf16, 32, 32, 16>},
    {"v_smfmac_i32_16x16x64_i8", smfmac<I8, I8, 16, 16, 64>},
    {"v_smfmac_i32_32x32x32_i8", smfmac<I8, I8, 32, 32, 32>},
    {"v_smfmac_f32_16x16x64_fp8_fp8", smfmac<Fp, Fp, 16, 16, 64>},
    {"v_smfmac_f32_16x16x64_fp8_bf8", smfmac<Fp, Bf, 16, 16, 64>},
    {"v_smfmac_f32_16x16x64_bf8_fp8", smfmac<Bf, Fp, 16, 16, 64>},
    {"v_smfmac_f32_16x16x64_bf8_bf8", smfmac<Bf, Bf, 16, 16, 64>},
    {"v_smfmac_f32_32x32x32_fp8_fp8", smfmac<Fp, Fp, 32, 32, 32>},
    {"v_smfmac_f32_32x32x32_fp8_bf8", smfmac<Fp, Bf, 32, 32, 32>},
    {"v_smfmac_f32_32x32x32_bf8_fp8", smfmac<Bf, Fp, 32, 32, 32>},
    {"v_smfmac_f32_32x32x32_bf8_bf8", smfmac<Bf, Bf, 32, 32, 32>},
};
const Table smfmacTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
