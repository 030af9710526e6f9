#include "triage/explain/Explain.h"
#include "tests/unit/triage/explain/Fakes.h"

using namespace assay;
using namespace assay::test;

namespace {

struct Explained {
  Expected<Cause> cause;
  std::vector<Cause> learnt;
};

/// Verdicts by the target's text; what is not among them is right.
Explained explained(const Inspector &inspector, const Verdict &verdict,
                    const std::map<std::string, Verdict> &verdicts = {},
                    const TestCase &testCase = someCase()) {
  FakeTrials trials([&](const TargetName &target) {
    const auto known = verdicts.find(target.text());
    return known == verdicts.end() ? right() : known->second;
  });
  trials.judgeModule = [&](const std::string &module) {
    const auto known = verdicts.find(module);
    return known == verdicts.end() ? unsupported() : known->second;
  };
  auto cause = explain({inspector, "toy:cpu:O2"_target, testCase, verdict}, trials);
  return {std::move(cause), std::move(trials.causes)};
}

/// What was said of a cause stays, whatever else becomes known.
void checkGrows(const Explained &one) {
  std::string before;
  for (const Cause &cause : one.learnt) {
    const std::string text = causeText(cause, "case.mlir");
    CHECK(text.starts_with(before));
    before = text;
  }
  CHECK(one.learnt.back() == *one.cause);
}

FakeInspector withVariations() {
  FakeInspector inspector;
  inspector.varied = {{"O0", "toy:cpu:O0"_target, VariationKind::Level},
                      {"gpu", "toy:gpu:O2"_target, VariationKind::Backend}};
  inspector.dumps = {{"O2", "one"}, {"O0", "other"}};
  return inspector;
}

} // namespace

TEST_CASE("A wrong result is laid on the phase in which what hides it comes too late") {
  const FakeInspector inspector = withVariations();
  const auto found = explained(inspector, wrong(),
                               {{"toy:gpu:O2", wrong("sort")}, {"toy:cpu:O2,then=b", wrong()}});
  REQUIRE(found.cause);
  const Cause &cause = *found.cause;
  CHECK(cause.kind == "mismatch");
  CHECK(cause.hiddenBy == std::vector<Hiding>{{VariationKind::Level, "O0"}});
  CHECK(cause.otherwise == std::vector<Changed>{{"gpu", "mismatch:sort:f32"}});
  CHECK(cause.phase == Blamed{"b", Evidence::TakenOver, "right up to a"});
  CHECK(cause.passes == std::vector<Blamed>{{"module+a from a to b", Evidence::Differs}});
  REQUIRE(cause.dispatch);
  CHECK(cause.dispatch->evidence == Evidence::Differs);
  REQUIRE(cause.wrongFirst);
  checkGrows(found);
}

TEST_CASE("What a wrong result is hidden by hides it for unlike inputs as well") {
  const FakeInspector inspector = withVariations();
  const auto hiddenBy = [&](const char *failsUnlike) {
    FakeTrials trials([](const TargetName &) { return right(); });
    trials.judgeCase = [&](const TestCase &unlike, const TargetName &target) {
      CHECK_FALSE(unlike == someCase());
      const bool isFailing = target == "toy:cpu:O2"_target && *failsUnlike != 0;
      return isFailing || target.text() == failsUnlike ? wrong("sort") : right();
    };
    const auto cause = explain({inspector, "toy:cpu:O2"_target, someCase(), wrong()}, trials);
    REQUIRE(cause);
    return cause->hiddenBy.size();
  };
  // Where they show nothing, they tell nothing.
  CHECK(hiddenBy("") == 2);
  CHECK(hiddenBy("toy:cpu:O0") == 1);
  CHECK(hiddenBy("toy:cpu:O3") == 2);
}

