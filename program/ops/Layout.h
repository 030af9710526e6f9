#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

/// result dim i is operand dim permutation[i], as in linalg.transpose.
struct Transpose {
  std::vector<int64_t> permutation;

  static constexpr Spellings spellings =
      spelled<Spelling::Named, Spelling::Generic, Spelling::Extract>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x", "result dim i is operand dim permutation[i]", {"f32[2,3]"}, "{permutation=[1,0]}"};
  static void attributes(auto &self, auto &&visit) { visit("permutation", self.permutation); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Transpose &) const = default;
};

/// The result has dims `shape`; those listed in `added` (ascending) are new, the others are the
/// operand's in order. As in linalg.broadcast: no stretching of unit dims.
struct Broadcast {
  std::vector<Dim> shape;
  std::vector<int64_t> added;

  static constexpr Spellings spellings =
      spelled<Spelling::Named, Spelling::Generic, Spelling::Extract>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x",
      "x repeated along new dims: the result has this shape, and those added are new",
      {"f32[3]"},
      "{shape=[2,3], added=[0]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("shape", self.shape);
    visit("added", self.added);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Broadcast &) const = default;
};

/// Splits dims: operand dim i becomes the dims groups[i], whose product it is. Rank 0 has no groups
/// and yields `units` dims of 1.
struct Expand {
  std::vector<std::vector<Dim>> groups;
  int64_t units = 0; // rank-0 operands only

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = operand(0),
                                   .perhapsViewed = operand(0),
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{"x",
                                 "dims split: operand dim i becomes the dims groups[i]",
                                 {"f32[6,2]"},
                                 "{groups=[[2,3],[2]]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("groups", self.groups);
    visit("units", self.units);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Expand &) const = default;
};

/// Joins dims: groups[i] are the consecutive operand dims that result dim i is the product of;
/// groups cover all dims in order. No groups at all: operand dims are all 1, the result has rank 0.
struct Collapse {
  std::vector<std::vector<int64_t>> groups;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = operand(0),
                                   .perhapsViewed = operand(0),
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x",
      "dims joined: result dim i is the product of the operand dims groups[i]",
      {"f32[2,3,2]"},
      "{groups=[[0,1],[2]]}"};
  static void attributes(auto &self, auto &&visit) { visit("groups", self.groups); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Collapse &) const = default;
};

/// Mirrors along each of `dims` (ascending).
struct Reverse {
  std::vector<int64_t> dims;

  static constexpr Spellings spellings = spelled<Spelling::Extract>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{"x", "x backwards along dims", {"f32[4]"}, "{dims=[0]}"};
  static void attributes(auto &self, auto &&visit) { visit("dims", self.dims); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Reverse &) const = default;
};

/// The identity; a compiler sees a cast to a type in which `dims` are unknown, and back.
struct DimCast {
  std::vector<int64_t> dims;

  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = operand(0),
                                   .viewed = operand(0),
                                   .perhapsViewed = operand(0),
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "x", "x, by way of a type in which dims are unknown", {"f32[4]"}, "{dims=[0]}"};
  static void attributes(auto &self, auto &&visit) { visit("dims", self.dims); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const DimCast &) const = default;
};

} // namespace assay
