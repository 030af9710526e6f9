#include "triage/explain/Bisection.h"
#include "tests/unit/triage/explain/Fakes.h"

using namespace assay;
using namespace assay::test;

static const TargetName found = "toy@5.0.0:cpu:O2"_target;
static constexpr ReleaseRange all{{1, 0, 0}, {9, 0, 0}};

static FakeInspector nineReleases() {
  FakeInspector inspector;
  for (int major = 1; major <= 9; ++major)
    inspector.released.push_back({major, 0, 0});
  return inspector;
}

/// Of a failure in the releases from the one to the other.
static FakeTrials failingIn(VersionNumber first, VersionNumber last) {
  return FakeTrials([=](const TargetName &target) {
    const VersionNumber version = *target.version();
    return first <= version && version <= last ? wrong() : right();
  });
}

TEST_CASE("A failure is bracketed by the releases where it began and ended") {
  FakeTrials trials = failingIn({3, 0, 0}, {6, 0, 0});
  const auto result = bisect(nineReleases(), found, all, trials);
  REQUIRE(result);
  REQUIRE(result->broken);
  CHECK(result->broken->bad == VersionNumber{3, 0, 0});
  CHECK(result->broken->good == VersionNumber{2, 0, 0});
  REQUIRE(result->fixed);
  CHECK(result->fixed->bad == VersionNumber{6, 0, 0});
  CHECK(result->fixed->good == VersionNumber{7, 0, 0});
  CHECK(trials.asked.front() == "toy@5.0.0:cpu:O2");
  CHECK(result->checked.size() == trials.asked.size());
  CHECK(result->checked.size() == 7); // the own one, and each end with two steps to the border
}

TEST_CASE("A failure that is there up to the ends of what was asked for has no border") {
  FakeTrials trials = failingIn({1, 0, 0}, {9, 0, 0});
  const auto result = bisect(nineReleases(), found, {{4, 0, 0}, {8, 0, 0}}, trials);
  REQUIRE(result);
  CHECK_FALSE(result->broken);
  CHECK_FALSE(result->fixed);
  CHECK(result->oldest == VersionNumber{4, 0, 0});
  CHECK(result->newest == VersionNumber{8, 0, 0});
  CHECK(result->checked.size() == 3);
  FakeTrials alone = failingIn({1, 0, 0}, {9, 0, 0});
  CHECK(bisect(nineReleases(), found, {{5, 0, 0}, {5, 0, 0}}, alone)->oldest ==
        VersionNumber{5, 0, 0});
}

TEST_CASE("Another failure is good, and crashes are one wherever they are") {
  auto oldestOf = [](const Verdict &own, const Verdict &older) {
    FakeTrials trials(
        [&](const TargetName &target) { return target.release == "5.0.0" ? own : older; });
    const auto result = bisect(nineReleases(), found, {{4, 0, 0}, {5, 0, 0}}, trials);
    return result->broken ? "border" : "none";
  };
  const Verdict crash = verdictOf(Crash{}, "crash:compile:SIGSEGV:f"),
                other = verdictOf(Crash{}, "crash:run:SIGSEGV");
  CHECK(oldestOf(crash, other) == std::string("none"));
  CHECK(oldestOf(wrong(), wrong("sort")) == std::string("none"));
  CHECK(oldestOf(wrong(), crash) == std::string("border"));
  const Verdict said = failureVerdict(rejection("no cse"));
  CHECK(oldestOf(said, said) == std::string("none"));
  CHECK(oldestOf(said, failureVerdict(rejection("no inlining"))) == std::string("border"));
}

TEST_CASE("A case that does not fail on its own release has nothing to look for") {
  FakeTrials trials = failingIn({1, 0, 0}, {4, 0, 0});
  const auto result = bisect(nineReleases(), found, all, trials);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "the case does not fail on toy@5.0.0:cpu:O2");
  CHECK(trials.asked.size() == 1);
}

TEST_CASE("A release that cannot be had ends the bisection, and is told of while it is fetched") {
  FakeInspector inspector = nineReleases();
  inspector.missing = {9, 0, 0};
  FakeTrials trials = failingIn({3, 0, 0}, {6, 0, 0});
  const auto result = bisect(inspector, found, all, trials);
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "no network");
  CHECK(trials.shown ==
        std::vector<std::string>{"toy@5.0.0: installing", "toy@5.0.0", "toy@9.0.0: installing"});
  CHECK(bisect(Inspector(), found, all, trials).error().message ==
        "the compiler of toy@5.0.0:cpu:O2 cannot say which releases it has");
}