TEST_CASE("Where another backend alone hides it, the phase in which that parts is named") {
  FakeInspector inspector = withVariations();
  std::map<std::string, Verdict> verdicts = {{"toy:gpu:O2", right()}, {"toy:cpu:O0", wrong()}};
  const auto phaseOf = [&] {
    const auto found = explained(inspector, wrong(), verdicts);
    REQUIRE(found.cause);
    checkGrows(found);
    return found.cause->phase;
  };
  inspector.made = {{{"cpu", "b"}, "x.y %1 {a}"}, {{"gpu", "b"}, "x.y %0 {b}"}};
  CHECK(phaseOf() ==
        Blamed{"end", Evidence::Differs, "gpu has the same ops up to c, and is right"});
  inspector.made[{"gpu", "c"}] = "x.z";
  CHECK(phaseOf() == Blamed{"c", Evidence::Differs, "gpu has the same ops up to b, and is right"});
  inspector.made[{"gpu", "b"}] = "x.z";
  inspector.made[{"gpu", "a"}] = "x.z";
  CHECK(phaseOf() ==
        Blamed{"a", Evidence::Differs, "gpu has the same ops up to begin, and is right"});
  // A level that takes over hides something later if the other backend is right with the same.
  inspector.varied.front().target = "toy:cpu:O1"_target;
  verdicts["toy:cpu:O2,then=c"] = wrong();
  CHECK(phaseOf() == Blamed{"c", Evidence::TakenOver, "right up to b"});
  inspector.made.clear();
  CHECK(phaseOf() ==
        Blamed{"end", Evidence::Differs, "gpu has the same ops up to c, and is right"});
  inspector.failingPhase = "b";
  CHECK(phaseOf() == Blamed{"c", Evidence::TakenOver, "right up to b"});
}

TEST_CASE("Where nothing hides a wrong result, a cause says that it has no phase") {
  FakeInspector inspector = withVariations();
  const auto found =
      explained(inspector, wrong(), {{"toy:gpu:O2", wrong()}, {"toy:cpu:O0", wrong()}});
  REQUIRE(found.cause);
  CHECK(found.cause->hiddenBy.empty());
  CHECK_FALSE(found.cause->phase);
  CHECK(found.cause->noPhase.starts_with("no level or flag hides it"));
  CHECK_FALSE(isLocated(*found.cause));
  checkGrows(found);
}

TEST_CASE("What does not compile is laid on the pass that the compiler names, and on its phase") {
  FakeInspector inspector = withVariations();
  inspector.failingPhase = "b";
  inspector.endings.insert_or_assign("begin", rejection("no cse"));
  inspector.endings.insert_or_assign("a", rejection("no cse"));
  inspector.failing = {"cse", {"before cse", "opt FILE", rejection("no cse")}};
  const Verdict verdict = failureVerdict(rejection("no cse"));
  const auto found = explained(inspector, verdict);
  REQUIRE(found.cause);
  CHECK(found.cause->passes == std::vector<Blamed>{{"cse", Evidence::ShownAlone}});
  CHECK(found.cause->phase == Blamed{"b"});
  CHECK(found.cause->beforePass == CauseIr{"before cse", "opt FILE"});
  checkGrows(found);

  inspector.failing->alone.ended = std::monostate();
  const auto named = explained(inspector, verdict);
  CHECK(named.cause->passes == std::vector<Blamed>{{"cse", Evidence::Named}});
  CHECK(named.cause->beforePass == CauseIr{"before cse", "opt FILE", false, "all is well"});
  CHECK(named.cause->afterPhase == CauseIr{"module+a", "compile FILE from a"});

  inspector.failing.reset();
  CHECK(explained(inspector, verdict).cause->noPass == "the compiler names no pass that fails");
}

