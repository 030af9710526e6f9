#include "triage/explain/GuiltyPhase.h"
#include "tests/unit/triage/explain/Fakes.h"

using namespace assay;
using namespace assay::test;

static const TargetName hiding = "toy:cpu:O0"_target;

/// Verdicts by the phase from which O0 takes over.
static Expected<GuiltyPhase> guilty(const std::map<std::string, Expected<Verdict>> &verdicts,
                                    const FakeInspector &inspector) {
  FakeTrials trials([&](const TargetName &target) {
    return verdicts.at(std::string(target.valueOf("then").value()));
  });
  return findGuiltyPhase({inspector, "toy:cpu:O2"_target, someCase(), wrong()}, hiding, trials);
}

static FakeInspector withDumps() {
  FakeInspector inspector;
  inspector.dumps = {{"O2", "one"}, {"O0", "other"}};
  return inspector;
}

TEST_CASE("A result goes wrong between the last phase that others save and the first that they do "
          "not") {
  const auto phase = guilty({{"a", right()}, {"b", wrong()}}, withDumps());
  REQUIRE(phase);
  CHECK(phase->right == "a");
  CHECK(phase->wrong == "b");
  REQUIRE(phase->attempts.size() == 2); // what comes after is not asked for
  CHECK(phase->attempts[1].what == "then=b");
  // Passes are compared on what the failing target made up to there.
  CHECK(**phase->divergingPass == "module+a from a to b");
  const auto dispatches = **phase->dispatches;
  REQUIRE(dispatches.first);
  CHECK(dispatches.first->dispatch == "dispatch");
}

TEST_CASE("The ends of a compilation bound what no phase does") {
  const auto early = guilty({{"a", wrong()}}, withDumps());
  CHECK(early->right == "begin");
  CHECK(early->wrong == "a");
  CHECK(**early->divergingPass == "module from begin to a");
  const auto late = guilty({{"a", right()}, {"b", right()}, {"c", right()}}, withDumps());
  CHECK(late->right == "c");
  CHECK(late->wrong == "end");
}

TEST_CASE("A phase that says nothing, or fails otherwise, bounds nothing") {
  const auto phase =
      guilty({{"a", right()}, {"b", unsupported()}, {"c", wrong("sort")}}, withDumps());
  CHECK(phase->right == "a");
  CHECK(phase->wrong == "end");
}

TEST_CASE("What the compiler cannot say of passes takes nothing from the phases") {
  const std::map<std::string, Expected<Verdict>> verdicts = {{"a", right()}, {"b", wrong()}};
  const auto silent = guilty(verdicts, FakeInspector());
  CHECK(silent->wrong == "b");
  CHECK(silent->divergingPass->failure()->detail == "no dumps");
  FakeInspector broken = withDumps();
  broken.failingPhase = "a";
  CHECK(guilty(verdicts, broken)->divergingPass->failure()->detail == "no a");
  FakeInspector same = withDumps();
  same.dumps["O0"] = same.dumps["O2"];
  CHECK(**guilty(verdicts, same)->divergingPass == std::nullopt);
}

TEST_CASE("What is wrong with the environment ends the search for the phase") {
  const auto phase = guilty({{"a", right()}, {"b", Error{"the disk is full"}}}, withDumps());
  REQUIRE_FALSE(phase);
  CHECK(phase.error().message == "the disk is full");
}
