#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

enum class MaskKind : uint8_t {
  None,
  Boolean,  // i1, true keeps
  Additive, // the query's type, added to the scaled score; -inf removes
};
inline constexpr std::array<std::string_view, 3> names(MaskKind) {
  return {"none", "boolean", "additive"};
}

/// softmax(scale * Q K^T + mask) V. Operands q [B..., M, K], k [C..., N, K], v [C..., N, D] and,
/// unless None, mask [B..., M, N]; result [B..., M, D] of q's type. The batch dims B and C are the
/// same but for the last: B = group * C there (grouped heads: query head h reads head h / group).
/// causal also removes keys n > m, aligned top-left. N >= 1. Float types; computed in f32 or wider.
struct Attention {
  double scale = 1;
  MaskKind mask = MaskKind::None;
  bool causal = false;
  int64_t group = 1; // 1 without batch dims

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Own,
                                   .takes = isFloat};
  static constexpr OpGuide guide{
      "q, k, v[, mask]",
      "softmax(scale * q k^T + mask) v; q is [.., M, K], k [.., N, K], v [.., N, D]",
      {"f32[2,4]", "f32[3,4]", "f32[3,5]"},
      "{scale=0.5}"};
  static void attributes(auto &self, auto &&visit) {
    visit("scale", self.scale);
    visit("mask", self.mask);
    visit("causal", self.causal);
    visit("group", self.group);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  double steps(Shapes operands, Shapes results) const;
  bool operator==(const Attention &) const = default;
};

} // namespace assay
