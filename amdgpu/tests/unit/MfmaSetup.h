#pragma once

#include "amdgpu/tests/unit/MfmaLines.h"

#include <functional>
#include <random>

namespace assay::amdgpu::test {

/// Bits of elements: [block][row][column].
using Matrix = std::vector<std::vector<std::vector<uint64_t>>>;

/// Makes an element of a type (MatrixLine's letters).
using Draw = std::function<uint64_t(char type, std::mt19937 &random)>;

/// Whole numbers of which every sum is exact, in whatever order.
uint64_t drawWhole(char type, std::mt19937 &random);
/// Near 1, with all bits of the fraction, so that each sum has to be rounded; all bytes of i8 and
/// of the 8-bit floats but NaN.
uint64_t drawNumber(char type, std::mt19937 &random);
/// Numbers whose products are about as small as the least f32, or the least f64, and denormals.
uint64_t drawTiny(char type, std::mt19937 &random);
/// Numbers, and now and then an infinity or a NaN.
uint64_t drawSpecial(char type, std::mt19937 &random);

/// An instruction's matrices, in the registers of a machine, and what it has to make of them.
class MatrixSetup {
public:
  MatrixSetup(const MatrixLine &line, Machine &machine, const Draw &draw, bool isSparse = false);

  /// Says where D is wrong, by LLVM's floats: products are added in the order of k, each sum
  /// rounded to nearest even.
  void check(const Machine &machine, unsigned from = registerOfC) const;

  Matrix a, b, c;

private:
  unsigned results() const { return line.m * line.n * line.blocks / 64; }
  char sumType() const { return line.a == 'd' || line.a == 'i' ? line.a : 'f'; }
  void giveSparse(Machine &machine, unsigned lane, const Draw &draw);
  uint64_t expected(unsigned block, unsigned i, unsigned j) const;

  MatrixLine line;
  std::mt19937 random;
  /// By row and column of A.
  std::vector<std::vector<bool>> isStored;
};

} // namespace assay::amdgpu::test
