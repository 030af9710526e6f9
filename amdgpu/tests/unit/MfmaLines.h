#pragma once

#include "amdgpu/tests/unit/Machine.h"

#include <string>
#include <vector>

/// The instructions of matrix arithmetic and where their operands are, from the manual's lists and
/// from the tables of AMD's matrix instruction calculator. Nothing of it is shared with the
/// machine.
namespace assay::amdgpu::test {

/// An instruction as the ISA manual lists it; letters: f f32, x xf32, h f16, b bf16, i i8, d f64,
/// 8 fp8, 5 bf8.
struct MatrixLine {
  const char *name;
  char a, b;
  unsigned m, n, k, blocks;
  Chip chip = Chip::Gfx942;
};

extern const std::vector<MatrixLine> denseLines, sparseLines;
/// Throws what is not among them.
const MatrixLine &matrixLine(const std::string &name);

/// Bits of an element.
unsigned widthOf(char type);

// Where the operands are; D is C's registers.
constexpr unsigned registerOfA = 0, registerOfB = 16, registerOfC = 32, registerOfIndex = 30;

/// The instruction with these registers, A's, B's and D's of which are VGPRs (v) or AGPRs (a).
std::string lineOf(const MatrixLine &line, bool isSparse, const char *files = "vvv");

/// What lane and element hold of D, from the calculator's table of registers to elements.
struct RowColumn {
  unsigned block, i, j;
};
RowColumn resultAt(const MatrixLine &line, unsigned lane, unsigned element);
/// And of A (rows are i) or B (rows are j), of which a lane has `perLane` elements.
struct RowK {
  unsigned block, row, k;
};
RowK inputAt(const MatrixLine &line, unsigned rows, unsigned perLane, unsigned lane,
             unsigned element);

/// Elements of a lane's operand, the first one in VGPR `first`.
void setElement(Machine &machine, unsigned first, unsigned lane, unsigned element, unsigned bits,
                uint64_t value);
uint64_t getElement(const Machine &machine, unsigned first, unsigned lane, unsigned element,
                    unsigned bits);

} // namespace assay::amdgpu::test