TEST_CASE("Of the IR before a pass that fails on it alone, what it fails on is left") {
  FakeInspector inspector;
  inspector.brokenPass = "cse";
  inspector.brokenBy = "bad\n";
  const Verdict verdict = failureVerdict(rejection("no cse"));
  Cause cause;
  cause.passes = {{"cse", Evidence::ShownAlone}};
  cause.beforePass = {"one\nbad\ntwo\n", "run cse on FILE"};
  const auto reduced = [&](const Cause &known, const Verdict &wanted) {
    FakeTrials trials([&](const TargetName &) { return wanted; });
    const TargetName target = "toy:cpu:O2"_target;
    auto made = withReducedIr(known, {inspector, target, someCase(), wanted}, trials);
    REQUIRE(made);
    made->kind = made->signature = ""; // of the verdict
    return *made;
  };
  CHECK(reduced(cause, verdict) == cause); // by a compiler that cannot
  inspector.reduces = true;
  const Cause less = reduced(cause, verdict);
  CHECK(less.beforePass->ir == "bad\n");
  CHECK(less.beforePass->reducedFrom == 3);
  CHECK_THAT(causeText(less, "a.mlir"), Catch::Matchers::Contains("what is left of 3 lines"));

  // Else that after the phase before, if going on from there fails.
  Cause later = cause;
  later.beforePass->shows = false;
  later.phase = {"b", Evidence::Replayed};
  later.afterPhase = {"one\nbad\ntwo\n", "compile FILE from a"};
  inspector.endings.insert_or_assign("a", rejection("no b"));
  const Cause lessOfPhase = reduced(later, verdict);
  CHECK(lessOfPhase.afterPhase->ir.empty());
  CHECK(lessOfPhase.afterPhase->reducedFrom == 3);
  CHECK(lessOfPhase.beforePass == later.beforePass);
  CHECK_THAT(causeText(lessOfPhase, "a.mlir"), Catch::Matchers::Contains("after the phase before"));

  // Not what shows nothing alone, would hang, or ends well.
  Cause other = cause;
  other.beforePass->shows = false;
  CHECK(reduced(other, verdict) == other);
  CHECK(reduced(cause, verdictOf(Timeout{}, "timeout:compile")) == cause);
  other = cause;
  other.passes.front().name = "dce";
  CHECK(reduced(other, verdict) == other);
  // Nor where it would have to be all of it.
  inspector.brokenBy = "one\nbad\ntwo\n";
  CHECK(reduced(cause, verdict) == cause);
}

TEST_CASE("A pass of a compiler that can be cut is named with its phase and the IR before it") {
  FakeInspector inspector;
  inspector.cut = {{"", "toy:pipeline=0"_target},
                   {"p1", "toy:pipeline=1"_target, "tensors"},
                   {"p2", "toy:pipeline=2"_target, "buffers"}};
  const auto found = explained(inspector, wrong(), {{"toy:pipeline=2", wrong()}});
  REQUIRE(found.cause);
  REQUIRE(found.cause->passes.size() == 1);
  CHECK(found.cause->passes.front().name == "p2");
  CHECK(found.cause->passes.front().evidence == Evidence::Cut);
  CHECK(found.cause->phase == Blamed{"buffers", Evidence::Cut});
  CHECK(found.cause->beforePass ==
        CauseIr{"module+p1", "run p2 on FILE", true, "", "module+p1+p2"});
  checkGrows(found);
}

TEST_CASE("A pass that is named by cuts is left out, and what came of that is said") {
  FakeInspector inspector;
  inspector.cut = {{"", "toy:pipeline=0"_target},
                   {"p1", "toy:pipeline=1"_target, "tensors", "", "toy:without=1"_target},
                   {"p2", "toy:pipeline=2"_target, "buffers", "", "toy:without=2"_target}};
  inspector.cutsOf["toy:without=2"] = {{"", "toy:pipeline=0"_target},
                                       {"p1", "toy:without=2"_target}};
  const auto passOf = [&](const std::map<std::string, Verdict> &verdicts) {
    const auto found = explained(inspector, wrong(), verdicts);
    REQUIRE(found.cause);
    REQUIRE(found.cause->passes.size() == 1);
    checkGrows(found);
    return found.cause->passes.front();
  };
  const std::string right = "right if the plainest passes go on after pass 1 of 2: p1";
  CHECK(passOf({}) == Blamed{"p2", Evidence::CutAndLeftOut, right + "; right without p2 alone"});
  CHECK(
      passOf({{"toy:without=2", unsupported()}, {"toy:without=1", wrong()}}) ==
      Blamed{"p2", Evidence::Cut, right + "; p2 cannot be left out: that is unsupported:not this"});
  CHECK(passOf({{"toy:without=2", wrong()}}) ==
        Blamed{"p1", Evidence::LeftOut,
               "right without p1 alone; where the plainest passes go on, it shows only after p2, "
               "and without that it is still wrong, after p1"});
}

