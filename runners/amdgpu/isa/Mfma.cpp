#include "runners/amdgpu/isa/Fp8.h"
#include "runners/amdgpu/isa/Lanes.h"
#include "runners/amdgpu/isa/Matrix.h"

#include <algorithm>

namespace assay::amdgpu::AMDGPU_LEVEL {

// Elements: how many bits they have, and what a product is computed in. The order in which the
// hardware adds and rounds is not documented; here each product is added with one rounding, in the
// order of k, and NaNs become the default one.
struct F64 {
  static constexpr unsigned bits = 64;
  using Sum = double;
};
struct F32 {
  static constexpr unsigned bits = 32;
  using Sum = float;
  static float widen(uint32_t field) { return std::bit_cast<float>(field); }
};
/// f32 with 10 bits of fraction.
struct Xf32 {
  static constexpr unsigned bits = 32;
  using Sum = float;
  static float widen(uint32_t field) {
    const uint32_t rounded = field + 0xfff + (field >> 13 & 1);
    const bool isFinite = (field & 0x7f800000) != 0x7f800000;
    return std::bit_cast<float>((isFinite ? rounded : field) & ~0x1fffU);
  }
};
struct F16 {
  static constexpr unsigned bits = 16;
  using Sum = float;
  static float widen(uint32_t field) {
    return AMDGPU_LEVEL::widen(Half{static_cast<uint16_t>(field)});
  }
};
struct Bf16 {
  static constexpr unsigned bits = 16;
  using Sum = float;
  static float widen(uint32_t field) { return widenBf16(static_cast<uint16_t>(field)); }
};
/// gfx90a has no denormals here, in or out.
template <class Element> struct NoDenormals : Element {
  static float widen(uint32_t field) {
    const bool isDenormal = (field & (std::is_same_v<Element, F16> ? 0x7c00 : 0x7f80)) == 0;
    return isDenormal ? std::copysign(0.0f, Element::widen(field)) : Element::widen(field);
  }
};
template <class Element> constexpr bool hasDenormals = true;
template <class Element> constexpr bool hasDenormals<NoDenormals<Element>> = false;
template <class Format> struct Eight {
  static constexpr unsigned bits = 8;
  using Sum = float;
  static float widen(uint32_t field) { return widen8<Format>(field); }
};
struct I8 {
  static constexpr unsigned bits = 8;
  using Sum = int32_t;
  static int32_t widen(uint32_t field) { return static_cast<int8_t>(field); }
};

template <class Element>
static typename Element::Sum elementAt(const uint32_t *rows, const Place &at) {
  const uint32_t *row = rows + at.reg * lanesPerWave + at.lane;
  if constexpr (Element::bits == 64)
    return std::bit_cast<double>(row[0] | uint64_t(row[lanesPerWave]) << 32);
  else if constexpr (Element::bits == 32)
    return Element::widen(*row);
  else
    return Element::widen(*row >> (Element::bits * at.subElement) & ((1U << Element::bits) - 1));
}

template <class Sum> static Sum multiplyAdd(Sum a, Sum b, Sum c) {
  if constexpr (std::is_same_v<Sum, int32_t>)
    return static_cast<int32_t>(uint32_t(a) * uint32_t(b) + uint32_t(c));
  else
    return std::fma(a, b, c);
}

template <class Sum> static Sum settled(Sum value) {
  if constexpr (std::is_floating_point_v<Sum>)
    return value != value ? nan<Sum>() : value;
  else
    return value;
}

/// All matrices as plain arrays: a snapshot, so that D may lie anywhere. Loops over j become vector
/// code only if they are still loops when it is made.
template <class A, class B, MatrixShape shape> struct Matrices {
  using Sum = typename A::Sum;
  static constexpr unsigned sumBits = 8 * sizeof(Sum);
  alignas(64) Sum a[shape.blocks][shape.m][shape.k];
  alignas(64) Sum b[shape.blocks][shape.k][shape.n];
  alignas(64) Sum d[shape.blocks][shape.m][shape.n];

  template <bool isSwizzled> void readB(const uint32_t *rows, unsigned blgp) {
    for (unsigned block = 0; block < shape.blocks; ++block)
      for (unsigned k = 0; k < shape.k; ++k)
#pragma clang loop unroll(disable)
        for (unsigned j = 0; j < shape.n; ++j) {
          Place at = inputPlace(shape, shape.n, B::bits, j, k, block);
          if constexpr (isSwizzled)
            at.lane = blgpLane(blgp, at.lane);
          b[block][k][j] = elementAt<B>(rows, at);
        }
  }

  /// A constant C is the same everywhere.
  void readC(Wave &wave, const Operand &source) {
    const bool isVector = source.kind == Operand::Kind::Vector;
    Sum constant{};
    if (!isVector) {
      const uint64_t bits = source.value();
      std::memcpy(&constant, &bits, sizeof constant);
    }
    for (unsigned block = 0; block < shape.blocks; ++block)
      for (unsigned i = 0; i < shape.m; ++i)
#pragma clang loop unroll(disable)
        for (unsigned j = 0; j < shape.n; ++j)
          d[block][i][j] = isVector ? elementOfSum(rowOf(wave, source), i, j, block) : constant;
  }

  void multiply() {
    // A row of D at a time, in registers.
    for (unsigned block = 0; block < shape.blocks; ++block)
      for (unsigned i = 0; i < shape.m; ++i) {
        Sum row[shape.n];
        std::copy_n(d[block][i], shape.n, row);
        for (unsigned k = 0; k < shape.k; ++k) {
          const Sum factor = a[block][i][k];
#pragma clang loop unroll(disable)
          for (unsigned j = 0; j < shape.n; ++j)
            row[j] = multiplyAdd(factor, b[block][k][j], row[j]);
        }
        std::copy_n(row, shape.n, d[block][i]);
      }
  }

  void write(uint32_t *rows) const {
    for (unsigned block = 0; block < shape.blocks; ++block)
      for (unsigned i = 0; i < shape.m; ++i)
#pragma clang loop unroll(disable)
        for (unsigned j = 0; j < shape.n; ++j) {
          Sum value = settled(d[block][i][j]);
          if constexpr (!hasDenormals<A>)
            value = flushed(value);
          const Place at = outputPlace(shape, sumBits, i, j, block);
          LaneWriter<Sum>{rows + at.reg * lanesPerWave}.set(at.lane, value);
        }
  }

private:
  static Sum elementOfSum(const uint32_t *rows, unsigned i, unsigned j, unsigned block) {
    const Place at = outputPlace(shape, sumBits, i, j, block);
    const Sum value = LaneReader<Sum>{rows + at.reg * lanesPerWave}[at.lane];
    if constexpr (!hasDenormals<A>)
      return flushed(value);
    else
      return value;
  }
};

/// EXEC has no say in matrix arithmetic.
template <class A, class B, MatrixShape shape>
static void multiplyMatrices(Wave &wave, const Instruction &instruction) {
  Matrices<A, B, shape> matrices;
  const Modifiers &modifiers = instruction.modifiers;
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

/// Half of A is zeros that are not stored; source 2 says which, and D is C as well.
template <class A, class B, MatrixShape shape>
static void multiplySparse(Wave &wave, const Instruction &instruction) {
  Matrices<A, B, shape> matrices;
  const Modifiers &modifiers = instruction.modifiers;
  constexpr MatrixShape stored = {shape.m, shape.n, shape.k / 2, shape.blocks};
  constexpr unsigned perLane = stored.m * stored.k / lanesPerWave;
  const uint32_t *rowsOfA = sourceRows(wave, instruction.source[0], 0);
  const uint32_t *indices = sourceRows(wave, instruction.source[2], 2);
  std::memset(matrices.a, 0, sizeof matrices.a);
  for (unsigned i = 0; i < shape.m; ++i)
    for (unsigned k = 0; k < stored.k; ++k) {
      const Place at = inputPlace(stored, shape.m, A::bits, i, k, 0);
      const unsigned offset =
          sparseOffset(indices[at.lane], perLane, modifiers.cbsz, modifiers.abid, k % perLane);
      matrices.a[0][i][k / perLane * 2 * perLane + offset] = elementAt<A>(rowsOfA, at);
    }
  matrices.template readB<false>(sourceRows(wave, instruction.source[1], 1), 0);
  matrices.readC(wave, instruction.destination);
  matrices.multiply();
  matrices.write(rowOf(wave, instruction.destination));
}

/// Of an operand of so many elements of so many bits, over all lanes.
constexpr Type registersFor(unsigned elements, unsigned bits) {
  switch (elements * bits / 32 / lanesPerWave) {
  case 1:
    return Type::B32;
  case 2:
    return Type::B64;
  case 4:
    return Type::B128;
  case 8:
    return Type::B256;
  case 16:
    return Type::B512;
  default:
    return Type::B1024;
  }
}

template <class A, class B, unsigned m, unsigned n, unsigned k, unsigned blocks = 1>
constexpr Semantics mfma = {
    multiplyMatrices<A, B, MatrixShape{m, n, k, blocks}>,
    nullptr,
    {.source = {{Role::Field, registersFor(m * k * blocks, A::bits)},
                {Role::Field, registersFor(n * k * blocks, B::bits)},
                {Role::Field, registersFor(m * n * blocks, 8 * sizeof(typename A::Sum))}},
     .result = registersFor(m * n * blocks, 8 * sizeof(typename A::Sum))}};

template <class A, class B, unsigned m, unsigned n, unsigned k>
constexpr Semantics smfmac = {multiplySparse<A, B, MatrixShape{m, n, k, 1}>,
                              nullptr,
                              {.source = {{Role::Field, registersFor(m * k / 2, A::bits)},
                                          {Role::Field, registersFor(n * k, B::bits)},
                                          {Role::Field, Type::B32},
                                          {Role::Former, registersFor(m * n, 32)}},
                               .result = registersFor(m * n, 32)}};

using Fp = Eight<Fp8>;
using Bf = Eight<Bf8>;
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
