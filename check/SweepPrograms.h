#pragma once

#include "program/TestCase.h"

#include <functional>
#include <string>
#include <vector>

namespace assay {

/// A program that shows what operations lose, and what it is run on.
struct SweepProgram {
  /// Its one run has the shapes; the inputs are drawn anew for each time that it is run.
  TestCase testCase;
  ElementType element = ElementType::F32;
  /// What each returned value comes from.
  std::vector<std::string> operations;
  /// The functions that these are, of the only argument; empty if they are none.
  std::vector<UnaryKind> functions;
  int64_t runs = 1;
  /// Of a run below `runs`; of functions also of that number, which has the operands that are not
  /// finite.
  std::function<std::vector<Tensor>(int64_t run)> inputs;
};

/// The functions that are looked at: those that do not round correctly by themselves, and sqrt.
std::vector<UnaryKind> sweptFunctions();

/// Operands of a function in one run.
inline constexpr int64_t sweepRunSize = int64_t(1) << 16;

/// These functions of the same operands: all finite ones of f16 and bf16 in one run; of f32 and f64
/// in each run as many with other low bits, with every exponent among them. 65,536 runs are all
/// finite ones of f32. In place of one that is not finite stands 1.
SweepProgram functionsProgram(ElementType element, const std::vector<UnaryKind> &functions,
                              int64_t runs);

/// What else loses something, in that type: softmax, attention with near ties of great scores, with
/// weights that cancel, with equal scores; arithmetic and casts of subnormals.
std::vector<SweepProgram> formPrograms(ElementType element);

} // namespace assay
