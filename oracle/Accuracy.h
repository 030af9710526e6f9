#pragma once

#include "program/Op.h"

namespace assay {

/// How far a function's result may be from the true one: `ulps` units in the last place of the type
/// it is computed in, plus `absolute`, plus `perOperand` times the operand's size, or times 1 if
/// that is more, plus `relativePerOperand` times the operand's size and the result's.
struct FunctionError {
  double ulps = 0;
  double absolute = 0;
  double perOperand = 0;         // times the operand's size, or 1 if that is more
  double relativePerOperand = 0; // times the operand's size and the result's
};

/// What a target promises of its arithmetic beyond IEEE basic operations. The default is the widest
/// promise that any built-in target needs. Sources beside the numbers in Accuracy.cpp.
struct Accuracy {
  /// Subnormal results and operands of arithmetic may be flushed to zero.
  bool flushesSubnormals = true;
  /// exp(0), exp2(0) and cos(0) are 1, and sin, tanh, erf, expm1, log1p of 0 and log(1) are 0.
  bool exactAtZero = true;
  /// sqrt rounds correctly.
  bool roundsSqrt = true;
  /// Factor on every FunctionError, for targets with functions of their own.
  double functionScale = 1;
  /// Added to the absolute part of every FunctionError.
  double functionAbsolute = 0;
  /// What sin and cos of x may lose, times |x| or 1: where x is reduced to a period in one step,
  /// and both are polynomials around the middle of a quarter.
  double periodReduction = 0;
  /// exp2(x) is written as exp(x * ln 2), with the product rounded to the type.
  bool exp2ByExp = false;

  /// Of a function that is computed in `type` (f16 and bf16 are computed in f32). Zero for
  /// functions that are exact or round correctly.
  FunctionError error(UnaryKind function, ElementType type) const;
};

} // namespace assay
