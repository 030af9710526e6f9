#pragma once

#include "amdgpu/machine/isa/MatrixElements.h"

#include <algorithm>

/// The matrices of one instruction: from registers, multiplied, and back.
namespace assay::amdgpu::AMDGPU_LEVEL {

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

  /// Of an element of A in row i and column k.
  void addProducts(unsigned i, Sum factor, unsigned k) {
    for (unsigned j = 0; j < shape.n; ++j)
      d[0][i][j] = multiplyAdd(factor, b[0][k][j], d[0][i][j]);
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

} // namespace assay::amdgpu::AMDGPU_LEVEL
