#include "generator/growth/FurtherRuns.h"
#include "generator/growth/FurtherExtents.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace assay;

namespace {

TestCaseParts partsOf(std::string_view text) {
  auto testCase = readText(std::string(text), "test");
  REQUIRE(testCase);
  return testCase->parts();
}

/// A sum of reals of few elements.
constexpr std::string_view sum = R"(assay 1
%0 = argument f32[3]
%1 = argument f32[3]
%2 = binary(%0, %1) : f32[3]
return %2
run
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = uniform {seed=2, low=-1, high=1}
)";

constexpr std::string_view copies = R"(assay 1
d0 dynamic
d1 dynamic
%0 = argument f32[d0,d1]
%1 = unary(%0) {function=neg} : f32[d0,d1]
return %1
run d0=5 d1=6
  %0 = uniform {seed=1, low=-1, high=1}
)";

std::vector<Run> runsOf(Random &random, const TestCaseParts &parts) {
  const std::vector<std::optional<Facts>> wider(parts.program.arguments().size());
  return furtherRuns(random, Profile(), parts, wider);
}

const Recipe &recipe(const Run &run, size_t argument) {
  return std::get<Recipe>(run.inputs[argument]);
}
bool isSpecial(const Recipe &recipe) { return recipe.special != Special::None; }
bool isPositive(const Recipe &recipe) {
  return recipe.low >= 0 && recipe.distribution != Distribution::LogUniform;
}
bool isNegative(const Recipe &recipe) { return recipe.high <= 0; }

/// How many cases, by a hundred seeds, have such a further run.
template <class IsSo> int casesWithRun(const TestCaseParts &parts, const IsSo &isSo) {
  int cases = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    cases += std::ranges::any_of(runsOf(random, parts), isSo);
  }
  return cases;
}

/// How many have one that draws the argument so.
template <class IsSo> int casesWith(const TestCaseParts &parts, size_t argument, const IsSo &isSo) {
  return casesWithRun(parts, [&](const Run &run) { return isSo(recipe(run, argument)); });
}

/// Has `look` see the further runs of `sum` by a hundred seeds, for each operand.
template <class Look> void onRunsOfSum(const Look &look) {
  const TestCaseParts parts = partsOf(sum);
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    const std::vector<Run> runs = runsOf(random, parts);
    for (size_t one : {0, 1})
      look(runs, one);
  }
}

} // namespace

TEST_CASE("Of two operands each has something special beside an ordinary one in some run") {
  onRunsOfSum([](const std::vector<Run> &runs, size_t one) {
    CHECK(std::ranges::any_of(runs, [&](const Run &run) {
      return isSpecial(recipe(run, one)) && !isSpecial(recipe(run, 1 - one));
    }));
  });
}

TEST_CASE("A case has more elements than a workgroup has work-items in some run") {
  CHECK(casesWithRun(partsOf(copies),
                     [](const Run &run) { return run.bindings[0] * run.bindings[1] > 256; }) >= 85);
}

TEST_CASE("Each operand is positive in some run and negative in another") {
  onRunsOfSum([](const std::vector<Run> &runs, size_t one) {
    CHECK(std::ranges::any_of(runs, [&](const Run &run) { return isPositive(recipe(run, one)); }));
    CHECK(std::ranges::any_of(runs, [&](const Run &run) { return isNegative(recipe(run, one)); }));
  });
}

TEST_CASE("Each operand is of whole numbers, of halves, and rises or falls in some run each") {
  onRunsOfSum([](const std::vector<Run> &runs, size_t one) {
    std::set<Distribution> seen;
    for (const Run &run : runs)
      if (!isSpecial(recipe(run, one)))
        seen.insert(recipe(run, one).distribution);
    CHECK(seen.contains(Distribution::Integers));
    CHECK(seen.contains(Distribution::Halves));
    CHECK((seen.contains(Distribution::Ascending) || seen.contains(Distribution::Descending)));
  });
}

TEST_CASE("What the program compares an argument with stands in the argument in most cases") {
  const TestCaseParts parts = partsOf(R"(assay 1
%0 = argument f32[3]
%1 = argument f32[3]
%2 = fill() {shape=[3], element=f32, value=100} : f32[3]
%3 = transpose(%1) {permutation=[0]} : f32[3]
%4 = binary(%2, %3) {function=max} : f32[3]
return %0, %4
run
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = uniform {seed=2, low=-1, high=1}
)");
  const auto meets = [](const Recipe &drawn) {
    return drawn.distribution == Distribution::Integers && drawn.low < 100 && drawn.high > 100;
  };
  CHECK(casesWith(parts, 0, meets) == 0);
  CHECK(casesWith(parts, 1, meets) > 70);
}

