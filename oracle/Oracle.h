#pragma once

#include "oracle/Accuracy.h"
#include "program/TestCase.h"

#include <memory>

namespace assay {

/// Why a program has no meaning for these inputs, such as an index out of range.
struct Undefined {
  int node = 0;
  std::string reason;
};

struct EvaluationState;

/// The reference: for each value of a Program in one run, each element with the bound within which
/// a correct implementation's result lies, or the set of results that are right.
class Evaluation {
public:
  explicit Evaluation(std::shared_ptr<const EvaluationState> state) : state(std::move(state)) {}

  /// The value as a correct implementation may return it; nothing if an element of it is open.
  std::optional<Tensor> tensor(ValueId value) const;
  /// Every element is proved exact: any correct implementation gives the same bits.
  bool isExact(ValueId value) const;
  /// Within how much of tensor()'s element a correct result lies: 0 where it is exact, infinite
  /// where it is open. Floats; of a complex number the larger of its parts.
  double bound(ValueId value, int64_t index) const;
  /// The element for people: "3", "0.25 +- 1e-7", "0 to 7", "one of several", "anything".
  std::string describe(ValueId value, int64_t index) const;
  const EvaluationState &detail() const { return *state; }

private:
  std::shared_ptr<const EvaluationState> state;
};

/// Evaluates every value of the program in f64 with running error bounds. `inputs` as from
/// TestCase::inputs(run).
std::variant<Evaluation, Undefined> evaluate(const TestCase &testCase, const Run &run,
                                             const std::vector<Tensor> &inputs,
                                             const Accuracy &accuracy = {});

/// A returned value that a correct implementation cannot have returned.
struct Difference {
  size_t returned = 0; // index into Program::returns()
  ValueId value = 0;
  Shape index;          // of the first wrong element
  std::string expected; // of that element: "3", "0.25 +- 1e-7", "one of 3, 5", a shape
  std::string actual;
  int64_t wrong = 0;    // number of wrong elements
  int64_t elements = 0; // of how many
  Shape shape;          // of the tensor
  /// Of the wrong elements, counted in row-major order and ascending: the first of them, up to
  /// `mostPlaces`. None if it is the shape or type that is wrong.
  std::vector<int64_t> places;
  static constexpr size_t mostPlaces = 4096;
  bool operator==(const Difference &) const = default;
};

struct Comparison {
  /// At most one for each returned value, in their order.
  std::vector<Difference> differences;
  /// Elements by how they were judged.
  int64_t exact = 0;
  int64_t bounded = 0;
  int64_t inconclusive = 0;
};

/// Holds what a target returned against the reference, element by element. Of the case only the
/// returns may differ from the one that was evaluated.
Comparison compare(const TestCase &testCase, const Evaluation &reference,
                   const std::vector<Tensor> &results);

} // namespace assay
