#include "planner/Planner.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace assay;

namespace {

Profile named(std::string_view name) { return *profileFromName(name); }

/// Programs of which each costs a second.
ProfileEvidence seen(std::string_view profile, double programs, std::map<size_t, double> served) {
  return {named(profile), programs, programs, std::move(served)};
}

double weightOf(const GenerationPlan &plan, std::string_view profile) {
  double weight = 0, total = 0;
  for (const GenerationPlan::Arm &arm : plan.arms()) {
    total += arm.weight;
    if (arm.profile.name == profile)
      weight += arm.weight;
  }
  return weight / total;
}

} // namespace

TEST_CASE("The expected number of programs that count is that of a Poisson distribution, cut off") {
  CHECK(expectedToCount(0) == 0);
  // By hand: of mean 1, P(N >= k) for k = 1 .. 5 is 1 less 1, 2, 5/2, 8/3 and 65/24 over e.
  CHECK(expectedToCount(1) == Approx(5 - (1 + 2 + 2.5 + 8.0 / 3 + 65.0 / 24) / std::exp(1.0)));
  CHECK(expectedToCount(100) == Approx(5));
  CHECK(expectedToCount(2) - expectedToCount(1) < expectedToCount(1) - expectedToCount(0));
}

TEST_CASE("Time goes to the profiles that serve what is rare elsewhere") {
  // All serve goal 0; sorting alone goal 1, and layout nothing else.
  const std::vector<ProfileEvidence> evidence{seen("default", 640, {{0, 500}}),
                                              seen("layout", 640, {{0, 640}}),
                                              seen("sorting", 640, {{0, 100}, {1, 20}})};
  const GenerationPlan plan = makePlan(evidence, {.programs = 200, .defaultShare = 0.25});
  CHECK(weightOf(plan, "sorting") > 0.6);
  CHECK(weightOf(plan, "default") >= 0.2);
  CHECK(weightOf(plan, "layout") < 0.1);
}

TEST_CASE("What costs more gets less") {
  ProfileEvidence cheap = seen("sorting", 640, {{0, 40}}), dear = seen("layout", 640, {{0, 40}});
  dear.seconds *= 4;
  const GenerationPlan plan =
      makePlan(std::vector{seen("default", 640, {}), dear, cheap}, {.programs = 200});
  CHECK(weightOf(plan, "sorting") > 0.5);
  CHECK(weightOf(plan, "layout") == 0);
}

TEST_CASE("A profile of which little was seen is not taken at its word") {
  // One program in one is a rate of 1 of which nobody knows much.
  const std::vector<ProfileEvidence> evidence{
      seen("default", 1000, {}), seen("sorting", 1000, {{0, 200}}), seen("layout", 1, {{0, 1}})};
  CHECK(weightOf(makePlan(evidence, {.programs = 50}), "layout") == 0);
}

TEST_CASE("A plan depends on what was seen alone") {
  const std::vector<ProfileEvidence> evidence{seen("default", 640, {{0, 5}, {1, 2}}),
                                              seen("sorting", 64, {{1, 9}})};
  CHECK(makePlan(evidence, {}).name() == makePlan(evidence, {}).name());
  CHECK(makePlan(evidence, {.looksAnyway = 20}).looksAnyway() == 20);
}

TEST_CASE("The plan to learn from is one that can be read, with an arm for everything") {
  const GenerationPlan plan = explorationPlan();
  auto read = GenerationPlan::parse(plan.text(), "test");
  REQUIRE(read);
  CHECK(read->name() == plan.name());
  CHECK(read->arms() == plan.arms());
  for (Motif motif : allMotifs) {
    INFO(std::string(nameOf(motif)));
    const auto isTurnedUp = [&](const GenerationPlan::Arm &arm) {
      const double all = std::accumulate(arm.profile.motifs.begin(), arm.profile.motifs.end(), 0.0);
      return arm.profile.motifs[static_cast<size_t>(motif)] > 0.3 * all;
    };
    CHECK(std::ranges::count_if(plan.arms(), isTurnedUp) == 1);
  }
}
