#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

enum class ReduceKind : uint8_t { Sum, Product, Max, Min, And, Or };
inline constexpr std::array<std::string_view, 6> names(ReduceKind) {
  return {"sum", "product", "max", "min", "and", "or"};
}

/// exp(x - max) / sum exp(x - max) along `dim`; floats. An empty dim gives an empty result.
struct Softmax {
  int64_t dim = 0;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::Scratch;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = isFloat};
  static constexpr OpGuide guide{
      "x", "exp(x - max) / sum of exp(x - max) along dim", {"f32[2,4]"}, "{dim=1}"};
  static void attributes(auto &self, auto &&visit) { visit("dim", self.dim); }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Softmax &) const = default;
};

/// Combines over `dims` (ascending, at least one), which vanish, starting from the destination or,
/// without one, from the identity: 0, 1, the least / greatest value (-inf / +inf), all ones, 0.
/// Elements are first extended to `result`, the accumulator's type. and, or: integers and i1; the
/// others: numbers. Floats: NaN wins in max and min.
struct Reduce {
  ReduceKind function = ReduceKind::Sum;
  std::vector<int64_t> dims;
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
                                   .work = Work::Elements,
                                   .takes = isNotComplex};
  static constexpr OpGuide guide{
      "x", "all elements along dims combined", {"f32[2,4]"}, "{function=sum, dims=[1]}"};
  static void attributes(auto &self, auto &&visit) {
    visit("function", self.function);
    visit("dims", self.dims);
    visit("result", self.result);
    visit("unsigned", self.isUnsigned);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Reduce &) const = default;
};

/// argmax (or argmin): results are the extreme value along `dim` (>= 1 element), of x's type, and
/// an index where it is reached, of `indexType`: the lowest one if `firstIndex`, else any.
struct ArgReduce {
  bool minimum = false;
  int64_t dim = 0;
  bool firstIndex = true;
  ElementType indexType = ElementType::I64;

  static constexpr Spellings spellings = spelled<Spelling::Generic, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {"values", "indices"},
                                   .work = Work::Elements,
                                   .takes = isNumber};
  static constexpr OpGuide guide{
      "x", "the greatest or least element along dim, and where it stands", {"f32[2,4]"}, "{dim=1}"};
  static void attributes(auto &self, auto &&visit) {
    visit("minimum", self.minimum);
    visit("dim", self.dim);
    visit("first_index", self.firstIndex);
    visit("index_type", self.indexType);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const ArgReduce &) const = default;
};

/// Running combination along `dim`, of x's shape, extended to `result`. The destination, of x's
/// shape without `dim`, is what it starts from (else the identity). Inclusive: y[i] covers x[0..i];
/// exclusive: x[0..i-1]. Functions sum, product, max, min; numbers.
struct Scan {
  ReduceKind function = ReduceKind::Sum;
  int64_t dim = 0;
  bool inclusive = true;
  bool reverse = false; // runs from the end
  ElementType result = ElementType::F32;

  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::Initial;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = noOperand,
                                   .resultNames = {},
                                   .work = Work::Elements,
                                   .takes = isNumber};
  static constexpr OpGuide guide{
      "x", "running combination along dim", {"f32[2,4]"}, "{function=sum, dim=1}"};
  static void attributes(auto &self, auto &&visit) {
    visit("function", self.function);
    visit("dim", self.dim);
    visit("inclusive", self.inclusive);
    visit("reverse", self.reverse);
    visit("result", self.result);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Scan &) const = default;
};

} // namespace assay