TEST_CASE("A softmax has numbers in most cases whose exponentials overflow by themselves") {
  const TestCaseParts parts = partsOf(R"(assay 1
%0 = argument f32[3]
%1 = argument f64[3]
%2 = argument f32[3]
%3 = softmax(%0) : f32[3]
%4 = reverse(%1) {dims=[0]} : f64[3]
%5 = softmax(%4) : f64[3]
%6 = unary(%2) {function=exp} : f32[3]
return %3, %5, %6
run
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = uniform {seed=2, low=-1, high=1}
  %2 = uniform {seed=3, low=-1, high=1}
)");
  const auto reaches = [](double most) {
    return [=](const Recipe &drawn) {
      return drawn.distribution == Distribution::Uniform && drawn.high > most &&
             drawn.low == -drawn.high;
    };
  };
  CHECK(casesWith(parts, 0, reaches(88.8)) > 90);
  CHECK(casesWith(parts, 1, reaches(709.8)) > 90);
  CHECK(casesWith(parts, 2, reaches(88.8)) == 0);
}

TEST_CASE("A case that is much work has four further runs") {
  TestCaseParts parts = partsOf(copies);
  parts.runs.front().bindings = {500, 600};
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    CHECK(runsOf(random, parts).size() >= 4);
  }
}

TEST_CASE("A case that is much work has NaN in some further run") {
  TestCaseParts parts = partsOf(copies);
  parts.runs.front().bindings = {500, 600};
  CHECK(casesWith(parts, 0, [](const Recipe &recipe) {
          return recipe.special == Special::Nan || recipe.special == Special::HalfNan ||
                 recipe.special == Special::AllNan;
        }) == 100);
}

TEST_CASE("Where rows are unique there are other extents, as far as there are enough rows") {
  const TestCaseParts parts = partsOf(R"(assay 1
d0 dynamic
d1 dynamic
d2 dynamic
%0 = argument f32[d0]
%1 = argument i32[d1,1]
%2 = argument f32[d1]
%3 = argument f32[d2]
%4 = scatter_nd(%0, %1, %2) {unique=true} : f32[d0]
return %4, %3
run d0=9 d1=5 d2=0
  %0 = uniform {seed=1, low=-1, high=1}
  %1 = unique_rows {seed=2, low=0, high=0, extents=[9]}
  %2 = uniform {seed=3, low=-1, high=1}
  %3 = uniform {seed=4, low=-1, high=1}
)");
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    const std::vector<Run> runs = runsOf(random, parts);
    CHECK(std::ranges::any_of(runs, [](const Run &run) { return run.bindings[2] > 1; }));
    for (const Run &run : runs)
      CHECK(run.bindings[1] <= std::min<int64_t>(run.bindings[0], 9));
  }
}

TEST_CASE("A case that begins with NaN goes on with ordinary numbers") {
  TestCaseParts parts = partsOf(sum);
  for (Input &input : parts.runs.front().inputs)
    std::get<Recipe>(input).special = Special::Nan;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    const Run first = runsOf(random, parts).front();
    CHECK_FALSE((isSpecial(recipe(first, 0)) || isSpecial(recipe(first, 1))));
  }
}

TEST_CASE("Of two runs whose extents are apart the second has short what is long in the first") {
  const TestCaseParts parts = partsOf(copies);
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    FurtherExtents extents(parts);
    const auto draw = [&] {
      return extents.draw(random, RunExtents::Apart, parts.runs.front(), 1e6);
    };
    const Bindings first = draw(), second = draw();
    for (size_t symbol : {0, 1})
      CHECK((first[symbol] > 4) != (second[symbol] > 4));
  }
}

TEST_CASE("Where many elements would be computed, further extents are smaller") {
  const TestCaseParts parts = partsOf(copies);
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    FurtherExtents extents(parts);
    for (RunExtents kind : {RunExtents::Roomy, RunExtents::Near, RunExtents::Apart}) {
      const Bindings drawn = extents.draw(random, kind, parts.runs.front(), 60);
      CHECK(workIn(parts.program, drawn) <= 60);
    }
  }
}

TEST_CASE(
    "Where the generator knows that more than it drew leaves a program defined, runs have that") {
  const TestCaseParts parts = partsOf(R"(assay 1
%0 = argument f64[3]
%1 = cast(%0) {to=i8} : i8[3]
return %1
run
  %0 = halves {seed=1, low=-1, high=1}
)");
  const std::vector<std::optional<Facts>> wider{Facts::of({-120, 120}, false)};
  for (uint64_t seed = 0; seed < 100; ++seed) {
    INFO(seed);
    Random random(seed);
    const std::vector<Run> runs = furtherRuns(random, Profile(), parts, wider);
    CHECK(std::ranges::any_of(runs, [](const Run &run) { return recipe(run, 0).high > 1; }));
    for (const Run &run : runs)
      CHECK((recipe(run, 0).low >= -120 && recipe(run, 0).high <= 120));
  }
}
