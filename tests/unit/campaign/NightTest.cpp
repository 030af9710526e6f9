#include "campaign/night/NightConfig.h"
#include "campaign/night/NightHealth.h"
#include "campaign/night/NightSchedule.h"
#include "tests/unit/campaign/TemporaryFolder.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <numeric>

using namespace assay;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

/// Seconds that each pair gets of so many campaigns of a minute, in each of which pair `lucky`
/// finds so many new causes.
std::vector<double> shares(std::vector<double> weights, size_t lucky, int64_t newCauses,
                           int campaigns = 1000) {
  std::vector<PastCampaign> past;
  std::vector<double> seconds(weights.size());
  for (int i = 0; i < campaigns; ++i) {
    const size_t pair = nextPair(weights, past);
    past.push_back({pair, 60, pair == lucky ? newCauses : 0});
    seconds[pair] += 60;
  }
  const double all = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  for (double &share : seconds)
    share /= all;
  return seconds;
}

NightCampaign campaignOf(const std::string &target, int64_t checks, int64_t known, int64_t givenOps,
                         int64_t acceptedOps, const std::string &profile = "default") {
  NightCampaign campaign;
  campaign.target = target;
  campaign.profile = profile;
  campaign.state = NightCampaign::State::Done;
  campaign.checks = checks;
  campaign.verdicts = {{"agree", checks - known}, {"known", known}};
  campaign.givenOps = givenOps;
  campaign.acceptedOps = acceptedOps;
  return campaign;
}

NightRecord nightOf(std::vector<NightCampaign> campaigns) {
  NightRecord night;
  night.campaigns = std::move(campaigns);
  return night;
}

std::string errorOf(const std::string &text) {
  const auto config = NightConfig::parse(text, "night.json");
  return config ? "" : config.error().message;
}

} // namespace

TEST_CASE("pairs without news share a night's time by their weights") {
  const auto got = shares({1, 2, 5}, 99, 0);
  CHECK(got[0] == Approx(1.0 / 8).margin(0.01));
  CHECK(got[1] == Approx(2.0 / 8).margin(0.01));
  CHECK(got[2] == Approx(5.0 / 8).margin(0.01));
}

TEST_CASE("a pair that brings new causes gets up to four times as much, and none starves") {
  const auto one = shares({1, 1, 1, 1}, 2, 1), many = shares({1, 1, 1, 1}, 2, 100);
  CHECK(one[2] > 0.3);
  CHECK(many[2] == Approx(4.0 / 7).margin(0.01));
  for (size_t pair : {0, 1, 3})
    CHECK(many[pair] >= 1.0 / 4 / 4);
}

TEST_CASE("a pair that has ceased to bring news falls back to its weight") {
  const std::vector<double> weights{1, 1};
  std::vector<PastCampaign> past;
  for (int i = 0; i < 40; ++i) {
    const size_t pair = nextPair(weights, past);
    past.push_back({pair, 60, pair == 0 && i < 20 ? 5 : 0});
  }
  const auto latest = std::span(past).last(10);
  CHECK(std::ranges::count(latest, size_t(0), &PastCampaign::pair) == 5);
}

TEST_CASE("what took longer counts as more") {
  const std::vector<double> weights{1, 1};
  CHECK(nextPair(weights, std::vector<PastCampaign>{{0, 60, 0}, {1, 61, 0}}) == 0);
  CHECK(nextPair(weights, std::vector<PastCampaign>{{0, 60, 0}, {1, 59, 0}}) == 1);
}

TEST_CASE("a pair that is new goes first, and does not catch up on what others had before") {
  const std::vector<double> weights{1, 1, 1};
  std::vector<PastCampaign> past;
  for (int i = 0; i < 100; ++i)
    past.push_back({static_cast<size_t>(i % 2), 60, 0});
  CHECK(nextPair(weights, past) == 2);
  past.push_back({2, 60, 0});
  for (int i = 0; i < 30; ++i)
    past.push_back({nextPair(weights, past), 60, 0});
  CHECK(std::ranges::count(past, size_t(2), &PastCampaign::pair) <= 12);
}

