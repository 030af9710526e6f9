#pragma once

#include "program/ops/OpInterface.h"

#include <optional>

namespace assay {

/// out[o] = destination[o] + sum over the other iteration dims of lhs[l] * rhs[r]. Maps list, for
/// each dim of a tensor, the iteration dim that runs over it; iteration dims are 0 .. n-1 and each
/// occurs in lhs or rhs; those that out lacks are summed over. Operands, which need not be of one
/// type, are extended to `result` before the multiplication, integers by sign or by zero, each on
/// its own; `result` is the accumulator's type. matmul is lhs [0,2], rhs [2,1], out [0,1].
struct Contraction {
  std::vector<int64_t> lhs;
  std::vector<int64_t> rhs;
  std::vector<int64_t> out;
  ElementType result = ElementType::F32;
  bool isUnsigned = false; // extends by zero
  /// The same of rhs, where it is not as isUnsigned has it for both.
  std::optional<bool> rhsUnsigned = std::nullopt;

  static constexpr Spellings spellings =
      spelled<Spelling::Named, Spelling::Generic, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Initial;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Own,
                                   .takes = isNumber};
  static constexpr OpGuide guide{
      "lhs, rhs",
      "sum of products: lhs, rhs and out name the iteration dim that runs over each dim",
      {"f32[2,3]", "f32[3,4]"},
      "{lhs=[0,2], rhs=[2,1], out=[0,1]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("lhs", self.lhs);
    visit("rhs", self.rhs);
    visit("out", self.out);
    visit("result", self.result);
    visit("unsigned", self.isUnsigned);
    visit("rhs_unsigned", self.rhsUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  double steps(Shapes operands, Shapes results) const;
  /// Whether integers of that operand, 0 or 1, are extended by zero.
  bool extendsByZero(size_t operand) const {
    return operand == 0 ? isUnsigned : rhsUnsigned.value_or(isUnsigned);
  }
  /// Number of iteration dims.
  int64_t iterationRank() const;
  bool operator==(const Contraction &) const = default;
};

} // namespace assay
