#pragma once

#include "program/ops/OpInterface.h"

namespace assay {

/// The k largest (or smallest) elements along `dim` and their places there: results values, of x's
/// type, and indices, of `indexType`, both with extent k at `dim`. `sorted`: best first; else in
/// any order. Which of equal elements is taken, and in which order they stand, is open unless the
/// TestCase has the contract bit lowest_index_first. k <= the extent.
struct Topk {
  int64_t dim = 0;
  Dim k = 1;
  bool largest = true;
  bool sorted = true;
  ElementType indexType = ElementType::I64;

  static constexpr Spellings spellings = spelled<Spelling::Named, Spelling::Primitives>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = allOperands,
                                   .resultNames = {"values", "indices"},
                                   .work = Work::Elements,
                                   .takes = isNumber};
  static constexpr OpGuide guide{"x",
                                 "the k largest or smallest elements along dim, and their places",
                                 {"f32[2,5]"},
                                 "{dim=1, k=3}"};
  static void attributes(auto &self, auto &&visit) {
    visit("dim", self.dim);
    visit("k", self.k);
    visit("largest", self.largest);
    visit("sorted", self.sorted);
    visit("index_type", self.indexType);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Topk &) const = default;
};

/// Sorts 1 to 3 operands of one shape along `dim` by the first, the key. The order of equal keys is
/// open unless `stable` holds and the TestCase has the contract bit stable_sort.
struct Sort {
  int64_t dim = 0;
  bool descending = false;
  bool stable = false;

  static constexpr Spellings spellings = spelled<Spelling::Named>;
  static constexpr DestinationRole destination = DestinationRole::None;
  static constexpr OpTraits traits{.isSource = false,
                                   .isPointwise = false,
                                   .moved = noOperand,
                                   .viewed = noOperand,
                                   .perhapsViewed = noOperand,
                                   .updated = allOperands,
                                   .resultNames = {"keys", "values"},
                                   .work = Work::Elements,
                                   .takes = isNumber};
  static constexpr OpGuide guide{"key[, value[, value]]",
                                 "the operands ordered by the first along dim",
                                 {"f32[5]", "i32[5]"},
                                 "{dim=0, descending=true}"};
  static void attributes(auto &self, auto &&visit) {
    visit("dim", self.dim);
    visit("descending", self.descending);
    visit("stable", self.stable);
  }
  Expected<Inference> infer(OperandTypes operands) const;
  std::string sentence() const;
  bool operator==(const Sort &) const = default;
};

} // namespace assay
