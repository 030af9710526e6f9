#include "naive/Naive.h"
#include "tests/golden/GoldenCase.h"

#include <catch2/catch.hpp>

#include <cmath>

using namespace assay;
using namespace assay::golden;

static std::vector<GoldenCase> casesOf(OpKind op) {
  auto cases = readGoldenCases(op);
  INFO((cases ? std::string() : cases.error().message));
  REQUIRE(cases);
  return *cases;
}

/// Both are the same number, NaN or infinity, or floats next to each other: the expected values
/// were rounded from numpy's long double, whose functions are off by a few units in its last place.
static bool isSameOrNeighbour(ElementType type, double expected, double actual) {
  if (std::isnan(expected) || std::isnan(actual))
    return std::isnan(expected) && std::isnan(actual);
  if (expected == actual)
    return true;
  if (std::isinf(expected) || std::isinf(actual))
    return false;
  int exponent = std::ilogb(std::max(std::fabs(expected), minNormal(type)));
  return std::fabs(expected - actual) <= std::ldexp(1.0, exponent + 1 - precision(type));
}

static bool isSame(const Tensor &expected, const Tensor &actual) {
  if (expected.element() != actual.element() || expected.shape() != actual.shape())
    return false;
  for (int64_t i = 0; i < expected.size(); ++i) {
    bool same = isComplex(expected.element()) ? expected.real(i) == actual.real(i) &&
                                                    expected.imaginary(i) == actual.imaginary(i)
                : isFloat(expected.element())
                    ? isSameOrNeighbour(expected.element(), expected.real(i), actual.real(i))
                    : expected.integer(i) == actual.integer(i);
    if (!same)
      return false;
  }
  return true;
}

TEST_CASE("every op has at least twenty golden cases, each with its origin") {
  for (OpKind op : allOpKinds) {
    std::vector<GoldenCase> cases = casesOf(op);
    INFO(name(op));
    CHECK(cases.size() >= 20);
    for (const GoldenCase &one : cases) {
      CHECK_FALSE(one.origin.empty());
      CHECK(kindOf(one.testCase.program().nodes().at(0).op) == op);
    }
  }
}

TEST_CASE("the naive oracle gives the golden values") {
  for (OpKind op : allOpKinds)
    for (const GoldenCase &one : casesOf(op)) {
      INFO(name(op) << ": " << one.name << " (" << one.origin << ")");
      const Run &run = one.testCase.runs()[0];
      auto result =
          naive::evaluate(one.testCase, run, one.testCase.inputs(run), naive::Style::Wide);
      if (const auto *undefined = std::get_if<Undefined>(&result))
        FAIL_CHECK(undefined->reason);
      else {
        std::vector<Tensor> actual =
            naive::returned(one.testCase.program(), std::get<naive::Values>(result));
        REQUIRE(actual.size() == one.expected.size());
        for (size_t i = 0; i < actual.size(); ++i) {
          INFO("result " << i);
          CHECK(isSame(one.expected[i], actual[i]));
        }
      }
    }
}

TEST_CASE("the oracle accepts the golden values, and decides every element") {
  for (OpKind op : allOpKinds)
    for (const GoldenCase &one : casesOf(op)) {
      INFO(name(op) << ": " << one.name << " (" << one.origin << ")");
      const Run &run = one.testCase.runs()[0];
      auto result = evaluate(one.testCase, run, one.testCase.inputs(run));
      if (const auto *undefined = std::get_if<Undefined>(&result)) {
        FAIL_CHECK(undefined->reason);
        continue;
      }
      Comparison comparison = compare(one.testCase, std::get<Evaluation>(result), one.expected);
      for (const Difference &difference : comparison.differences)
        FAIL_CHECK("result " << difference.returned << ": the oracle has " << difference.expected
                             << ", expected is " << difference.actual);
      CHECK((one.open || comparison.inconclusive == 0));
    }
}

/// `tensor` with its element `i` changed by far more than any rounding.
static Tensor spoiled(Tensor tensor, int64_t i) {
  if (isComplex(tensor.element()))
    tensor.setComplex(i, {tensor.real(i), tensor.imaginary(i) + 1});
  else if (isFloat(tensor.element()))
    tensor.setReal(i, std::isfinite(tensor.real(i)) ? tensor.real(i) + std::fabs(tensor.real(i)) + 1
                                                    : 0);
  else // 64: an index of an equal element may be right as well, one out of range never is
    tensor.setInteger(i, tensor.integer(i) ^ (isBool(tensor.element()) ? 1 : 64));
  return tensor;
}

TEST_CASE("the oracle rejects each golden value once it is changed") {
  for (OpKind op : allOpKinds)
    for (const GoldenCase &one : casesOf(op)) {
      if (one.open)
        continue;
      const Run &run = one.testCase.runs()[0];
      auto result = evaluate(one.testCase, run, one.testCase.inputs(run));
      for (size_t r = 0; r < one.expected.size(); ++r)
        for (int64_t i = 0; i < one.expected[r].size(); ++i) {
          INFO(name(op) << ": " << one.name << ", result " << r << ", element " << i);
          std::vector<Tensor> results = one.expected;
          results[r] = spoiled(results[r], i);
          CHECK(compare(one.testCase, std::get<Evaluation>(result), results).differences.size() >=
                1);
        }
    }
}
