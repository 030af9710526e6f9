#include "triage/explain/Variations.h"
#include "tests/unit/triage/explain/Fakes.h"

using namespace assay;
using namespace assay::test;

static const std::vector<Variation> variations = {
    {"O0", "toy:cpu:O0"_target, VariationKind::Level},
    {"O1", "toy:cpu:O1"_target, VariationKind::Level},
    {"gpu", "toy:gpu:O2"_target, VariationKind::Backend},
    {"O3", "toy:cpu:O3"_target, VariationKind::Level}};

static Expected<TriedVariations> tried(const std::map<std::string, Verdict> &verdicts,
                                       const Inspector &inspector = FakeInspector()) {
  FakeTrials trials([&](const TargetName &target) { return verdicts.at(target.text()); });
  return tryVariations({inspector, "toy:cpu:O2"_target, someCase(), wrong()}, variations, trials);
}

TEST_CASE("A failure is hidden by what makes the case right, not by what says nothing") {
  const auto found = tried({{"toy:cpu:O0", right()},
                            {"toy:cpu:O1", wrong()},
                            {"toy:gpu:O2", unsupported()},
                            {"toy:cpu:O3", right()}});
  REQUIRE(found);
  CHECK(found->hiddenBy ==
        std::vector<Hiding>{{VariationKind::Level, "O0"}, {VariationKind::Level, "O3"}});
  CHECK(found->otherwise.empty());
  CHECK(found->attempts.size() == variations.size());
  CHECK(found->takingOver == "toy:cpu:O0"_target);
}

TEST_CASE("What is right by chance and fails with other inputs hides nothing") {
  FakeTrials trials([](const TargetName &) { return right(); });
  std::vector<std::string> asked;
  const auto found =
      tryVariations({FakeInspector(), "toy:cpu:O2"_target, someCase(), wrong()}, variations, trials,
                    [&](const TargetName &target) -> Expected<std::optional<Verdict>> {
                      asked.push_back(target.text());
                      return target.level == "O0"   ? std::optional(wrong())
                             : target.level == "O1" ? std::optional(wrong("sort"))
                                                    : std::nullopt;
                    });
  REQUIRE(found);
  CHECK(asked.size() == variations.size());
  CHECK(found->shownWith == std::vector<Hiding>{{VariationKind::Level, "O0"}});
  REQUIRE(found->otherwise.size() == 1);
  CHECK(found->otherwise[0].what == "O1");
  CHECK(found->hiddenBy ==
        std::vector<Hiding>{{VariationKind::Backend, "gpu"}, {VariationKind::Level, "O3"}});
  CHECK(found->takingOver == "toy:cpu:O3"_target);
  // Where they were not right, nobody asks.
  FakeTrials failing([](const TargetName &) { return wrong(); });
  CHECK(tryVariations(
      {FakeInspector(), "toy:cpu:O2"_target, someCase(), wrong()}, variations, failing,
      [](const TargetName &) -> Expected<std::optional<Verdict>> { return Error{"nobody asks"}; }));
}

TEST_CASE("Another failure is told of, and hides nothing") {
  const auto found = tried({{"toy:cpu:O0", wrong("sort")},
                            {"toy:cpu:O1", wrong()},
                            {"toy:gpu:O2", wrong()},
                            {"toy:cpu:O3", wrong()}});
  REQUIRE(found);
  CHECK(found->hiddenBy.empty());
  REQUIRE(found->otherwise.size() == 1);
  CHECK(found->otherwise[0].what == "O0");
  CHECK(found->otherwise[0].verdict.signature == wrong("sort").signature);
  CHECK_FALSE(found->takingOver);
}

TEST_CASE("What hides a failure takes over only where it can go on with what was begun") {
  const std::map<std::string, Verdict> verdicts = {{"toy:cpu:O0", wrong()},
                                                   {"toy:cpu:O1", wrong()},
                                                   {"toy:gpu:O2", right()},
                                                   {"toy:cpu:O3", right()}};
  CHECK(tried(verdicts)->takingOver == "toy:cpu:O3"_target);
  CHECK(tried(verdicts)->apart->what == "gpu");
  // One that knows no phases has nothing to take over.
  const auto unknown = tried(verdicts, Inspector());
  CHECK(unknown->hiddenBy ==
        std::vector<Hiding>{{VariationKind::Backend, "gpu"}, {VariationKind::Level, "O3"}});
  CHECK_FALSE(unknown->takingOver);
  CHECK(unknown->apart->what == "gpu");
}

TEST_CASE("Of what cannot take over, a backend is compared rather than a flag before it") {
  std::map<std::string, Verdict> verdicts = {{"toy:cpu:O0", right()},
                                             {"toy:cpu:O1", wrong()},
                                             {"toy:gpu:O2", right()},
                                             {"toy:cpu:O3", right()}};
  CHECK(tried(verdicts, Inspector())->apart->what == "gpu");
  verdicts["toy:gpu:O2"] = wrong();
  CHECK(tried(verdicts, Inspector())->apart->what == "O0");
  verdicts["toy:cpu:O0"] = verdicts["toy:cpu:O3"] = wrong();
  CHECK_FALSE(tried(verdicts, Inspector())->apart);
}

TEST_CASE("Variations are counted, told of one by one, and what is wrong with the environment ends "
          "them") {
  FakeTrials trials([](const TargetName &target) -> Expected<Verdict> {
    if (target.level == "O1")
      return Error{"the disk is full"};
    return right();
  });
  const auto found = tryVariations({FakeInspector(), "toy:cpu:O2"_target, someCase(), wrong()},
                                   variations, trials);
  REQUIRE_FALSE(found);
  CHECK(found.error().message == "the disk is full");
  CHECK(trials.told == std::vector<std::string>{"O0"});
  CHECK(trials.shown == std::vector<std::string>{"variation 1 of 4: O0", "variation 2 of 4: O1"});
}

TEST_CASE("When the time is over the other variations are counted as not tried") {
  FakeTrials trials([](const TargetName &) { return right(); });
  trials.most = 1;
  const auto found = tryVariations({FakeInspector(), "toy:cpu:O2"_target, someCase(), wrong()},
                                   variations, trials);
  REQUIRE(found);
  CHECK(found->attempts.size() == 1);
  CHECK(found->untried == 3);
  CHECK(found->takingOver == "toy:cpu:O0"_target);
}

TEST_CASE("A variation that there was not enough time for is none that was tried") {
  class HurriedTrials : public FakeTrials {
  public:
    using FakeTrials::FakeTrials;
    Expected<std::optional<Verdict>> inTime(const TargetName &target,
                                            const std::string &doing) override {
      if (target.level == "O1")
        return std::optional<Verdict>();
      return FakeTrials::inTime(target, doing);
    }
  };
  HurriedTrials trials([](const TargetName &) { return right(); });
  const auto found = tryVariations({FakeInspector(), "toy:cpu:O2"_target, someCase(), wrong()},
                                   variations, trials);
  REQUIRE(found);
  CHECK(trials.told == std::vector<std::string>{"O0"});
  CHECK(found->untried == 3);
}
