#pragma once

#include "program/TestCase.h"

#include <cmath>

namespace assay {

/// topk of a matmul with a dynamic k, two runs.
inline TestCase sample() {
  ProgramParts parts;
  parts.symbols = 3;
  Dim m = Dim::symbol(0), n = Dim::symbol(1), k = Dim::symbol(2);
  parts.arguments = {{ElementType::F32, {m, 4}}, {ElementType::F32, {4, n}}};
  parts.nodes.push_back({Contraction{{0, 2}, {2, 1}, {0, 1}, ElementType::F32, false}, {0, 1}, {}});
  Topk topk;
  topk.dim = 1;
  topk.k = k;
  parts.nodes.push_back({topk, {2}, {}});
  parts.returns = {3, 4};
  Program program = Program::makeValid(parts);
  Recipe recipe{Distribution::Normal, ~uint64_t(0), 0, 1, 0, {}, Special::Any};
  Tensor literal(ElementType::F32, {4, 3});
  literal.setReal(0, -HUGE_VAL);
  literal.setReal(1, std::nan(""));
  literal.setReal(2, -0.0);
  literal.setReal(3, 0x1.234p-140);
  return TestCase::makeValid({program,
                              {Knowledge::Dynamic, Knowledge::Static, Knowledge::Dynamic},
                              {Contract::StableSort},
                              {{{2, 3, 1}, {recipe, literal}}, {{0, 3, 3}, {recipe, recipe}}}});
}

} // namespace assay
