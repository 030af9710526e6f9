#include "triage/explain/FailingPass.h"
#include "tests/unit/triage/explain/Fakes.h"

using namespace assay;
using namespace assay::test;

/// The whole module is rejected; the pass named for it ends so alone.
static FakeInspector rejecting(const Outcome<std::monostate> &alone) {
  FakeInspector inspector;
  inspector.endings.insert_or_assign("begin", rejection("no cse"));
  inspector.failing = {"cse", {"before cse", "opt FILE", alone}};
  return inspector;
}

static Expected<std::optional<FailingPass>> found(const Inspector &inspector) {
  FakeTrials trials([](const TargetName &) { return right(); });
  const Failure failure{inspector, "toy:cpu:O2"_target, someCase(),
                        failureVerdict(rejection("no cse"))};
  const auto phase = findFailingPhase(failure, trials);
  if (!phase)
    return phase.error();
  return findFailingPass(failure, *phase, trials);
}

TEST_CASE("A pass that fails alone as the whole compilation does needs no more") {
  const auto failing = found(rejecting(rejection("no cse")));
  REQUIRE(failing);
  REQUIRE(*failing);
  CHECK((*failing)->pass == "cse");
  CHECK((*failing)->alone.ir == "before cse");
  CHECK((*failing)->showsAlone);
  CHECK_FALSE((*failing)->fromPhase);
}

TEST_CASE(
    "A pass alone shows a crash in the same function, and a rejection that it says nothing of") {
  const auto died = [](const std::string &where) {
    return TargetFailure{TargetFailure::Kind::Crashed, Stage::Compile, where};
  };
  const auto showsAlone = [](const TargetFailure &alone, const TargetFailure &whole) {
    FakeInspector inspector = rejecting(alone);
    inspector.endings.insert_or_assign("begin", whole);
    inspector.endings.insert_or_assign("c", rejection("something else"));
    return (*found(inspector))->showsAlone;
  };
  // As targets/commands/CommandFailure.cpp says it.
  const TargetFailure whole = died("SIGSEGV: infer<run<go\n  infer\n  run\n  go");
  CHECK(showsAlone(died("SIGSEGV: infer<run<main\n  infer\n  run\n  main"), whole));
  CHECK_FALSE(showsAlone(died("SIGSEGV: inferAll<run<go\n  inferAll\n  run\n  go"), whole));
  CHECK_FALSE(showsAlone(died("SIGFPE: infer<run<go\n  infer\n  run\n  go"), whole));
  CHECK_FALSE(showsAlone(died("SIGABRT: one\n  fail"), died("SIGABRT: other\n  fail")));
  CHECK_FALSE(showsAlone(died("SIGSEGV"), whole));
  TargetFailure silent = rejection("exits with 1 and says nothing");
  CHECK_FALSE(showsAlone(silent, rejection("no translation")));
  silent.isSilent = true;
  CHECK(showsAlone(silent, rejection("no translation")));
  CHECK_FALSE(showsAlone(silent, whole));
}

TEST_CASE("What a pass alone does not show, the last phase that passes may") {
  for (const Outcome<std::monostate> &alone : {Outcome<std::monostate>(std::monostate()),
                                               Outcome<std::monostate>(rejection("no such op"))}) {
    FakeInspector inspector = rejecting(alone);
    inspector.failingPhase = "c";
    inspector.endings.insert_or_assign("b", rejection("no cse"));
    const auto failing = found(inspector);
    REQUIRE(*failing);
    CHECK_FALSE((*failing)->showsAlone);
    REQUIRE((*failing)->fromPhase);
    CHECK((*failing)->fromPhase->ir == "module+b");
    CHECK((*failing)->fromPhase->command == "compile FILE from b");
  }
}

TEST_CASE("The phase in which a compilation fails is found by halves") {
  for (const char *failing : {"a", "b", "c", ""}) {
    FakeInspector inspector;
    inspector.failingPhase = failing;
    FakeTrials trials([](const TargetName &) { return right(); });
    const auto phase = findFailingPhase(
        {inspector, "toy:cpu:O2"_target, someCase(), failureVerdict(rejection("no"))}, trials);
    REQUIRE(phase);
    CHECK(phase->phase == (*failing ? failing : "end"));
    const std::string before = *failing == 'a'   ? ""
                               : *failing == 'b' ? "a"
                               : *failing == 'c' ? "b"
                                                 : "c";
    CHECK(phase->before == before);
    CHECK(phase->passed == (before.empty() ? "" : "module+" + before));
  }
}

TEST_CASE("Nothing shows from a phase that passes to the end, or where none is passed") {
  FakeInspector inspector = rejecting(std::monostate());
  inspector.endings.insert_or_assign("c", std::monostate());
  CHECK_FALSE((*found(inspector))->fromPhase);
  inspector.failingPhase = "a";
  CHECK_FALSE((*found(inspector))->fromPhase);
}

TEST_CASE("A compiler may name no pass, or have none to name") {
  const auto none = found(FakeInspector());
  REQUIRE(none);
  CHECK_FALSE(*none);
  CHECK(found(Inspector()).error().message ==
        "the compiler of toy:cpu:O2 cannot say what it is given");
}