TEST_CASE("no seed comes again, whatever is drawn") {
  NightRecord first = nightOf({NightCampaign(), NightCampaign()});
  first.campaigns[0].seed = 7;
  first.campaigns[1].seed = 8;
  NightRecord second = nightOf({NightCampaign()});
  second.campaigns[0].seed = 9;
  uint64_t next = 7;
  CHECK(unusedSeed(std::vector{first, second}, [&] { return next++; }) == 10);
}

TEST_CASE("a night is unhealthy for each of its reasons, and otherwise healthy") {
  const NightRecord usual = nightOf({campaignOf("a", 100, 10, 900, 800)});
  const std::vector<NightRecord> earlier{usual, usual};
  const auto reasons = [&](const NightRecord &night) { return unhealthyReasons(night, earlier); };
  CHECK(reasons(usual).empty());
  CHECK(reasons(nightOf({campaignOf("a", 100, 49, 900, 410)})).empty());

  const auto halved = reasons(nightOf({campaignOf("a", 100, 10, 900, 390)}));
  REQUIRE(halved.size() == 1);
  CHECK_THAT(halved[0],
             Contains("acceptance on a halved for the profile default: 43 %") && Contains("89 %"));
  const auto known = reasons(nightOf({campaignOf("a", 100, 50, 900, 800)}));
  REQUIRE(known.size() == 1);
  CHECK(known[0] == "50 of 100 checks on a end as known");
  // Of both campaigns, the most frequent first.
  auto some = campaignOf("a", 60, 30, 900, 800), more = campaignOf("a", 40, 20, 900, 800);
  some.knownBugs = {{"once", 1}, {"often", 14}, {"seldom", 3}, {"second", 12}};
  more.knownBugs = {{"often", 16}, {"never-before", 4}};
  const auto named = reasons(nightOf({some, more}));
  REQUIRE(named.size() == 1);
  CHECK(named[0] == "50 of 100 checks on a end as known: 30 as often, 12 as second, 4 as "
                    "never-before, 4 as 2 others");
  more.knownBugs.clear();
  CHECK_THAT(reasons(nightOf({some, more}))[0], EndsWith("3 as seldom, 1 as once"));
  const auto nothing = reasons(nightOf({campaignOf("a", 3, 0, 9, 0), campaignOf("b", 3, 0, 9, 9)}));
  REQUIRE(nothing.size() == 1);
  CHECK(nothing[0] == "nothing compiled on a, of 3 checks");
  CHECK(reasons(nightOf({})) == std::vector<std::string>{"nothing was checked"});
  NightRecord gone = usual;
  gone.gone["b"] = "there is no b";
  CHECK(reasons(gone) == std::vector<std::string>{"b is gone: there is no b"});
}

TEST_CASE("acceptance is held against the median of healthy nights, of the same target") {
  const NightRecord low = nightOf({campaignOf("a", 100, 0, 900, 300)});
  NightRecord sick = nightOf({campaignOf("a", 100, 0, 900, 900)});
  sick.unhealthy = {"it was"};
  const NightRecord other = nightOf({campaignOf("b", 100, 0, 900, 900)});
  const NightRecord night = nightOf({campaignOf("a", 100, 0, 900, 200)});
  CHECK(unhealthyReasons(night, std::vector<NightRecord>{low, sick, sick, other}).empty());
  CHECK(unhealthyReasons(night, std::vector<NightRecord>{}).empty());
  const NightRecord high = nightOf({campaignOf("a", 100, 0, 900, 900)});
  CHECK(unhealthyReasons(night, std::vector<NightRecord>{low, high, high}).size() == 1);
}

