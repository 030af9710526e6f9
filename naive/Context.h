#pragma once

#include "naive/Arithmetic.h"
#include "program/TestCase.h"

#include <functional>

namespace assay::naive {

/// What an op's apply() works on. Results are there with their types and shapes, all zero.
struct Context {
  const Arithmetic &arithmetic;
  const TestCase &testCase;
  const Bindings &bindings;
  std::vector<const Array *> operands;
  const Array *destination = nullptr;
  std::vector<Array> results;
  /// Set when the op has no meaning for these operands.
  std::string undefined;

  const Array &operand(size_t i) const { return *operands[i]; }
  Array &result(size_t i = 0) { return results[i]; }
  int64_t extent(const Dim &dim) const { return dim.evaluate(bindings); }
  /// Calls visit(index) for what is summed over `shape`, in the style's order.
  void forEachTerm(const Shape &shape, const std::function<void(const Shape &)> &visit) const {
    (arithmetic.style() == Style::Columns ? forEachIndexByColumns : forEachIndex)(shape, visit);
  }
  void undefinedBecause(std::string_view reason) {
    if (undefined.empty())
      undefined = reason;
  }
};

#define ASSAY_OP(Enumerator, tag, Family) void apply(const Enumerator &op, Context &context);
#include "program/Ops.def"

/// Calls visit(place, update) for each update of a scatter or scatter_nd that goes into its base.
void forEachWrite(const Op &op, const std::vector<const Array *> &operands,
                  const std::function<void(const Shape &, const Element &)> &visit);

/// a < b in a total order of numbers: NaN is above everything.
bool less(ElementType type, const Element &a, const Element &b);
/// The places along `dim` of one line of `x`, best first, equal ones by ascending place.
std::vector<int64_t> ranked(const Array &x, const Shape &line, int64_t dim, bool descending);
/// The greater (or smaller) of two numbers; a NaN wins.
Element extreme(ElementType type, bool minimum, bool isUnsigned, const Element &a,
                const Element &b);

} // namespace assay::naive
