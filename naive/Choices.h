#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace assay::naive {

/// How real numbers are computed. Integers wrap in their own width in every style.
enum class Style {
  /// long double everywhere, nothing rounded in between: stands for the true value.
  Wide,
  /// Each op's result is rounded into its element type; sums run from the first term to the last,
  /// in
  /// f32 for f16 and bf16: what an ordinary compiler without fast-math does.
  Rounded,
  /// As Rounded, but sums run backwards with a fused multiply-add, f16 and bf16 values stay in f32
  /// between ops, subnormal results are flushed, and attention is computed as flash forms do: what
  /// a compiler may do as well.
  Backwards,
  /// As Rounded, and so are all below, with a fused multiply-add; attention keeps a running maximum
  /// and divides last.
  Fused,
  /// Sums are trees of equal halves, or sums of four lanes, each of which takes every fourth term;
  /// softmax multiplies by 1 / sum there.
  Pairwise,
  Lanes,
  /// Sums take the largest magnitudes first, or all that is positive before all that is negative,
  /// each from the largest on: which makes partial sums as large as they may be.
  Descending,
  BySign,
  /// Sums over several dims take the first of these fastest, as loops that changed places do.
  Columns,
};
inline constexpr std::array allStyles = {Style::Wide,       Style::Rounded,  Style::Backwards,
                                         Style::Fused,      Style::Pairwise, Style::Lanes,
                                         Style::Descending, Style::BySign,   Style::Columns};
/// "wide", "by_sign"
std::string_view nameOf(Style style);

/// What is chosen where docs/semantics.md leaves more than one right answer.
struct Choices {
  Style style = Style::Rounded;
  /// Functions that round more than once, such as exp and softmax, are off by so many ulp of what
  /// they are computed in.
  int functionUlps = 0;
  /// Subnormal results are zero.
  bool flushes = false;
  /// Zeros that are computed have the other sign: drawn with this seed, all with allZeros, none
  /// with 0.
  uint64_t zeros = 0;
  static constexpr uint64_t allZeros = ~uint64_t(0);
  /// Of equal elements the last comes first.
  bool lastOfEqualsInTopk = false, lastOfEqualsInSort = false, lastOfEqualsInArgReduce = false;
  /// A topk that is not sorted gives the worst first.
  bool reversesTopk = false;
  /// Updates of a scatter come in an order drawn with this seed, from the last to the first with
  /// lastFirst; 0: as they stand.
  uint64_t updates = 0;
  static constexpr uint64_t lastFirst = ~uint64_t(0);
  /// In a min or max of a scatter a number wins against NaN.
  bool numberWinsInScatter = false;
  /// A row of nothing but -Inf is 0 in softmax and attention, and not NaN.
  bool maskedRowsAreZero = false;
  /// A key of attention is removed by adding -Inf to its score.
  bool removesByAdding = false;
  /// What is open for NaN among the keys of topk, sort and arg_reduce, and for complex products of
  /// what is no number, is anything, drawn with this seed; 0: as elsewhere.
  uint64_t nanKeys = 0, complexProducts = 0;
};

} // namespace assay::naive