TEST_CASE("Where the plainest passes fail otherwise, it is said what the cuts were") {
  FakeInspector inspector;
  inspector.cut = {{"", "toy:pipeline=0"_target},
                   {"p1", "toy:pipeline=1"_target, "", "", "toy:without=1"_target},
                   {"p2", "toy:pipeline=2"_target, "", "", "toy:without=2"_target}};
  const auto found = explained(
      inspector, wrong(),
      {{"toy:pipeline=0", unsupported()}, {"toy:pipeline=1", wrong()}, {"toy:without=2", wrong()}});
  REQUIRE(found.cause);
  CHECK(found.cause->passes.empty());
  CHECK(found.cause->noPass ==
        "no better with the plainest passes from the start: unsupported; if they go on behind one "
        "of the others, 0 of 1 are right, and 1 fail as it does");
}

TEST_CASE(
    "Of the plainest passes, if they are wrong as well, the one that lowers the op is named") {
  const TestCase topk = *readText("assay 1\n%0 = argument f32[4]\n%1, %2 = topk(%0) {k=2}\n"
                                  "return %1, %2\nrun\n  %0 = f32[4] [1,2,3,4]\n",
                                  "a topk");
  Verdict verdict = wrong();
  std::get<Mismatch>(verdict.outcome).firstWrong = 1;
  FakeInspector inspector;
  inspector.cut = {{"", "toy:pipeline=0"_target}, {"p1", "toy:pipeline=1"_target}};
  inspector.cutsOf["toy:pipeline=0"] = {{"", "toy:pipeline=0"_target},
                                        {"inline", "toy:pipeline=2"_target},
                                        {"lower", "toy:pipeline=3"_target}};
  inspector.lowering = "lower";
  const auto foundOn = [&](const std::string &module) {
    inspector.emitted = module;
    const auto found = explained(inspector, verdict, {{"toy:pipeline=0", verdict}}, topk);
    REQUIRE(found.cause);
    checkGrows(found);
    return *found.cause;
  };
  const Cause cause = foundOn("\"assay.topk\"");
  CHECK(cause.passes ==
        std::vector<Blamed>{{"lower", Evidence::LowersIt,
                             "no better with the plainest passes from the start: the same"}});
  CHECK(cause.beforePass ==
        CauseIr{"\"assay.topk\"+inline", "run lower on FILE", true, "", "lowered"});
  CHECK_FALSE(isBlamed(cause.passes.front()));
  CHECK(cause.noPass.empty());
  // Of an op that is no such op nobody knows.
  CHECK(foundOn("\"assay.sort\"").passes.empty());
  CHECK(foundOn("\"assay.topk\"").noPass.empty());
}

TEST_CASE("Of passes that can be left out, those that hide a failure are among what hides it") {
  FakeInspector inspector;
  inspector.listed = {"a", "b", "c"};
  // Needs b; without it, it is right.
  std::map<std::string, Verdict> verdicts;
  using Passes = std::vector<std::string>;
  for (const Passes &passes : {Passes{"a", "b"}, Passes{"b", "c"}, Passes{"b"}})
    verdicts.emplace(inspector.withPasses("toy:cpu:O2"_target, passes)->text(), wrong());
  const auto found = explained(inspector, wrong(), verdicts);
  REQUIRE(found.cause);
  CHECK(found.cause->hiddenBy == std::vector<Hiding>{{VariationKind::Pass, "b"}});
  CHECK(found.cause->passes == std::vector<Blamed>{{"b", Evidence::LeftOut}});
  CHECK(found.cause->neededPasses == std::vector<Changed>{{"b", "agree"}});
  CHECK(found.cause->allPasses == 3);
  checkGrows(found);
}

