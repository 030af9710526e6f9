#pragma once

#include "amdgpu/machine/isa/Table.h"

/// Where the elements of MFMA's matrices are, from the tables of the manual's chapter on matrix
/// arithmetic.
namespace assay::amdgpu {

/// D[m][n] = A[m][k] * B[k][n] + C[m][n], `blocks` times.
struct MatrixShape {
  unsigned m, n, k, blocks;
};

struct Place {
  /// Counted from the first register of the operand.
  unsigned reg;
  unsigned lane;
  /// Of elements narrower than a register, from its low bits on.
  unsigned subElement;
};

/// Element (row, k) of A, or (k, row) of B, whose elements have `bits` bits. `rows` is m or n.
constexpr Place inputPlace(const MatrixShape &shape, unsigned rows, unsigned bits, unsigned row,
                           unsigned k, unsigned block) {
  // A lane holds some elements that follow each other in k.
  const unsigned perLane = rows * shape.k * shape.blocks / lanesPerWave;
  const unsigned lane = row + rows * (block + shape.blocks * (k / perLane));
  const unsigned element = k % perLane;
  if (bits == 64)
    return {2 * element, lane, 0};
  const unsigned perRegister = 32 / bits;
  return {element / perRegister, lane, element % perRegister};
}

/// Element (i, j) of C or D, whose elements have 32 or 64 bits.
constexpr Place outputPlace(const MatrixShape &shape, unsigned bits, unsigned i, unsigned j,
                            unsigned block) {
  if (bits == 64)
    return {2 * (i / 4), j + shape.n * (block + shape.blocks * (i % 4)), 0};
  // Four rows are four registers; then come the lanes that are left, and then further registers.
  if (shape.m == 4)
    return {i, j + shape.n * block, 0};
  const unsigned groups = lanesPerWave / shape.n;
  return {block * shape.m / groups + 4 * (i / (4 * groups)) + i % 4, j + shape.n * (i / 4 % groups),
          0};
}

/// The lane of B that `lane` is given instead, by BLGP.
constexpr unsigned blgpLane(unsigned blgp, unsigned lane) {
  switch (blgp) {
  case 1: // the first half for both
    return lane % 32;
  case 2:
    return lane % 32 + 32;
  case 3: // rotated by 16
    return (lane + 16) % 64;
  case 4: // one row for all
  case 5:
  case 6:
  case 7:
    return lane % 16 + 16 * (blgp - 4);
  default:
    return lane;
  }
}

/// The block of A that `block` is given instead: CBSZ makes groups of 2^cbsz blocks, and ABID names
/// one in each group.
constexpr unsigned broadcastBlock(unsigned cbsz, unsigned abid, unsigned block) {
  const unsigned group = 1U << cbsz;
  return block / group * group + abid % group;
}

/// Of a structured sparse A, two of each four elements in k are stored. The place in k of stored
/// element `stored` of a lane, from that lane's index register: two bits for each, in the set that
/// ABID names unless CBSZ is not 0.
constexpr unsigned sparseOffset(uint32_t index, unsigned storedPerLane, unsigned cbsz,
                                unsigned abid, unsigned stored) {
  const unsigned bitsOfSet = 2 * storedPerLane, sets = 32 / bitsOfSet;
  const unsigned set = cbsz == 0 ? abid % sets : 0;
  return stored / 2 * 4 + (index >> (set * bitsOfSet + 2 * stored) & 3);
}

} // namespace assay::amdgpu
