#include "triage/explain/GuiltyCut.h"
#include "tests/unit/triage/explain/Fakes.h"

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