TEST_CASE("acceptance is held against that of the same profile, and not against one small night") {
  const auto much = campaignOf("a", 100, 0, 900, 900, "small"),
             little = campaignOf("a", 100, 0, 900, 90, "attention");
  const NightRecord both = nightOf({much, little});
  CHECK(unhealthyReasons(nightOf({little}), std::vector{both, both}).empty());
  CHECK(unhealthyReasons(nightOf({little}), std::vector{nightOf({much}), nightOf({much})}).empty());
  const auto halved = unhealthyReasons(
      nightOf({much, campaignOf("a", 100, 0, 900, 40, "attention")}), std::vector{both, both});
  REQUIRE(halved.size() == 1);
  CHECK_THAT(halved[0], Contains("on a halved for the profile attention: 4 %"));

  const NightRecord lower = nightOf({campaignOf("a", 99, 0, 900, 300, "small")});
  const NightRecord small = nightOf({campaignOf("a", 99, 0, 900, 900, "small")});
  CHECK(unhealthyReasons(lower, std::vector{small}).empty());
  CHECK(unhealthyReasons(lower, std::vector{small, small}).size() == 1);
  CHECK(unhealthyReasons(lower, std::vector{nightOf({much})}).size() == 1);
}

TEST_CASE("paths of a config are seen from its folder, and what is not said has a default") {
  const auto config = NightConfig::parse(
      R"({"folder": "kept", "targets": {"cpu:O2": 2, "iree:llvm-cpu:O2": 1, "manifest=my.json:O1": 1},
          "releases": {"iree": ">=3.11, <4"}, "profiles": {"default": 1, "plans/mine.json": 0.5}})",
      "/etc/night.json");
  if (!config)
    FAIL(config.error().message);
  CHECK(config->folder == "/etc/kept");
  CHECK(config->page == "/etc/kept/page");
  CHECK(config->profiles[1].plan == "/etc/plans/mine.json");
  CHECK(config->minutes == 480);
  CHECK(config->targets[0].weight == 2);
  CHECK(config->targets[2].name.text() == "manifest=/etc/my.json:O1");
  const VersionRange &range = config->releases.at("iree");
  CHECK(range.contains({3, 11, 0}));
  CHECK(range.contains({3, 14, 2}));
  CHECK_FALSE(range.contains({3, 10, 9}));
  CHECK_FALSE(range.contains({4, 0, 0}));
}

TEST_CASE("what is wrong in a config is told with its place") {
  const std::map<std::string, std::string> wrong = {
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "tagets": {}})", "\"tagets\""},
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "keep": {"night": 3}})",
       "/keep: has a member \"night\" that is not known; there are nights, releases; did you mean "
       "nights?"},
      {R"({"targets": {"cpu:O2": 1}})", "lacks \"folder\""},
      {R"({"folder": "n"})", "lacks \"targets\""},
      {R"({"folder": "n", "targets": {}})", "/targets: must be an object with something in it"},
      {R"({"folder": "n", "targets": {"cpu": 1}})", "/targets/cpu: is a compiler without level"},
      {R"({"folder": "n", "targets": {"cpu:O2": 0}})", "/targets/cpu:O2: must be a number above 0"},
      {R"({"folder": "n", "targets": {"iree:vmvx:O2": 1}})", "names no release"},
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "releases": {"iree": "new"}})",
       "/releases/iree: \"new\" is no range of versions"},
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "releases": {"xla": ">1"}})",
       "/releases/xla: is no compiler"},
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "night": {"minutes": "8h"}})",
       "/night/minutes"},
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "campaign": {"programs": 0}})",
       "/campaign/programs: must be 1 or more"},
      {R"({"folder": "n", "targets": {"cpu:O2": 1}, "retest": "iree"})", "/retest: must be a list"},
      {"{\n\"folder\": \"n\",,\n}", "line 2 is no JSON"},
      {"{\"folder\": \"n\",\n\"targets\": {\"cpu:O2\": 1}}\n}",
       "line 3 is no JSON: '}' stands behind the last bracket"},
      {R"({"folder": "n", "targets": {"cpu:O2": 1, "cpu:O2": 2}})",
       "the key \"cpu:O2\" stands twice in one object"},
      {R"({"targets": {"cpu:O2": 1e400}})", "a number is too large"},
  };
  for (const auto &[text, message] : wrong) {
    INFO(text);
    CHECK_THAT(errorOf(text), Contains(message) && Contains("night.json"));
  }
}
