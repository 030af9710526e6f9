#include "mutation/BugFigures.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

BugTrial record(size_t bug, size_t campaign, int64_t program, MutantOutcome outcome) {
  return {bug, campaign, program, {.outcome = outcome}};
}

int64_t count(const BugFigures &figures, MutantOutcome outcome) {
  return figures.counts[static_cast<size_t>(outcome)];
}

} // namespace

TEST_CASE("a bug takes as many programs as come up to the first that shows it") {
  using enum MutantOutcome;
  // Workers answer in any order, and a program behind the first may be done before it.
  const auto figures = figuresOf(std::vector{record(0, 0, 9, Reported), record(0, 0, 4, Reported),
                                             record(0, 0, 2, Equal), record(0, 0, 5, Missed),
                                             record(0, 0, 3, Missed), record(1, 0, 0, Weak)},
                                 2, 1);
  REQUIRE(figures.size() == 2);
  CHECK(figures[0].found == std::vector<std::optional<int64_t>>{5});
  CHECK(figures[0].matched() == 3);
  CHECK(count(figures[0], Missed) == 1); // not the one behind
  CHECK(count(figures[0], Equal) == 1);
  CHECK(figures[0].isAlwaysFound());
  CHECK(figures[1].found == std::vector<std::optional<int64_t>>{std::nullopt});
  CHECK(count(figures[1], Weak) == 1);
  CHECK_FALSE(figures[1].isAlwaysFound());
}

TEST_CASE("a campaign that does not show a bug takes longer than any that does") {
  BugFigures figures;
  CHECK_FALSE(figures.median());
  figures.found = {30, std::nullopt, 10};
  CHECK(figures.median() == 30);
  figures.found = {30, std::nullopt, std::nullopt};
  CHECK_FALSE(figures.median());
  figures.found = {4, 3, 2, 1};
  CHECK(figures.median() == 2);
}

TEST_CASE("campaigns have figures of their own") {
  using enum MutantOutcome;
  const auto figures = figuresOf(
      std::vector{record(0, 1, 6, Reported), record(0, 0, 8, Equal), record(0, 1, 2, Equal)}, 1, 2);
  CHECK(figures[0].found == std::vector<std::optional<int64_t>>{std::nullopt, 7});
  CHECK(figures[0].matched() == 3);
}
