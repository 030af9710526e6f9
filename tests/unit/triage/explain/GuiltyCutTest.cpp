#include "triage/explain/GuiltyCut.h"
#include "tests/unit/triage/explain/Fakes.h"

#include <set>

using namespace assay;
using namespace assay::test;

using Texts = std::vector<std::string>;

/// Cuts after so many passes, called p1, p2, ..., and the target itself.
static std::vector<Cut> cutsOf(size_t passes) {
  std::vector<Cut> cuts;
  for (size_t place = 0; place <= passes; ++place)
    cuts.push_back({place == 0 ? "" : fmt::format("p{}", place),
                    *TargetName::parse(fmt::format("toy:pipeline={}", place))});
  return cuts;
}

/// The same, with the target that leaves out just that pass.
static std::vector<Cut> cutsToLeaveOut(size_t passes) {
  std::vector<Cut> cuts = cutsOf(passes);
  for (size_t place = 1; place < cuts.size(); ++place)
    cuts[place].without = *TargetName::parse(fmt::format("toy:without={}", place));
  return cuts;
}

/// A case that is wrong on the cuts and without the passes that are said, and right on others.
static FakeTrials::Judge wrongOn(const std::set<size_t> &places, const std::set<size_t> &without) {
  return [=](const TargetName &target) -> Expected<Verdict> {
    const std::string text = target.text(), prefix = "toy:without=";
    const bool isWrong = text.starts_with(prefix)
                             ? without.contains(std::stoul(text.substr(prefix.size())))
                             : places.contains(std::stoul(*target.pipeline));
    return isWrong ? wrong() : right();
  };
}

static size_t placeOf(const TargetName &target) { return std::stoul(*target.pipeline); }

static Failure failureOf(const Inspector &inspector, const Verdict &verdict = wrong()) {
  return {inspector, "toy:O2"_target, someCase(), verdict};
}

TEST_CASE("the pass after which a case is wrong is found in log2 steps") {
  constexpr size_t passes = 33, most = 1 + 6;
  for (size_t guilty = 1; guilty <= passes; ++guilty) {
    // What is wrong first may be called otherwise when less is done behind it.
    FakeTrials trials([&](const TargetName &target) -> Expected<Verdict> {
      return placeOf(target) < guilty ? right() : wrong(guilty % 2 ? "topk" : "sort");
    });
    const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsOf(passes), trials);
    REQUIRE(cut);
    CHECK_FALSE(cut->isPlain);
    CHECK(cut->guilty == Texts{fmt::format("p{}", guilty)});
    CHECK(cut->before.size() == guilty - 1);
    CHECK(placeOf(*cut->right) == guilty - 1);
    CHECK(cut->attempts.size() <= most);
    CHECK(trials.told.size() == cut->attempts.size());
  }
}

TEST_CASE("a pass that alone lowers what another makes may be to blame in its place") {
  std::vector<Cut> cuts = cutsOf(5);
  cuts[2].loweredBy = "p4";
  for (const size_t guilty : {2, 3}) {
    FakeTrials trials([&](const TargetName &target) -> Expected<Verdict> {
      return placeOf(target) < guilty ? right() : wrong();
    });
    const auto cut = findGuiltyCut(failureOf(FakeInspector()), cuts, trials);
    REQUIRE(cut);
    CHECK(cut->guilty == (guilty == 2 ? Texts{"p2", "p4"} : Texts{"p3"}));
  }
}

TEST_CASE("what is wrong with nothing but the plainest passes blames no other") {
  FakeTrials trials([](const TargetName &) -> Expected<Verdict> { return wrong(); });
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsOf(8), trials);
  REQUIRE(cut);
  CHECK(cut->isPlain);
  CHECK(cut->guilty.empty());
  CHECK(trials.asked.size() == 1);
}

TEST_CASE("cuts of which nothing can be said are passed over, and told of where they matter") {
  // Right before p3, wrong after p6, and between them something else.
  const auto judge = [](const TargetName &target) -> Expected<Verdict> {
    const size_t place = placeOf(target);
    return place < 3   ? right()
           : place < 6 ? place == 4 ? unsupported() : verdictOf(Timeout{}, "timeout:run")
                       : wrong();
  };
  FakeTrials trials(judge);
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsOf(9), trials);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p3", "p4", "p5"});
  CHECK(cut->before == Texts{"p1", "p2"});
}