TEST_CASE("A pass that hides a failure by being left out is named, with what it makes of the IR") {
  FakeInspector inspector = withVariations();
  inspector.varied = {{"cse", "toy:cpu:O2,--no=cse"_target, VariationKind::Pass},
                      {"fuse", "toy:cpu:O2,--no=fuse"_target, VariationKind::Pass}};
  inspector.irs.emplace("fuse", PassIr{"%0 = a.b\n", "%0 = a.c\n"});
  std::map<std::string, Verdict> verdicts = {{"toy:cpu:O2,--no=cse", wrong()},
                                             {"toy:cpu:O2,--no=fuse", right()}};
  const auto found = explained(inspector, wrong(), verdicts);
  REQUIRE(found.cause);
  CHECK(found.cause->passes == std::vector<Blamed>{{"fuse", Evidence::LeftOut}});
  CHECK(found.cause->hiddenBy == std::vector<Hiding>{{VariationKind::Pass, "fuse"}});
  CHECK(found.cause->beforePass == CauseIr{"%0 = a.b\n", "", true, "", "%0 = a.c\n"});
  CHECK(found.cause->change == IrChange{{"a.b"}, {"a.c"}, {}});
  CHECK(found.cause->noPhase.empty());
  checkGrows(found);

  // One that crashes makes nothing; and where two hide it, what the first makes is right.
  const Verdict refused = failureVerdict(rejection("no"));
  verdicts["toy:cpu:O2,--no=cse"] = refused;
  inspector.irs.at("fuse").after = rejection("no");
  const auto crashed = explained(inspector, refused, verdicts);
  REQUIRE(crashed.cause);
  CHECK(crashed.cause->passes == std::vector<Blamed>{{"fuse", Evidence::LeftOut}});
  CHECK(crashed.cause->beforePass->says == refused.signature.text());
  CHECK(crashed.cause->noPass.empty());
  checkGrows(crashed);
  verdicts["toy:cpu:O2,--no=cse"] = right();
  const auto both = explained(inspector, wrong(), verdicts);
  CHECK(both.cause->passes == std::vector<Blamed>{{"fuse", Evidence::LeftOut}});
  CHECK(both.cause->alternatives == std::vector<std::string>{"cse"});
  CHECK(both.cause->beforePass);
  checkGrows(both);
}

TEST_CASE("A pass whose being left out changes what another makes ahead of it is not named for "
          "that") {
  FakeInspector inspector = withVariations();
  inspector.varied = {{"cse", "toy:cpu:O2,without=cse"_target, VariationKind::Pass},
                      {"fold", "toy:cpu:O2,without=fold"_target, VariationKind::Pass},
                      {"tile", "toy:cpu:O2,without=tile"_target, VariationKind::Pass},
                      {"fuse", "toy:cpu:O2,without=fuse"_target, VariationKind::Pass},
                      {"last", "toy:cpu:O2,without=last"_target, VariationKind::Pass}};
  inspector.irs.emplace("fuse", PassIr{"%0 = a.b\n", "%0 = a.c\n", true});
  inspector.irs.emplace("fold", PassIr{"%0 = b.b\n", "%0 = b.c\n"});
  for (const char *pass : {"fold", "tile"})
    inspector.after[{"toy:cpu:O2,without=fuse", pass}] = "something else";
  std::map<std::string, Verdict> verdicts = {{"toy:cpu:O2,without=cse", wrong()},
                                             {"toy:cpu:O2,without=tile", wrong()},
                                             {"toy:cpu:O2,without=last", wrong()}};
  const auto found = explained(inspector, wrong(), verdicts);
  REQUIRE(found.cause);
  CHECK(found.cause->passes ==
        std::vector<Blamed>{{"fold", Evidence::LeftOut,
                             "leaving out fuse hides it as well, but changes what there is after "
                             "fold already, which says nothing of fuse"}});
  CHECK(found.cause->alternatives.empty());
  CHECK(found.cause->beforePass->ir == "%0 = b.b\n");
  CHECK_THAT(headline(*found.cause), Catch::Contains("hidden by leaving out fuse"));
  checkGrows(found);
  // Without what it changes, it is wrong as well.
  verdicts["toy:cpu:O2,without=fold"] = wrong();
  const auto other = explained(inspector, wrong(), verdicts);
  CHECK(other.cause->passes ==
        std::vector<Blamed>{{"fuse", Evidence::LeftOut,
                             "leaving out fuse changes what there is after fold already, which may "
                             "be what hides it"}});
}

