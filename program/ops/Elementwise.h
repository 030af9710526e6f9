#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

// clang-format off
enum class UnaryKind : uint8_t {
  Neg, Abs, Exp, Exp2, Expm1, Log, Log1p, Sqrt, Rsqrt, Sin, Cos, Tanh, Erf, Floor, Ceil, RoundEven,
  Sign, // -1, 0 or 1; NaN of NaN
  Not,  // bitwise; i1: logical
  Real, // of complex
  Imag,
};
// clang-format on
inline constexpr std::array<std::string_view, 20> names(UnaryKind) {
  return {"neg", "abs",  "exp", "exp2",  "expm1", "log",        "log1p", "sqrt", "rsqrt", "sin",
          "cos", "tanh", "erf", "floor", "ceil",  "round_even", "sign",  "not",  "real",  "imag"};
}

// clang-format off
enum class BinaryKind : uint8_t {
  Add, Sub, Mul,
  Div,      // floats: IEEE; integers: truncating
  FloorDiv, // integers: rounds to minus infinity
  Rem,      // integers: sign of the dividend
  Max, Min, // floats: NaN wins (maximumf)
  MaxNum, MinNum, // floats: a number wins over NaN (maxnumf)
  And, Or, Xor, Shl, Shr, // Shr: arithmetic, or logical if isUnsigned
  Complex, // f32, f32 -> c64
};
// clang-format on
inline constexpr std::array<std::string_view, 16> names(BinaryKind) {
  return {"add",     "sub",     "mul", "div", "floor_div", "rem", "max", "min",
          "max_num", "min_num", "and", "or",  "xor",       "shl", "shr", "complex"};
}

/// Whether the function is defined on elements of that type.
bool accepts(UnaryKind function, ElementType type);
bool accepts(BinaryKind function, ElementType type);
/// Whether the function divides, so that integers may not be 0 on its right.
bool isDivision(BinaryKind function);

enum class Predicate : uint8_t { Eq, Ne, Lt, Le, Gt, Ge }; // ordered; Ne is unordered-or-unequal
inline constexpr std::array<std::string_view, 6> names(Predicate) {
  return {"eq", "ne", "lt", "le", "gt", "ge"};
}

/// y[i] = f(x[i]). Integers wrap. abs(INT_MIN) is undefined.
struct Unary {
  UnaryKind function = UnaryKind::Neg;

  static constexpr Spellings spellings =
      spelled<Spelling::Named, Spelling::Generic, Spelling::Extract, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = true,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{"x", "y[i] = function(x[i])", {"f32[4]"}, "{function=exp}"};
  static void attributes(auto &self, auto &&visit) { visit("function", self.function); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Unary &) const = default;
};

/// z[i] = f(x[i], y[i]) with x and y of one type. Undefined: integer division by zero and
/// INT_MIN / -1, shifts by less than 0 or by the width or more.
struct Binary {
  BinaryKind function = BinaryKind::Add;
  bool isUnsigned = false; // div, rem, max, min, shr on integers

  static constexpr Spellings spellings =
      spelled<Spelling::Named, Spelling::Generic, Spelling::Extract, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = true,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x, y", "z[i] = function(x[i], y[i])", {"f32[4]", "f32[4]"}, "{function=sub}"};
  static void attributes(auto &self, auto &&visit) {
    visit("function", self.function);
    visit("unsigned", self.isUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Binary &) const = default;
};

/// z[i] = x[i] <predicate> y[i], i1. On i1 only eq and ne.
struct Compare {
  Predicate predicate = Predicate::Lt;
  bool isUnsigned = false;

  static constexpr Spellings spellings =
      spelled<Spelling::Generic, Spelling::Extract, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = true,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = isNotComplex};
  static constexpr OpGuide guide{
      "x, y", "z[i] = x[i] predicate y[i]", {"f32[4]", "f32[4]"}, "{predicate=le}"};
  static void attributes(auto &self, auto &&visit) {
    visit("predicate", self.predicate);
    visit("unsigned", self.isUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Compare &) const = default;
};

/// operands c (i1), a, b: c[i] ? a[i] : b[i].
struct Select {
  static constexpr Spellings spellings =
      spelled<Spelling::Named, Spelling::Generic, Spelling::Extract, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = true,
                                   .moved = operand(1) | operand(2),
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "c, a, b", "z[i] = c[i] ? a[i] : b[i]", {"i1[4]", "f32[4]", "f32[4]"}, ""};
  static void attributes(auto &, auto &&) {}
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Select &) const = default;
};

/// Element type conversion. Float -> integer truncates, undefined out of range; to i1 is != 0 (NaN
/// is true); from i1 gives 0 or 1; integer -> wider integer extends by sign, or by zero if
/// isUnsigned; float -> narrower float rounds to nearest even. Between f16 and bf16 in one
/// rounding.
struct Cast {
  ElementType to = ElementType::F32;
  bool isUnsigned = false;

  static constexpr Spellings spellings =
      spelled<Spelling::Generic, Spelling::Extract, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = true,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = isNotComplex};
  static constexpr OpGuide guide{"x", "each element in another type", {"f32[4]"}, "{to=bf16}"};
  static void attributes(auto &self, auto &&visit) {
    visit("to", self.to);
    visit("unsigned", self.isUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Cast &) const = default;
};

} // namespace assay