TEST_CASE("the pass after which all fails is to blame, in whichever way it does") {
  const auto judge = [](const TargetName &target) -> Expected<Verdict> {
    const size_t place = placeOf(target);
    return place < 3 ? right() : place < 6 ? verdictOf(Timeout{}, "timeout:run") : wrong();
  };
  FakeTrials trials(judge);
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsOf(9), trials);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p3"});
}

TEST_CASE("a pass that crashes or refuses is found like one that goes wrong") {
  const Verdict refused = failureVerdict(rejection("no"));
  FakeTrials trials([&](const TargetName &target) -> Expected<Verdict> {
    return placeOf(target) < 4 ? right() : refused;
  });
  const auto cut = findGuiltyCut(failureOf(FakeInspector(), refused), cutsOf(9), trials);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p4"});
}

TEST_CASE("where it is right without the pass, no other cut is looked at") {
  FakeTrials trials(wrongOn({5, 6, 7, 8, 9}, {}));
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), trials);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p5"});
  CHECK(cut->without == WithoutPass::Right);
  CHECK(trials.asked.size() <= 6);
}

TEST_CASE("cuts that are right by chance behind the pass, or wrong ahead of it, mislead nobody") {
  // Halves come to p8: p3 makes it wrong, which does not show behind p4 to p7.
  FakeTrials behind(wrongOn({3, 8, 9}, {1, 2, 4, 5, 6, 7, 8, 9}));
  auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), behind);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p3"});
  CHECK(cut->before == Texts{"p1", "p2"});
  CHECK(cut->without == WithoutPass::Right);
  CHECK(cut->othersWrongAfter == Texts{"p8"});
  // Halves come to p3, behind which what is plainest goes wrong by itself.
  FakeTrials ahead(wrongOn({3, 4, 8, 9}, {1, 2, 3, 4, 5, 6, 7, 9}));
  cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), ahead);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p8"});
  CHECK(cut->othersWrongAfter == Texts{"p3"});
}

TEST_CASE("what shows only after a later pass is laid on the one without which it is right") {
  // p6 shows what p2 makes, and without p6 another pass does.
  FakeTrials trials(wrongOn({6, 7, 8, 9}, {1, 3, 4, 5, 6, 7, 8, 9}));
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), trials);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p2"});
  CHECK(cut->before == Texts{"p1"});
  CHECK(cut->shownAfter == "p6");
  CHECK(cut->hiding == Texts{"p2"});
}

TEST_CASE("a pass that cannot be left out is named by the cuts, with what else hides it") {
  const auto judge = wrongOn({6, 7, 8, 9}, {1, 2, 3, 5, 7, 8, 9});
  FakeTrials trials([&](const TargetName &target) -> Expected<Verdict> {
    if (target.text() == "toy:without=6")
      return Error{"leads nowhere"};
    return judge(target);
  });
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), trials);
  REQUIRE(cut);
  CHECK(cut->guilty == Texts{"p6"});
  CHECK(cut->without == WithoutPass::Otherwise);
  CHECK(cut->hiding == Texts{"p4"});
}

TEST_CASE("where no test tells several passes apart, all are named, and none of many") {
  const auto found = [&](const std::set<size_t> &places) {
    FakeTrials trials([&](const TargetName &target) -> Expected<Verdict> {
      if (target.text().starts_with("toy:without="))
        return unsupported();
      return places.contains(placeOf(target)) ? wrong() : right();
    });
    auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), trials);
    REQUIRE(cut);
    CHECK(cut->hasSeveralBorders);
    return *cut;
  };
  CHECK(found({2, 3, 7, 8, 9}).guilty == Texts{"p2", "p7"});
  const GuiltyCut many = found({1, 3, 5, 7, 9});
  CHECK(many.guilty.empty());
  CHECK(many.othersWrongAfter == Texts{"p1", "p3", "p5", "p7", "p9"});
}

TEST_CASE("what fails otherwise with the plainest passes may be laid on a pass all the same") {
  const auto judge = wrongOn({5, 6, 7, 8, 9}, {1, 2, 3, 4, 6, 7, 8, 9});
  FakeTrials trials([&](const TargetName &target) -> Expected<Verdict> {
    return target.text() == "toy:pipeline=0" ? verdictOf(Crash{}, "crash:compile:x")
                                             : judge(target);
  });
  const auto cut = findGuiltyCut(failureOf(FakeInspector()), cutsToLeaveOut(9), trials);
  REQUIRE(cut);
  CHECK_FALSE(cut->isPlain);
  CHECK(cut->guilty == Texts{"p5"});
}