TEST_CASE("A pass that makes what is right elsewhere is not to blame, but what follows it") {
  FakeInspector inspector = withVariations();
  inspector.varied = {{"fuse", "toy:cpu:O2,without=fuse"_target, VariationKind::Pass},
                      {"tile", "toy:cpu:O2,without=tile"_target, VariationKind::Pass},
                      {"hoist", "toy:cpu:O2,without=hoist"_target, VariationKind::Pass},
                      {"tidy", "toy:cpu:O2,without=tidy"_target, VariationKind::Pass}};
  inspector.irs.emplace("fuse", PassIr{"%0 = a.b\n", "%0 = a.c\n"});
  inspector.other = "other:O0"_target;
  Verdict wrong = test::wrong();
  std::map<std::string, Verdict> verdicts = {{"toy:cpu:O2,without=tile", wrong},
                                             {"toy:cpu:O2,without=hoist", wrong},
                                             {"toy:cpu:O2,without=tidy", wrong},
                                             {"%0 = a.c\n", right()},
                                             {"after tile", right()},
                                             {"after hoist", wrong},
                                             {"after tidy", wrong}};
  const auto found = explained(inspector, wrong, verdicts);
  REQUIRE(found.cause);
  CHECK(found.cause->passes ==
        std::vector<Blamed>{{"fuse", Evidence::RightBehindIt,
                             "what fuse makes is right if other:O0 goes on with it, so that "
                             "what follows is to blame unless it is undefined; further "
                             "behind it is right after tile, and wrong after hoist"}});
  CHECK_FALSE(isBlamed(found.cause->passes.front()));
  CHECK(headline(*found.cause) ==
        "pass fuse, or what follows it (right behind it); hidden by leaving out fuse");
  CHECK_THAT(causeText(*found.cause, "case.mlir"),
             Catch::Contains(
                 "\ngoes wrong with fuse, or with what follows it\n  what fuse makes is right"));
  checkGrows(found);
  // Where it is wrong there too, that is one more reason.
  verdicts["%0 = a.c\n"] = wrong;
  CHECK(explained(inspector, wrong, verdicts).cause->passes ==
        std::vector<Blamed>{{"fuse", Evidence::LeftOut,
                             "what fuse makes is wrong as well if other:O0 goes on with it"}});
  // Where the other compiler does not take it, nothing is said.
  verdicts["%0 = a.c\n"] = unsupported();
  CHECK(explained(inspector, wrong, verdicts).cause->passes ==
        std::vector<Blamed>{{"fuse", Evidence::LeftOut}});
  // A crash is no wrong result.
  const Verdict crash = verdictOf(Crash{Stage::Run, "SIGSEGV"}, "crash:run:SIGSEGV");
  for (auto &[name, verdict] : verdicts)
    verdict = name.starts_with("toy") ? crash : right();
  CHECK(explained(inspector, crash, verdicts).cause->passes ==
        std::vector<Blamed>{{"fuse", Evidence::LeftOut}});
}

TEST_CASE("Passes that there was no time to leave out are not said to hide nothing") {
  FakeInspector inspector = withVariations();
  inspector.varied = {{"O0", "toy:cpu:O0"_target, VariationKind::Level},
                      {"cse", "toy:cpu:O2,without=cse"_target, VariationKind::Pass},
                      {"fuse", "toy:cpu:O2,without=fuse"_target, VariationKind::Pass}};
  FakeTrials trials([](const TargetName &) { return wrong(); });
  const auto whyAfter = [&](size_t most) {
    trials.asked.clear();
    trials.most = most;
    return explain({inspector, "toy:cpu:O2"_target, someCase(), wrong()}, trials)->noPass;
  };
  CHECK(whyAfter(2) == "there was no time to leave out any of its 2 passes");
  CHECK(whyAfter(3) == "none of 1 of its 2 passes hides it by being left out; there was no time "
                       "for the others");
  CHECK(whyAfter(100).empty());
}

TEST_CASE("What becomes of a case without a pass is told as such") {
  FakeInspector inspector = withVariations();
  inspector.varied = {{"cse", "toy:cpu:O2,without=cse"_target, VariationKind::Pass}};
  const auto found = explained(inspector, wrong(), {{"toy:cpu:O2,without=cse", wrong("sort")}});
  REQUIRE(found.cause);
  CHECK(found.cause->otherwise == std::vector<Changed>{{"without=cse", "mismatch:sort:f32"}});
  CHECK_THAT(headline(*found.cause),
             Catch::Contains("hidden by nothing, but without=cse is mismatch:sort:f32"));
}

