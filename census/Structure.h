#pragma once

#include "program/TestCase.h"

#include <mlir/IR/BuiltinOps.h>

#include <bitset>
#include <string_view>

namespace assay {

/// The shapes of programs that broke real compilers, named by the letters that the census prints.
enum class Structure : uint8_t {
  A, // all dims dynamic but one small static one
  B, // a multi-result op with some results used and some not
  C, // an operand that is read again behind the op that could overwrite it
  D, // elementwise directly in front of, or behind, an op that is not
  E, // a reshape between producer and op, with two dynamic dims in one group
  F, // a rank-reducing extract_slice or insert_slice
  G, // a unit dim, or a zero extent
  H, // a body that uses its position or reads another tensor
  I, // ties, sorted or equal elements, masked rows among the inputs
  J, // an argument as destination; a value returned twice; an argument returned
  K, // two equal fills, each written to by an op of its own
  L, // a static extent that tiles badly: odd sizes, a tile plus or minus one, one large dim
  M, // a cast that forgets an extent, and one back
  N, // a transpose into an elementwise op with several inputs, into a contraction
  O, // gather into attention, attention into concat, scatter of computed indices
  P, // three or more runs of one binary, at different sizes
  Q, // several functions
  R, // attributes at the far end: a permutation that is not its own inverse, all dims, rank 0
  S, // a destination that is neither empty nor a fresh fill
  T, // spellings: bodies with several results, named ops and generics beside one another
  U, // the unsigned form of an integer op
  V, // an extent from a scalar argument, or one that is a constant in disguise
  W, // the same op with the same types, several times
  X, // a rank-reducing slice in which several dims could be the dropped one
  Y, // complex numbers
};
inline constexpr size_t structureCount = 25;
using Structures = std::bitset<structureCount>;

/// 'a' .. 'y'.
char letter(size_t structure);
/// A few words on what the letter stands for.
std::string_view summary(size_t structure);

/// The structures that the module, which emit() made of the case, has. What concerns inputs, runs
/// and extents known only at run time is read off the case.
Structures structuresOf(mlir::ModuleOp module, const TestCase &testCase);

} // namespace assay
