#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

/// y[i] = x[offsets + i * strides], sizes elements along each dim of x; the dims listed in
/// `dropped` (ascending, size the constant 1) vanish from the result. Strides >= 1.
struct ExtractSlice {
  std::vector<Dim> offsets;
  std::vector<Dim> sizes;
  std::vector<int64_t> strides;
  std::vector<int64_t> dropped;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Extract>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = noOperand,
                                   .perhapsViewed = operand(0),
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x",
      "sizes elements from offsets on in steps of strides; dims dropped have size 1",
      {"f32[6,4]"},
      "{offsets=[1,0], sizes=[2,4], strides=[2,1]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("offsets", self.offsets);
    visit("sizes", self.sizes);
    visit("strides", self.strides);
    visit("dropped", self.dropped);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const ExtractSlice &) const = default;
};

/// Operands source, base: base with the slice at offsets, strides replaced by source. The dims of
/// base listed in `dropped` have size 1 in the slice and do not occur in source.
struct InsertSlice {
  std::vector<Dim> offsets;
  std::vector<int64_t> strides;
  std::vector<int64_t> dropped;

  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = allOperands,
                                   .viewed = noOperand,
                                   .perhapsViewed = operand(1),
                                   .updated = operand(1),
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{"source, base",
                                 "base with the slice from offsets on in steps of strides replaced",
                                 {"f32[2,4]", "f32[6,4]"},
                                 "{offsets=[1,0], strides=[2,1]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("offsets", self.offsets);
    visit("strides", self.strides);
    visit("dropped", self.dropped);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const InsertSlice &) const = default;
};

/// Joins 1 or more operands along `dim`.
struct Concat {
  int64_t dim = 0;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = allOperands,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x[, y ...]", "the operands joined along dim", {"f32[2,3]", "f32[4,3]"}, "{dim=0}"};
  static void attributes(auto &self, auto &&visit) { visit("dim", self.dim); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Concat &) const = default;
};

/// Adds low[i] elements before and high[i] behind along each dim, all `value`.
struct Pad {
  std::vector<Dim> low;
  std::vector<Dim> high;
  double value = 0;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = noOperand,
                                   .perhapsViewed = operand(0),
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x",
      "low elements before and high behind along each dim, all of them value",
      {"f32[3]"},
      "{low=[1], high=[2], value=7}"};
  static void attributes(auto &self, auto &&visit) {
    visit("low", self.low);
    visit("high", self.high);
    visit("value", self.value);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Pad &) const = default;
};

} // namespace assay
