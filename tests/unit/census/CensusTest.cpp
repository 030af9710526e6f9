#include "census/Census.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("each structure is in 2 percent of small default programs, each pair in 0.1 of all") {
  auto profile = profileFromName("default");
  REQUIRE(profile);
  const Census census = takeCensus(1, 8000, *profile);
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
