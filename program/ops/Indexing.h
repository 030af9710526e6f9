#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

enum class Combine : uint8_t { Overwrite, Add, Min, Max };
inline constexpr std::array<std::string_view, 4> names(Combine) {
  return {"overwrite", "add", "min", "max"};
}

/// torch's scatter_: operands base, indices, updates; result starts as base, then for every place p
/// of updates result[p with p[dim] = indices[p]] is combined with updates[p]. indices and updates
/// have one shape, no larger than base's but at `dim`. An index out of [0, base extent) is
/// undefined. If `unique`, no two updates meet; else the order in which they do is open.
struct Scatter {
  int64_t dim = 0;
  Combine combine = Combine::Overwrite;
  bool unique = false;

  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = operand(0),
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "base, indices, updates",
      "base, and for each place p of the updates: [p with p[dim] = indices[p]] combined with "
      "updates[p]",
      {"f32[4,3]", "i64[2,3]", "f32[2,3]"},
      "{dim=0, combine=add}"};
  static void attributes(auto &self, auto &&visit) {
    visit("dim", self.dim);
    visit("combine", self.combine);
    visit("unique", self.unique);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Scatter &) const = default;
};

/// Operands base, indices [B..., depth], updates [B..., S...] where S are base's dims after the
/// first `depth`: result[indices[b,:], ...] is combined with updates[b, ...]. depth >= 1, static.
struct ScatterNd {
  int64_t depth = 1;
  Combine combine = Combine::Overwrite;
  bool unique = false;

  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = operand(0),
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = anyElement};
  static constexpr OpGuide guide{
      "base, indices, updates",
      "base, and for each b: [indices[b]] combined with updates[b]; indices are [.., depth]",
      {"f32[4,3]", "i64[2,1]", "f32[2,3]"},
      "{depth=1, combine=add}"};
  static void attributes(auto &self, auto &&visit) {
    visit("depth", self.depth);
    visit("combine", self.combine);
    visit("unique", self.unique);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const ScatterNd &) const = default;
};

/// torch's gather: operands x, indices of one rank; y[p] = x[p with p[dim] = indices[p]]. indices
/// are no larger than x but at `dim`. An index out of range is undefined.
struct Gather {
  int64_t dim = 0;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Extract>;
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
      "x, indices", "y[p] = x[p with p[dim] = indices[p]]", {"f32[4,3]", "i64[2,3]"}, "{dim=0}"};
  static void attributes(auto &self, auto &&visit) { visit("dim", self.dim); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Gather &) const = default;
};

/// Operands x, indices [B..., depth]: y[b, s] = x[indices[b,:], s], of shape [B..., S...] where S
/// are x's dims after the first `depth`. depth >= 1, static.
struct GatherNd {
  int64_t depth = 1;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Extract>;
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
  static constexpr OpGuide guide{"x, indices",
                                 "y[b] = x[indices[b]]; indices are [.., depth]",
                                 {"f32[4,3]", "i64[2,1]"},
                                 "{depth=1}"};
  static void attributes(auto &self, auto &&visit) { visit("depth", self.depth); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const GatherNd &) const = default;
};

/// A new dim of extent `depth` at `dim`: y[.., j, ..] = j == indices[..] ? on : off, of type
/// `element`. An index out of [0, depth) is undefined.
struct OneHot {
  int64_t dim = 0;
  Dim depth = 1;
  ElementType element = ElementType::F32;
  double on = 1;
  double off = 0;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Generic>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = isInteger};
  static constexpr OpGuide guide{"indices",
                                 "a new dim: on where its place is the index, else off",
                                 {"i64[3]"},
                                 "{dim=1, depth=4}"};
  static void attributes(auto &self, auto &&visit) {
    visit("dim", self.dim);
    visit("depth", self.depth);
    visit("element", self.element);
    visit("on", self.on);
    visit("off", self.off);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const OneHot &) const = default;
};

} // namespace assay
