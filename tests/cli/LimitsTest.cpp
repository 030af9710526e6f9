#include "campaign/workers/FreshCheck.h"
#include "campaign/workers/Pool.h"
#include "program/Json.h"
#include "targets/commands/LibrarySymbols.h"
#include "tests/cli/fake/FakeServices.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

constexpr double never = 1e6;

Pool poolFor(const TargetName &target, Limits limits, int jobs = 1) {
  return Pool({{{ASSAY_FAKE, "worker"}, functionAt}, {1, "default", {target}}, jobs, limits});
}

/// The first generated case with a reverse, which is what upsets the fakes, or without.
TestCase caseWithReverse(bool wanted) {
  for (uint64_t index = 0;; ++index) {
    TestCase testCase = *test::fakeServices().generate(1, index, "default");
    bool has = std::ranges::any_of(testCase.program().nodes(), [](const Node &node) {
      return std::holds_alternative<Reverse>(node.op);
    });
    if (has == wanted)
      return testCase;
  }
}

std::string signatureOf(const TargetName &target, Limits limits) {
  Pool pool = poolFor(target, limits);
  REQUIRE(pool.start());
  auto verdict = checkFresh(pool, caseWithReverse(true), 0);
  REQUIRE(verdict);
  // The worker was killed; the next one is as good.
  auto next = checkFresh(pool, caseWithReverse(false), 0);
  REQUIRE(next);
  CHECK((*next)->name() == "agree");
  CHECK(pool.started() >= 2);
  return (*verdict)->signature.text();
}

} // namespace

TEST_CASE("What computes without end is ended by the limit on CPU time") {
  CHECK(signatureOf("fake:hang"_target, {0.3, never, INT64_MAX}) == "timeout:compile:EndlessPass");
}

TEST_CASE("What waits without end is ended by the limit on wall time") {
  CHECK(signatureOf("fake:sleep"_target, {never, 0.3, INT64_MAX}) == "timeout:compile");
}

TEST_CASE("What allocates without end is ended by the limit on memory") {
  CHECK(signatureOf("fake:eat"_target, {never, never, int64_t(300) << 20}) ==
        "timeout:compile:GreedyPass");
}

TEST_CASE("A program that ends who draws it is blamed alone, though others are drawn with it") {
  Pool pool({{{ASSAY_FAKE, "worker"}, functionAt}, {1, "deadly", {"fake:ok"_target}}, 1, {}});
  REQUIRE(pool.start());
  std::vector<std::string> verdicts;
  pool.submit(RangeRequest{0, 0, 8},
              [&](const CheckReply &reply) { verdicts.emplace_back(reply.verdict.name()); });
  REQUIRE(pool.drain());
  CHECK(verdicts == std::vector<std::string>{"agree", "agree", "agree", "agree", "agree",
                                             "inconclusive", "agree", "agree"});
}

TEST_CASE("A fresh task does not wait for a worker in the middle of what hangs") {
  Pool pool = poolFor("fake:sleep"_target, {never, 3, INT64_MAX}, 2);
  REQUIRE(pool.start());
  std::string hang, fresh;
  pool.submit(CaseRequest{writeJson(caseWithReverse(true)), 0},
              [&](const CheckReply &reply) { hang = reply.verdict.name(); });
  REQUIRE(pool.poll(100));
  pool.submitFresh(CaseRequest{writeJson(caseWithReverse(false)), 0},
                   [&](const CheckReply &reply) { fresh = reply.verdict.name(); });
  REQUIRE(pool.drain([&] { return !fresh.empty(); }));
  CHECK(fresh == "agree");
  CHECK(hang.empty());
}

TEST_CASE("What is under way in a fresh worker goes on when the rest is abandoned") {
  Pool pool = poolFor("fake:sleep"_target, {never, 1, INT64_MAX}, 2);
  REQUIRE(pool.start());
  std::string hang, fresh;
  pool.submitFresh(CaseRequest{writeJson(caseWithReverse(true)), 0},
                   [&](const CheckReply &reply) { fresh = reply.verdict.name(); });
  pool.submit(CaseRequest{writeJson(caseWithReverse(true)), 0},
              [&](const CheckReply &reply) { hang = reply.verdict.name(); });
  REQUIRE(pool.poll(100));
  const int started = pool.started();
  pool.abandonAllButFresh();
  REQUIRE(pool.drain());
  CHECK(fresh == "timeout");
  CHECK(hang.empty());
  CHECK(pool.started() == started);
}

TEST_CASE("Workers with nothing else to do take fresh tasks side by side") {
  Pool pool = poolFor("fake:sleep"_target, {never, 1, INT64_MAX}, 3);
  REQUIRE(pool.start());
  int most = 0;
  for (int i = 0; i < 3; ++i)
    pool.submitFresh(CaseRequest{writeJson(caseWithReverse(true)), 0}, [](const CheckReply &) {});
  REQUIRE(pool.drain([&] {
    most = std::max(most, pool.confirming());
    return false;
  }));
  CHECK(most == 3);
}
