#include "tests/naive/Agree.h"

#include "generator/Generator.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("the oracles agree on generated programs of every profile") {
  for (const Profile &profile : profiles())
    for (uint64_t index = 0; index < 10; ++index) {
      naive::Statistics statistics;
      INFO(profile.name << ", seed 11, index " << index);
      for (const std::string &line : naive::agree(generate(11, index, profile), statistics))
        FAIL_CHECK(line);
    }
}

/// x + y of f32[2], returned.
static TestCase sum(const std::vector<double> &x, const std::vector<double> &y) {
  ProgramParts program;
  program.arguments = {{ElementType::F32, {2}}, {ElementType::F32, {2}}};
  program.nodes = {{Binary{BinaryKind::Add}, {0, 1}, std::nullopt, Spelling::Named}};
  program.returns = {2};
  Run run;
  for (const std::vector<double> &values : {x, y}) {
    Tensor tensor(ElementType::F32, {2});
    for (size_t i = 0; i < values.size(); ++i)
      tensor.setReal(static_cast<int64_t>(i), values[i]);
    run.inputs.emplace_back(tensor);
  }
  return TestCase::makeValid({Program::makeValid(program), {}, {}, {run}});
}

TEST_CASE("every value of a case is held, and counted by op and type") {
  naive::Statistics statistics;
  CHECK(naive::returningAll(sum({1, 2}, {3, 4})).program().returns() ==
        std::vector<ValueId>{0, 1, 2});
  CHECK(naive::agree(sum({1, 2}, {3, 4}), statistics).empty());
  const naive::Tally &tally = statistics.at({OpKind::Binary, ElementType::F32});
  CHECK(tally.values == 1);
  CHECK(tally.exact == 2);
}

TEST_CASE("a ratio of bound to error is found again in the histogram") {
  naive::RatioHistogram histogram;
  for (int i = 0; i < 99; ++i)
    histogram.add(4);
  histogram.add(1000);
  CHECK(histogram.quantile(0.5) == Approx(4).epsilon(0.1));
  CHECK(histogram.quantile(1) == Approx(1000).epsilon(0.1));
  CHECK(histogram.least() == 4);
}