TEST_CASE("Where each pass hides a failure by being left out, none is named") {
  FakeInspector inspector = withVariations();
  inspector.varied = {{"cse", "toy:cpu:O2,without=cse"_target, VariationKind::Pass},
                      {"fuse", "toy:cpu:O2,without=fuse"_target, VariationKind::Pass},
                      {"tile", "toy:cpu:O2,without=tile"_target, VariationKind::Pass}};
  const auto found = explained(inspector, wrong());
  REQUIRE(found.cause);
  CHECK(found.cause->passes.empty());
  CHECK(found.cause->noPass.starts_with("right without any of its 3 passes"));
  CHECK(found.cause->hiddenBy.size() == 3);
  checkGrows(found);
}

TEST_CASE("Where two passes make a case wrong, they are found with those behind left out") {
  FakeInspector inspector = withVariations();
  // fuse makes it wrong, and so does tile.
  inspector.varied = {{"cse", "toy:cpu:O2,without=cse"_target, VariationKind::Pass},
                      {"fuse", "toy:cpu:O2,without=fuse"_target, VariationKind::Pass},
                      {"tile", "toy:cpu:O2,without=tile"_target, VariationKind::Pass},
                      {"O0", "toy:cpu:O0"_target, VariationKind::Level}};
  inspector.cutsOf["toy:cpu:O2"] = {{"", "toy:cpu:O2,without=tile,without=fuse,without=cse"_target},
                                    {"cse", "toy:cpu:O2,without=tile,without=fuse"_target},
                                    {"fuse", "toy:cpu:O2,without=tile"_target},
                                    {"tile", "toy:cpu:O2"_target}};
  inspector.cutsOf["toy:cpu:O2,without=fuse"] = {
      {"", "toy:cpu:O2,without=fuse,without=tile,without=cse"_target},
      {"cse", "toy:cpu:O2,without=fuse,without=tile"_target},
      {"tile", "toy:cpu:O2,without=fuse"_target}};
  inspector.irs.emplace("fuse", PassIr{"%0 = a.b\n", "%0 = a.c\n"});
  const std::map<std::string, Verdict> verdicts = {{"toy:cpu:O2,without=cse", wrong()},
                                                   {"toy:cpu:O2,without=fuse", wrong()},
                                                   {"toy:cpu:O2,without=tile", wrong()}};
  const auto found = explained(inspector, wrong(), verdicts);
  REQUIRE(found.cause);
  CHECK(found.cause->passes ==
        std::vector<Blamed>{{"fuse", Evidence::Cut,
                             "right if all passes behind cse are left out; without fuse alone it "
                             "is still wrong, after tile"}});
  CHECK(found.cause->change == IrChange{{"a.b"}, {"a.c"}, {}});
  CHECK(found.cause->hiddenBy == std::vector<Hiding>{{VariationKind::Level, "O0"}});
  checkGrows(found);

  inspector.varied.pop_back();
  auto always = verdicts;
  always["toy:cpu:O2,without=tile,without=fuse,without=cse"] = wrong();
  const auto plain = explained(inspector, wrong(), always);
  REQUIRE(plain.cause);
  CHECK(plain.cause->passes.empty());
  CHECK(plain.cause->noPass ==
        "no better with all passes left out: the same, so that what cannot be "
        "left out, or runs it, is to blame");
  checkGrows(plain);
  // Of a wrong result, another compiler tells behind which pass.
  inspector.other = "other:O0"_target;
  always.insert({{"after cse", right()}, {"after fuse", right()}, {"after tile", wrong()}});
  CHECK_THAT(
      explained(inspector, wrong(), always).cause->noPass,
      Catch::EndsWith("is to blame; if other:O0 goes on with the IR, it is right after fuse, "
                      "and wrong after tile"));
}

TEST_CASE("The pass that hangs is found by halves, and left out before anything else is tried") {
  FakeInspector inspector = withVariations();
  std::vector<Cut> cuts = {{"", "toy:cpu:O2,0"_target}};
  for (int i = 1; i <= 8; ++i) {
    const std::string pass = fmt::format("p{}", i);
    inspector.varied.push_back(
        {pass, *TargetName::parse("toy:cpu:O2,without=" + pass), VariationKind::Pass});
    cuts.push_back({pass, *TargetName::parse(fmt::format("toy:cpu:O2,{}", i))});
  }
  inspector.cutsOf["toy:cpu:O2"] = cuts;
  const Verdict hung = verdictOf(Timeout{Stage::Compile, false}, "timeout:compile");
  std::vector<std::string> hanging;
  FakeTrials trials([&](const TargetName &target) {
    const std::string setting = target.settings.empty() ? "" : target.settings.back().text();
    const bool hangs = setting.starts_with("without=") ? setting != "without=p6" : setting >= "6";
    if (hangs)
      hanging.push_back(target.text());
    return hangs ? hung : right();
  });
  trials.most = 6;
  const auto cause = explain({inspector, "toy:cpu:O2"_target, someCase(), hung}, trials);
  REQUIRE(cause);
  CHECK(cause->passes == std::vector<Blamed>{{"p6", Evidence::LeftOut}});
  REQUIRE_FALSE(cause->hiddenBy.empty());
  CHECK(cause->hiddenBy.front() == Hiding{VariationKind::Pass, "p6"});
  CHECK(hanging.size() <= 3);
}

