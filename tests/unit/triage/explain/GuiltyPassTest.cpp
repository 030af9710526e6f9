#include "triage/explain/GuiltyPass.h"
#include "target/PassPipeline.h"
#include "tests/unit/triage/explain/Fakes.h"

using namespace assay;
using namespace assay::test;

using Texts = std::vector<std::string>;

static Texts passesOf(const TargetName &target) { return splitPasses(*target.pipeline); }

static bool has(const TargetName &target, const std::string &pass) {
  return std::ranges::count(passesOf(target), pass) > 0;
}

static Texts names(const std::vector<NeededPass> &needed) {
  Texts names;
  for (const NeededPass &one : needed)
    names.push_back(one.pass);
  return names;
}

static Failure failureWith(const Inspector &inspector, const Verdict &verdict = wrong()) {
  return {inspector, "toy:pipeline=a,b,c,d"_target, someCase(), verdict};
}

TEST_CASE("A failure needs the passes without which it is not the same") {
  // b goes wrong if c follows; d is what makes it code.
  FakeTrials trials([](const TargetName &target) -> Expected<Verdict> {
    if (!has(target, "d"))
      return Error{"this is no code"};
    return !has(target, "b") ? right() : has(target, "c") ? wrong() : wrong("sort");
  });
  const auto needed = neededPasses(failureWith(FakeInspector()), {"a", "b", "c", "d"}, trials);
  REQUIRE(needed);
  REQUIRE(names(*needed) == Texts{"b", "c", "d"});
  CHECK((*needed)[0].hides());
  CHECK_FALSE((*needed)[1].hides());
  CHECK((*needed)[1].without->signature == wrong("sort").signature);
  CHECK_FALSE((*needed)[2].without);
  CHECK(trials.shown.front() == "without pass 4 of 4: d");
}

TEST_CASE("A pass that others needed is left out once they are") {
  // Either of c and d stands in for what the other needs; a alone is the failure.
  FakeTrials trials([](const TargetName &target) -> Expected<Verdict> {
    const bool isCode = !has(target, "c") || has(target, "d");
    if (!isCode)
      return Error{"this is no code"};
    return has(target, "a") ? wrong() : right();
  });
  const auto needed = neededPasses(failureWith(FakeInspector()), {"a", "b", "c", "d"}, trials);
  CHECK(names(*needed) == Texts{"a"});
}

TEST_CASE("The guilty pass is the first without which the case is right") {
  FakeTrials trials([](const TargetName &) { return right(); });
  const std::vector<NeededPass> needed = {{"a", wrong("sort")}, {"b", right()}, {"c", right()}};
  const auto guilty = findGuiltyPass(failureWith(FakeInspector()), needed, trials);
  REQUIRE(guilty);
  REQUIRE(*guilty);
  CHECK((*guilty)->pass == "b");
  CHECK((*guilty)->ir == "module+a");
  CHECK((*guilty)->command == "run b on FILE");
  CHECK_FALSE((*guilty)->failure);
  CHECK(trials.shown == Texts{"a alone", "b alone"});
}

TEST_CASE("A pass that does not end well is guilty before all that follow") {
  FakeInspector inspector;
  inspector.brokenPass = "a";
  FakeTrials trials([](const TargetName &) { return right(); });
  const auto guilty =
      findGuiltyPass(failureWith(inspector), {{"a", wrong()}, {"b", right()}}, trials);
  REQUIRE(*guilty);
  CHECK((*guilty)->pass == "a");
  CHECK((*guilty)->ir == "module");
  REQUIRE((*guilty)->failure);
  CHECK((*guilty)->failure->detail == "no a");
}

TEST_CASE("No pass is guilty where nothing runs without any") {
  FakeTrials trials([](const TargetName &) { return right(); });
  const auto guilty = findGuiltyPass(failureWith(FakeInspector()),
                                     {{"a", std::nullopt}, {"b", unsupported()}}, trials);
  REQUIRE(guilty);
  CHECK_FALSE(*guilty);
}

TEST_CASE("A compiler without a list of passes says so") {
  FakeTrials trials([](const TargetName &) { return right(); });
  CHECK(neededPasses(failureWith(Inspector()), {"a"}, trials).error().message ==
        "the compiler of toy:pipeline=a,b,c,d cannot say what it is with other passes");
  CHECK_FALSE(findGuiltyPass(failureWith(Inspector()), {{"a", right()}}, trials));
}
