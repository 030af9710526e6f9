#pragma once

#include "program/Op.h"

#include <array>
#include <functional>
#include <string>
#include <vector>

namespace assay {

/// What a lowering that is in use loses beyond the bounds of a good library in the type that is
/// computed in (f32 for f16 and bf16). A target is granted those that were sampled on it
/// (targets/Sample.h); no other is excused by what one compiler does.
enum class Allowance : uint8_t {
  FlushesSubnormals, // results and operands of arithmetic that are subnormal may be zero
  InexactAtZero,     // exp(0), cos(0) are not quite 1, and sin, tanh, ... of 0 not quite 0
  LooseSqrt,         // sqrt is off by an ulp instead of rounding correctly
  LooseTanh,         // 5 ulp: MLIR's rational approximation, of which 4.0 were sampled
  LooseErf,          // 5 ulp: MLIR's polynomials, of which 4.1 were sampled
  Expm1ByExp,        // exp(x) - 1: MLIR's math-to-llvm
  Log1pByLog,        // log(1 + x): the same
  Exp2ByExp,         // exp(x * ln 2), with the product rounded: MLIR's math-expand-ops
  StepsInType,       // steps of the three above and of 1 / sqrt(x) round to f16 or bf16
  PeriodInOneStep,   // sin, cos: x - n (pi / 2) with pi / 2 in f32: MLIR's polynomials
  FlashAttention,    // Q * scale * log2(e) and the weights are rounded to f16 or bf16, exponents
                     // come from each score by itself: IREE's decomposition
};
inline constexpr std::array<std::string_view, 11> names(Allowance) {
  return {"flushes_subnormals", "inexact_at_zero",    "loose_sqrt",     "loose_tanh",
          "loose_erf",          "expm1_by_exp",       "log1p_by_log",   "exp2_by_exp",
          "steps_in_type",      "period_in_one_step", "flash_attention"};
}

/// A set of allowances.
class Allowances {
public:
  constexpr Allowances() = default;
  static constexpr Allowances all() { return Allowances((1u << names(Allowance()).size()) - 1); }

  constexpr bool has(Allowance one) const { return bits >> static_cast<int>(one) & 1; }
  constexpr Allowances with(Allowance one) const { return Allowances(bits | bit(one)); }
  constexpr Allowances without(Allowance one) const { return Allowances(bits & ~bit(one)); }
  constexpr Allowances with(Allowances others) const { return Allowances(bits | others.bits); }
  constexpr Allowances without(Allowances others) const { return Allowances(bits & ~others.bits); }
  /// In the order of the enumeration.
  std::vector<Allowance> list() const;
  /// Their names with commas between.
  std::string text() const;
  auto operator<=>(const Allowances &) const = default;

private:
  constexpr explicit Allowances(uint32_t bits) : bits(bits) {}
  static constexpr uint32_t bit(Allowance one) { return 1u << static_cast<int>(one); }

  uint32_t bits = 0;
};

/// The fewest allowances beyond those granted that excuse: one by itself, if one is enough, else
/// some of which none can be left out. All of them together do.
Allowances leastExcuse(Allowances granted, const std::function<bool(Allowances more)> &isExcusedBy);

/// How far a function's result may be from the true one: `ulps` units in the last place of the type
/// it is computed in, plus `absolute`, plus `perOperand` times the operand's size, or times 1 if
/// that is more, plus `relativePerOperand` times the operand's size and the result's.
struct FunctionError {
  double ulps = 0;
  double absolute = 0;
  double perOperand = 0;         // times the operand's size, or 1 if that is more
  double relativePerOperand = 0; // times the operand's size and the result's
};

/// What a target promises of its arithmetic beyond IEEE basic operations. The default promises what
/// good libraries do, and grants nothing. Sources beside the numbers in Accuracy.cpp.
struct Accuracy {
  Allowances allowances;
  /// Factor on every FunctionError, for targets with functions of their own.
  double functionScale = 1;
  /// Added to the absolute part of every FunctionError.
  double functionAbsolute = 0;
  /// What sin and cos of x may lose, times |x| or 1: where x is reduced to a period in one step,
  /// and both are polynomials around the middle of a quarter.
  double periodReduction = 0;
  /// Sums run from the first term to the last, in their type, with products rounded before they are
  /// added; attention scales scores behind their sums and takes one maximum for a row. Without it
  /// sums have any order, products may be fused, and attention may be any form of it.
  bool sumsInOrder = false;
  /// The largest error of functions in f32 and in f64, in ulps of the result and with its rounding,
  /// of targets that were swept so far that it is known; 0 where it is not. oracle/Accuracy's own
  /// figures hold there.
  std::array<std::array<double, 2>, names(UnaryKind()).size()> swept{};

  bool allows(Allowance one) const { return allowances.has(one); }
  /// The same with all of these granted as well.
  Accuracy with(Allowances more) const {
    Accuracy wider = *this;
    wider.allowances = allowances.with(more);
    return wider;
  }

  /// Unit roundoff of the steps of a function of `type` that is written as several operations.
  double stepUnit(ElementType type) const;
  /// Of a function that is computed in `type` (f16 and bf16 are computed in f32). Zero for
  /// functions that are exact or round correctly.
  FunctionError error(UnaryKind function, ElementType type) const;
  /// What `swept` says of a function that is computed in `type`: likewise.
  double &sweptError(UnaryKind function, ElementType type) {
    return swept[static_cast<size_t>(function)][type == ElementType::F64];
  }
  double sweptError(UnaryKind function, ElementType type) const {
    return swept[static_cast<size_t>(function)][type == ElementType::F64];
  }
};

} // namespace assay
