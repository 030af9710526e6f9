#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

/// `value` is a number that `element` holds exactly, or an infinity or NaN of a float type.
Expected<void> requireRepresentable(ElementType element, double value);

/// y[p] = p[dim], converted to `element` (wrapping, or rounding to nearest).
struct Iota {
  std::vector<Dim> shape;
  int64_t dim = 0;
  ElementType element = ElementType::I32;

  static constexpr Spellings spellings = spelled<Spelling::Generic>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = true,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = isNumber};
  static constexpr OpGuide guide{
      "", "each element is its place in dim", {}, "{shape=[2,3], dim=1}"};
  static void attributes(auto &self, auto &&visit) {
    visit("shape", self.shape);
    visit("dim", self.dim);
    visit("element", self.element);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Iota &) const = default;
};

/// Every element is `value`.
struct Fill {
  std::vector<Dim> shape;
  ElementType element = ElementType::F32;
  double value = 0;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Generic>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = true,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{"", "value everywhere", {}, "{shape=[2,3], value=1.5}"};
  static void attributes(auto &self, auto &&visit) {
    visit("shape", self.shape);
    visit("element", self.element);
    visit("value", self.value);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Fill &) const = default;
};

/// A tensor written out in the program; at most 4096 elements.
struct Constant {
  Tensor value;

  static constexpr int64_t maxElements = 4096;
  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = true,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{"", "as written", {}, "{value=f32[3] [1,2,3]}"};
  static void attributes(auto &self, auto &&visit) { visit("value", self.value); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Constant &) const = default;
};

} // namespace assay
