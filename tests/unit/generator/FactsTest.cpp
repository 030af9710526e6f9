#include "generator/Generator.h"
#include "naive/Naive.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double number(const naive::Array &array, size_t at) {
  const naive::Element &element = array.elements[at];
  const bool isReal = isFloat(array.element) || isComplex(array.element);
  return isReal ? static_cast<double>(element.real) : static_cast<double>(element.integer);
}

/// Whether what is known of a value in a run holds for its elements.
void checkFacts(const naive::Array &array, const Facts &facts, size_t run) {
  const Interval range = facts.ranges[run];
  // Ranges are of the true values: rounding may carry a real a little over the edge.
  const double slack = facts.integral ? 0 : 0.01 * std::max(1.0, facts.magnitude());
  for (size_t i = 0; i < array.elements.size(); ++i) {
    const double value = number(array, i);
    if (std::isnan(value)) {
      REQUIRE(facts.nan);
      continue;
    }
    REQUIRE(value >= range.low - slack);
    REQUIRE(value <= range.high + slack);
    if (facts.integral && isFloat(array.element) && std::isfinite(value))
      REQUIRE(value == std::floor(value));
  }
}

} // namespace

TEST_CASE("no program is undefined at extents that it was drawn for, however it is computed") {
  for (const Profile &profile : profiles()) {
    for (uint64_t index = 0; index < 14; ++index) {
      INFO(std::string(profile.name) << " " << index);
      const TestCase testCase = generate(11, index, profile);
      for (const Run &run : testCase.runs())
        for (naive::Style style : naive::allStyles) {
          auto values = naive::evaluate(testCase, run, testCase.inputs(run), style);
          if (auto *undefined = std::get_if<Undefined>(&values);
              undefined && run.bindings == testCase.runs().front().bindings)
            FAIL(undefined->node << ": " << undefined->reason);
        }
    }
  }
}

TEST_CASE("what the generator knows of a value holds for its elements in every run") {
  for (std::string_view name : {"default", "large", "bounded", "sorting", "indexing"}) {
    auto profile = profileFromName(name);
    REQUIRE(profile);
    for (uint64_t index = 0; index < 120; ++index) {
      INFO(std::string(name) << " " << index);
      Profile batch = swarmed(*profile, 5, index);
      // What was known before holds for neither.
      batch.specialPercent = 0;
      batch.furtherWork = 0;
      Random random(index);
      Growth growth(random, batch);
      growWhole(growth);
      const std::vector<ValueId> ids = growth.valueIds();
      const std::vector<GrownValue> values = growth.values();
      const TestCase testCase = growth.finish();
      for (size_t run = 0; run < testCase.runs().size(); ++run) {
        const Run &each = testCase.runs()[run];
        auto computed = naive::evaluate(testCase, each, testCase.inputs(each), naive::Style::Wide);
        REQUIRE(std::holds_alternative<naive::Values>(computed));
        for (size_t i = 0; i < values.size(); ++i) {
          INFO("value " << ids[i] << " in run " << run << " of\n" << writeText(testCase));
          checkFacts(std::get<naive::Values>(computed)[static_cast<size_t>(ids[i])],
                     values[i].facts, run);
        }
      }
    }
  }
}

TEST_CASE("what is taken back leaves no trace") {
  const Profile &profile = profiles().front();
  Random random(3);
  Growth growth(random, profile);
  Handle x = growth.argument({ElementType::I32, {growth.extents.fresh(8)}});
  const Growth::Mark before = growth.mark();
  REQUIRE(growth.addWith(Unary{UnaryKind::Neg}, {x}, x));
  growth.argument({ElementType::F32, {growth.extents.fresh(8)}});
  growth.rollBack(before);
  CHECK(growth.values().size() == 1);
  CHECK(growth.nodes().empty());
  CHECK(growth.value(x).uses == 0);
  CHECK(growth.extents.symbols() == before.symbols);
}

TEST_CASE("an argument may be as wide as what is made of it stays defined") {
  const Profile &profile = profiles().front();
  Random random(3);
  Growth growth(random, profile);
  const Handle x =
      growth.argument({ElementType::F32, {Dim(3)}}, InputWish::within(Interval{-1, 1}));
  const auto y = growth.addWith(Cast{ElementType::I8}, {x}, std::nullopt);
  REQUIRE(y);
  CHECK_FALSE(growth.widen(x, {-300, 300}));
  CHECK(growth.facts(x).range().high == 1);
  CHECK(growth.facts(*y).range().high == 1);
  CHECK(growth.widen(x, {-100, 100}));
  CHECK(growth.facts(x).range().low == -100);
  CHECK(growth.facts(*y).range().high == 100);
}

TEST_CASE("intervals multiply by their ends, and infinity times nothing is nothing") {
  Interval product = Interval{-2, 3} * Interval{-5, 1};
  CHECK(product.low == -15);
  CHECK(product.high == 10);
  Interval nothing = Interval{0, 0} * Interval{-infinity, infinity};
  CHECK(nothing.low == 0);
  CHECK(nothing.high == 0);
}

TEST_CASE("storing wraps integers, and gives up on floats that are too large or all noise") {
  Facts facts = Facts::of({-10, 200}, true);
  REQUIRE(settle(facts, ElementType::I8));
  CHECK(facts.range().low == -128);
  CHECK(facts.range().high == 127);

  Facts large = Facts::of({0, 1e9}, true);
  CHECK_FALSE(settle(large, ElementType::F16));

  Facts inexact = Facts::of({0, 257}, true);
  REQUIRE(settle(inexact, ElementType::BF16));
  CHECK_FALSE(inexact.integral);

  Facts noisy = Facts::of({0, 1}, false);
  noisy.noise = 0.5;
  CHECK_FALSE(settle(noisy, ElementType::F32));
}
