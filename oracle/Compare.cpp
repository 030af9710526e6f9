#include "oracle/Choice.h"
#include "oracle/Judge.h"
#include "oracle/Oracle.h"

#include "program/types/TensorNumbers.h"
#include "support/Assert.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>

namespace assay {

using namespace oracle;

namespace {

/// What one returned tensor comes to.
class Returned {
public:
  Returned(const Program &program, const EvaluationState &state, const std::vector<Tensor> &results,
           size_t returned, Comparison &comparison)
      : state(state), program(program), results(results), returned(returned),
        value(program.returns()[returned]), expected(state.values[static_cast<size_t>(value)]),
        actual(results[returned]), comparison(comparison) {}

  void compare() {
    difference.returned = returned;
    difference.value = value;
    difference.elements = expected.count;
    difference.shape = expected.shape;
    if (actual.element() != expected.type || actual.shape() != expected.shape) {
      difference.expected = typeText(expected.type, expected.shape);
      difference.actual = typeText(actual.element(), actual.shape());
      difference.wrong = expected.count;
      comparison.differences.push_back(difference);
      return;
    }
    isWrong.resize(static_cast<size_t>(expected.count));
    if (expected.isReal())
      judgeReals();
    else
      judgeIntegers();
    if (hasChoice)
      judgeChoice();
    if (difference.wrong == 0)
      return;
    for (size_t i = 0; i < isWrong.size() && difference.places.size() < Difference::mostPlaces; ++i)
      if (isWrong[i])
        difference.places.push_back(static_cast<int64_t>(i));
    comparison.differences.push_back(difference);
  }

private:
  static std::string typeText(ElementType type, const Shape &shape) {
    return fmt::format("{}[{}]", name(type), fmt::join(shape, ","));
  }

  /// A bound of an eighth of the tensor's spread, and of the element's magnitude, says nothing.
  /// This is the spread's part of it.
  double leastTellingError() const {
    double low = infinity, high = -infinity;
    auto include = [&](double x) {
      low = std::fmin(low, x);
      high = std::fmax(high, x);
    };
    for (size_t i = 0; i < expected.stored(); ++i)
      if (!expected.isReal()) {
        if (expected.isExact(i))
          include(static_cast<double>(expected.low[i]));
      } else if (!expected.real(i).isOpen() && std::isfinite(expected.value[i])) {
        include(expected.value[i]);
      }
    return low <= high ? (high - low) / 8 : 0;
  }

  /// Each element, by whether it is the one right number: most are, and need no closer look.
  template <class IsTheNumber> void judgeAll(IsTheNumber isTheNumber) {
    for (size_t i = 0; i < isWrong.size(); ++i) {
      if (expected.mark[i] & Chosen)
        hasChoice = true;
      else if (isTheNumber(i))
        ++comparison.exact;
      else
        judge(i);
    }
  }

  void judgeReals() {
    std::vector<double> numbers(expected.stored());
    readReals(actual, numbers);
    const auto isThat = [&](size_t i) {
      return expected.error[i] == 0 && expected.mark[i] == Plain &&
             (numbers[i] == expected.value[i] ||
              (std::isnan(numbers[i]) && std::isnan(expected.value[i])));
    };
    if (!isComplex(expected.type))
      return judgeAll(isThat);
    judgeAll([&](size_t i) { return isThat(i) && isThat(i + isWrong.size()); });
  }

  void judgeIntegers() {
    std::vector<int64_t> numbers(expected.stored());
    readIntegers(actual, numbers);
    judgeAll(
        [&](size_t i) { return numbers[i] == expected.low[i] && numbers[i] == expected.high[i]; });
  }

  static bool saysNothing(const Real &x, double least) {
    if (x.mark & (Rounded | MaskedRow) || x.error == 0)
      return false;
    return !(x.error < std::fmax(least, std::fabs(x.value) / 8));
  }

  static bool saysNothing(Range x, double least) {
    const auto low = static_cast<double>(x.low), high = static_cast<double>(x.high);
    return !(high / 2 - low / 2 < std::fmax(least, std::fabs(low / 2 + high / 2) / 8));
  }

  bool saysNothing(size_t i) {
    if (expected.isExact(i))
      return false;
    if (!leastTelling)
      leastTelling = leastTellingError();
    if (!expected.isReal())
      return saysNothing(expected.range(i), *leastTelling);
    const size_t part = i + static_cast<size_t>(expected.count);
    return saysNothing(expected.real(i), *leastTelling) ||
           (isComplex(expected.type) && saysNothing(expected.real(part), *leastTelling));
  }

  void judge(size_t i) {
    const bool isExact = expected.isExact(i) || (expected.mark[i] & (Rounded | MaskedRow)) != 0;
    // What agrees with an element that says nothing says nothing, but what does not is wrong.
    ++(saysNothing(i) ? comparison.inconclusive : isExact ? comparison.exact : comparison.bounded);
    if (!admits(expected, i, actual, i))
      tell(i, describe(expected, i));
  }

  void judgeChoice() {
    ChoiceCheck check{state, program.producer(value), 0, {}};
    const ValueId first = program.firstResult(check.node);
    check.result = static_cast<size_t>(value - first);
    check.returned.resize(static_cast<size_t>(program.resultCount(check.node)));
    for (size_t i = 0; i < program.returns().size(); ++i) {
      const int result = program.returns()[i] - first;
      const bool isOfNode = result >= 0 && result < program.resultCount(check.node);
      if (isOfNode && hasItsType(results[i], program.returns()[i]))
        check.returned[static_cast<size_t>(result)] = &results[i];
    }
    // Of a value that is returned twice, this one.
    check.returned[check.result] = &actual;
    for (size_t i = 0; i < isWrong.size(); ++i)
      if (expected.mark[i] & Chosen)
        ++(expected.isReal() && !expected.isExact(i) ? comparison.bounded : comparison.exact);
    checkChoice(check, [&](size_t i, const std::string &text) { tell(i, text); });
  }

  bool hasItsType(const Tensor &tensor, ValueId of) const {
    const Elements &known = state.values[static_cast<size_t>(of)];
    return tensor.element() == known.type && tensor.shape() == known.shape;
  }

  void tell(size_t i, const std::string &text) {
    if (isWrong[i])
      return;
    isWrong[i] = true;
    ++difference.wrong;
    if (difference.wrong > 1 && i >= firstWrong)
      return;
    firstWrong = i;
    difference.expected = text;
    difference.actual = describe(actual, i);
    difference.index.clear();
    int64_t rest = static_cast<int64_t>(i);
    for (int64_t stride : rowMajorStrides(expected.shape)) {
      difference.index.push_back(rest / stride);
      rest %= stride;
    }
  }

  const EvaluationState &state;
  const Program &program;
  const std::vector<Tensor> &results;
  const size_t returned;
  const ValueId value;
  const Elements &expected;
  const Tensor &actual;
  Comparison &comparison;
  Difference difference;
  std::vector<bool> isWrong;
  size_t firstWrong = 0;
  bool hasChoice = false;
  std::optional<double> leastTelling; // leastTellingError(), if some element asks for it
};

} // namespace

Comparison compare(const TestCase &testCase, const Evaluation &reference,
                   const std::vector<Tensor> &results) {
  ASSAY_ASSERT(results.size() == testCase.program().returns().size(),
               "one result for each returned value");
  Comparison comparison;
  for (size_t i = 0; i < results.size(); ++i)
    Returned(testCase.program(), reference.detail(), results, i, comparison).compare();
  return comparison;
}

} // namespace assay