TEST_CASE(
    "The function on top of a crash, and the kernel that a check stopped, stand in the verdict") {
  const FakeInspector inspector = withVariations();
  const auto crashed = explained(
      inspector, verdictOf(Crash{Stage::Run, "SIGSEGV\n  mlir::Inner::run\n  mlir::Outer::run"},
                           "crash:run:SIGSEGV:mlir::Inner::run<mlir::Outer::run"));
  CHECK(crashed.cause->function == Blamed{"mlir::Inner::run"});
  const auto raced = explained(
      inspector, verdictOf(Sanitizer{"race in scatter: wave 1 reads\n"
                                     "main_dispatch_0 at 0x40 `global_load_dword v1`, workgroup "
                                     "(0, 0, 0), wave 1"},
                           "sanitizer:run:race in scatter"));
  CHECK(raced.cause->checks == "race in scatter: wave 1 reads");
  CHECK(raced.cause->dispatch == Blamed{"main_dispatch_0"});
  CHECK(raced.cause->instruction == Blamed{"global_load_dword v1"});
  const auto hung = explained(
      inspector, verdictOf(Timeout{Stage::Compile, false}, "timeout:compile:ConvertPass"));
  CHECK(hung.cause->function == Blamed{"ConvertPass"});
}

TEST_CASE("Of a case, what hides the failure is told apart from what it is already, and from what "
          "there was no time for") {
  const TestCase sum =
      *readText("assay 1\n%0 = argument f32[2]\n%1 = binary(%0, %0) {function=add}\n"
                "return %1\nrun\n  %0 = f32[2] [1,2]\n",
                "a sum");
  const FakeInspector inspector;
  Mismatch mismatch;
  mismatch.firstWrong = 1;
  const Failure failure{inspector, "toy:cpu:O2"_target, sum,
                        verdictOf(mismatch, "mismatch:binary(add)")};
  FakeTrials trials([](const TargetName &) { return wrong(); });
  trials.judgeCase = [](const TestCase &one, const TargetName &) {
    return one.program().arguments()[0].element == ElementType::F64 ? right() : wrong();
  };
  const auto has = [](const Cause &cause, const CaseChange &change) {
    return std::ranges::find(cause.changes, change) != cause.changes.end();
  };
  const Cause all = *withChanges({}, failure, trials);
  CHECK(has(all, {"elements=f64", true}));
  CHECK(has(all, {"elements=i32", false}));
  CHECK(has(all, {"elements=f32", false, true}));
  CHECK(all.untriedChanges == 0);

  const auto within = [&](size_t cases) {
    trials.judgedCases = 0;
    trials.mostCases = cases;
    return *withChanges({}, failure, trials);
  };
  const Cause none = within(0);
  CHECK(std::ranges::all_of(none.changes, &CaseChange::isSo));
  CHECK(none.untriedChanges ==
        static_cast<size_t>(std::ranges::count(all.changes, false, &CaseChange::isSo)));
  // That it is right with the inputs of the case alone tells nothing of others.
  const Cause half = within(none.untriedChanges);
  CHECK(half.untriedChanges == 1);
  CHECK_FALSE(has(half, {"elements=f64", true}));
}

TEST_CASE("A compiler that tells nothing is an error, after what the failure itself says") {
  const auto found = explained(Inspector(), wrong());
  CHECK_FALSE(found.cause);
  REQUIRE_FALSE(found.learnt.empty());
  CHECK(found.learnt.back().wrongFirst);
}
