#include "census/Census.h"
#include "generator/Generator.h"
#include "program/Text.h"

#include <catch2/catch.hpp>
#include <cmath>

using namespace assay;

TEST_CASE("each structure is in 2 percent of small default programs, each pair in 0.1 of all") {
  auto profile = profileFromName("default");
  REQUIRE(profile);
  const Census census = takeCensus(2, 8000, GenerationPlan(*profile));
  CHECK(census.medianNodes() >= 6);
  CHECK(census.smallPrograms() >= census.programs() / 4);
  // Complex numbers are a profile of their own: they need not meet every other structure.
  const size_t paired = static_cast<size_t>(Structure::Y);
  for (size_t i = 0; i < structureCount; ++i) {
    INFO(letter(i) << ": " << summary(i));
    CHECK(census.shareOfSmall(i) >= 2.0);
    for (size_t j = 0; j < i && i < paired; ++j) {
      INFO("with " << letter(j));
      CHECK(census.share(i, j) >= 0.1);
    }
  }
}

TEST_CASE("shares are of the small programs, pairs of all") {
  Census census;
  Structures one, both;
  one.set(0);
  both.set(0).set(1);
  census.add(one, 6);
  census.add(both, 7);
  census.add(Structures(), 1);
  census.add(Structures(), 60);
  CHECK(census.programs() == 4);
  CHECK(census.smallPrograms() == 2);
  CHECK(census.shareOfSmall(0) == Approx(50));
  CHECK(census.shareOfSmall(1) == Approx(0));
  CHECK(census.share(0, 0) == Approx(50));
  CHECK(census.share(0, 1) == Approx(25));
  CHECK(census.share(1, 0) == Approx(25));
  CHECK(census.medianNodes() == 6);
  CHECK(census.text().find("several functions") != std::string::npos);
}

TEST_CASE("an empty census has no shares") {
  CHECK(Census().shareOfSmall(0) == 0);
  CHECK(Census().share(1, 2) == 0);
}

TEST_CASE("each op on floats meets NaN and infinities, in 1 percent of its uses or in 20") {
  for (const auto &[name, least] : {std::pair("default", 1.0), std::pair("special", 20.0)}) {
    auto profile = profileFromName(name);
    REQUIRE(profile);
    SpecialOperands operands;
    for (uint64_t index = 0; index < 8000; ++index)
      operands.add(generate(1, index, *profile));
    for (const auto &[op, uses] : operands.uses()) {
      INFO(name << " " << op << ": " << uses.all << " uses");
      // Of few uses a share is what it is by chance.
      const double deviation =
          std::sqrt(least * (100 - least) / static_cast<double>(std::max<int64_t>(uses.all, 1)));
      if (SpecialOperands::mayHaveNan(op))
        CHECK(uses.nanPercent() + deviation >= least);
      if (SpecialOperands::mayHaveInfinity(op))
        CHECK(uses.infinitePercent() + deviation >= least);
    }
  }
}

TEST_CASE("what ops are given is counted by op and function, and where it is certain") {
  auto read = readText(R"(assay 1
%0 = argument f32[3]
%1 = argument i32[3]
%2 = binary(%0, %0) {function=max}
%3 = binary(%1, %1) {function=max}
%4 = cast(%2) {to=i1}
return %2, %3, %4
run
  %0 = f32[3] [nan,inf,1]
  %1 = i32[3] [1,2,3]
)",
                       "test");
  if (!read)
    FAIL(read.error().message);
  SpecialOperands operands;
  operands.add(*read);
  REQUIRE(operands.uses().size() == 2);
  const auto &maximum = operands.uses().at("binary(max)");
  CHECK(maximum.all == 1);
  CHECK(maximum.nan == 1);
  CHECK(maximum.infinite == 1);
  CHECK(operands.uses().at("cast(bool)").nan == 1);
  CHECK(operands.text().find("binary(max)") != std::string::npos);
}

TEST_CASE("complex numbers count by their parts, where something is computed of them") {
  auto read = readText(R"(assay 1
%0 = argument c64[64]
%1 = unary(%0) {function=neg}
%2 = reverse(%1) {dims=[0]}
%3 = unary(%2) {function=imag}
return %3
run
  %0 = uniform {seed=4, low=-1, high=1, special=nan}
)",
                       "test");
  if (!read)
    FAIL(read.error().message);
  SpecialOperands operands;
  operands.add(*read);
  REQUIRE(operands.uses().size() == 2);
  CHECK(operands.uses().at("unary(complex neg)").nan == 1);
  CHECK(operands.uses().at("unary(complex imag)").nan == 1);
}

TEST_CASE("complex arithmetic is among what meets NaN and infinities") {
  SpecialOperands operands;
  for (uint64_t index = 0; index < 1000; ++index)
    operands.add(generate(1, index, profiles().front()));
  for (const char *op : {"unary(complex neg)", "unary(complex real)", "unary(complex imag)",
                         "binary(complex add)", "binary(complex sub)", "binary(complex mul)"}) {
    INFO(op);
    CHECK(operands.uses().contains(op));
  }
}
