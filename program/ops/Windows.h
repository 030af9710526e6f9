#pragma once

#include "program/ops/OpInterface.h"
#include "program/ops/Reduction.h"

#include <optional>

namespace assay {

/// How windows lie along some dims of a tensor: one entry of each list for each of these dims.
/// `low` elements are added before an extent and `high` behind it; windows start every `strides`
/// elements from the first one on, and their elements are `dilations` apart. `sizes` are how many
/// windows lie inside: for an extent e with its padding and windows that reach over r = (w - 1)
/// dilation + 1 elements, floor((e - r) / stride) + 1, or 0 where r > e. A Dim cannot say that
/// but for a stride of 1; other sizes are symbols or numbers, and constraints hold them to it.
struct Windows {
  std::vector<Dim> sizes;
  std::vector<int64_t> strides;
  std::vector<int64_t> dilations;
  std::vector<Dim> low;
  std::vector<Dim> high;

  size_t rank() const { return sizes.size(); }
  /// Elements that a window of `window` elements along dim `i` reaches over.
  Dim reach(size_t i, const Dim &window) const;
  /// Each list has `rank` entries; strides and dilations are in 1 .. 2^20.
  Expected<void> require(size_t rank) const;
  /// Adds what must be >= 0 for windows of `window` >= 1 elements along dim `i` of that extent.
  void constrain(size_t i, const Dim &extent, const Dim &window,
                 std::vector<Dim> &nonNegative) const;
  /// Whether something is added along a dim.
  bool isPadded() const;

  static void attributes(auto &self, auto &&visit) {
    visit("sizes", self.sizes);
    visit("strides", self.strides);
    visit("dilations", self.dilations);
    visit("low", self.low);
    visit("high", self.high);
  }
  bool operator==(const Windows &) const = default;
};

enum class ConvLayout : uint8_t { ChannelsFirst, ChannelsLast };
inline constexpr std::array<std::string_view, 2> names(ConvLayout) {
  return {"channels_first", "channels_last"};
}

struct Contraction;

/// Convolution along 1 or 2 spatial dims, as machine learning has it: the kernel is not mirrored.
/// Operands x, kernel. ChannelsFirst: x is [N, C, S...], the kernel [F, C / groups, K...], the
/// result [N, F, O...]; ChannelsLast: [N, S..., C], [K..., C / groups, F] and [N, O..., F]. O are
/// the windows' sizes, K their extents, and padding is zero:
///   out[n, f, o] = destination[n, f, o] +
///       sum over c, k of x[n, g * C / groups + c, o * strides + k * dilations - low] *
///                        kernel[f, c, k], where g = f / (F / groups) is the group of f.
/// Operands are extended to `result`, the accumulator's type, as in Contraction. Whether an
/// element of the kernel meets the zeros of the padding is open: 0 * inf may be NaN there.
struct Conv {
  ConvLayout layout = ConvLayout::ChannelsFirst;
  Windows windows;
  int64_t groups = 1;
  ElementType result = ElementType::F32;
  bool isUnsigned = false; // extends by zero
  /// The same of the kernel, where it is not as isUnsigned has it for both.
  std::optional<bool> kernelUnsigned = std::nullopt;

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
      "x, kernel",
      "convolution: x is [N, C, S..] or [N, S.., C], kernel [F, C / groups, K..] or "
      "[K.., C / groups, F]; sizes are the result's, zeros are padded",
      {"f32[1,2,5]", "f32[3,2,3]"},
      "{sizes=[3], strides=[2], dilations=[1], low=[1], high=[1]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("layout", self.layout);
    Windows::attributes(self.windows, visit);
    visit("groups", self.groups);
    visit("result", self.result);
    visit("unsigned", self.isUnsigned);
    visit("kernel_unsigned", self.kernelUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  double steps(Shapes operands, Shapes results) const;
  /// Whether integers of that operand, 0 or 1, are extended by zero.
  bool extendsByZero(size_t operand) const {
    return operand == 0 ? isUnsigned : kernelUnsigned.value_or(isUnsigned);
  }

  /// The dims of x and of the result, and those of the kernel, that play these parts.
  struct Parts {
    size_t channel;               // of x and of the result, in which batches come first
    size_t spatial;               // the first of them, likewise
    size_t filter, depth, window; // of the kernel: F, C / groups, the first of K
  };
  Parts parts() const;
  /// The dim over `groups`, of which it is a multiple: of channels or filters.
  Dim perGroup(const Dim &dim) const;
  /// The convolution as a contraction of what the windows hold with the kernel: x with its spatial
  /// dims replaced by the windows' sizes, and their extents K behind all its dims. With more than
  /// one group C, F of the kernel and F of the result are two dims each: groups, and the rest.
  Contraction overPatches() const;
  bool operator==(const Conv &) const = default;
};

/// Combines the elements of each window, of `window` elements along each dim of x (>= 1), starting
/// from the destination or, without one, from the identity of Reduce, which padding holds as well.
/// Elements are first extended to `result`. Functions sum, max, min; numbers. Floats: NaN wins.
struct ReduceWindow {
  ReduceKind function = ReduceKind::Sum;
  std::vector<int64_t> window;
  Windows windows;
  ElementType result = ElementType::F32;
  bool isUnsigned = false; // extension, max, min

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Generic>;
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
      "x",
      "the elements of each window combined; sizes are the result's, padding changes nothing",
      {"f32[2,5]"},
      "{function=max, window=[1,3], sizes=[2,2], strides=[1,2], dilations=[1,1], low=[0,0], "
      "high=[0,0]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("function", self.function);
    visit("window", self.window);
    Windows::attributes(self.windows, visit);
    visit("result", self.result);
    visit("unsigned", self.isUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  double steps(Shapes operands, Shapes results) const;
  bool operator==(const ReduceWindow &) const = default;
};

} // namespace assay
