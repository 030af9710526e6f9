#include "campaign/workers/Protocol.h"
#include "check/VerdictJson.h"

#include <catch2/catch.hpp>

using namespace assay;

namespace {

/// One verdict of every kind, with everything set.
std::vector<Verdict> oneOfEach() {
  Mismatch mismatch;
  mismatch.run = 2;
  mismatch.firstWrong = 7;
  mismatch.difference = {1, 9, {3, 0}, "0.25 +- 1e-7", "nan", 4, 12, {4, 3}, {9, 10}};
  std::vector<Outcomes> outcomes = {Agree{},
                                    mismatch,
                                    CompileFailure{"failed to bufferize op\n\"quoted\""},
                                    RunFailure{"run"},
                                    Crash{Stage::Load, "SIGSEGV"},
                                    Timeout{Stage::Run, true},
                                    Sanitizer{"4 bytes behind result 0"},
                                    Unsupported{"complex"},
                                    Inconclusive{"all NaN"},
                                    Flaky{"once"},
                                    Known{"iree-x", "https://example.org/1"},
                                    Inaccurate{mismatch, "loose_tanh"},
                                    MissedOptimisation{{{Metric::Transposes, 1}},
                                                       {{Metric::Transposes, 0}},
                                                       {Metric::Transposes, Metric::Bytes},
                                                       "return %0\n"}};
  REQUIRE(outcomes.size() == std::variant_size_v<OutcomeVariant>);
  std::vector<Verdict> out;
  for (Outcomes &outcome : outcomes) {
    Verdict verdict;
    bool agrees = std::holds_alternative<Agree>(outcome);
    verdict.outcome = std::move(outcome);
    verdict.signature = Signature::parse(agrees ? "" : "some:signature");
    verdict.exact = 1;
    verdict.bounded = 2;
    verdict.inconclusive = 3;
    verdict.seconds = {0.5, 0.25, 1, 2, 4};
    verdict.metrics = {{Metric::Dispatches, 2}};
    out.push_back(std::move(verdict));
  }
  return out;
}

} // namespace

TEST_CASE("A verdict of every kind survives the way to the supervisor") {
  for (const Verdict &verdict : oneOfEach()) {
    INFO(verdict.name());
    auto read = verdictFromJson(nlohmann::json::parse(toJson(verdict).dump()));
    REQUIRE(read);
    CHECK(read->outcome.index() == verdict.outcome.index());
    CHECK(read->signature == verdict.signature);
    CHECK(read->describe() == verdict.describe());
    CHECK(toJson(*read) == toJson(verdict));
    CHECK(read->metrics == verdict.metrics);
  }
}

TEST_CASE("A verdict is read as earlier versions wrote it, by numbers") {
  auto readText = [](const char *text) { return verdictFromJson(nlohmann::json::parse(text)); };
  const auto wrong =
      readText(R"({"v":1,"n":[1,2,3],"t":[0.5,0.25,1,2,4],"s":"some:signature","f":[2,9],
      "d":[2,7,1,9,[3,0],"0.25 +- 1e-7","nan",4,12]})");
  REQUIRE(wrong);
  Verdict expected = oneOfEach()[1];
  expected.frequency = {2, 9};
  CHECK(wrong->describe() == expected.describe());
  CHECK(wrong->signature.text() == "some:signature");
  CHECK(wrong->frequency == Frequency{2, 9});
  const auto crash = readText(R"({"v":4,"n":[0,0,0],"t":[0,0,0,0,0],"s":"x","d":[4,"SIGSEGV"]})");
  REQUIRE(crash);
  CHECK(std::get<Crash>(crash->outcome).stage == Stage::Load);
  const auto inaccurate = readText(R"({"v":11,"n":[0,0,0],"t":[0,0,0,0,0],"s":"x",
      "d":[2,7,1,9,[3,0],"1","2",4,12,true,"loose_tanh"]})");
  REQUIRE(inaccurate);
  CHECK(std::get<Inaccurate>(inaccurate->outcome).allowances == "loose_tanh");
  CHECK(std::get<Inaccurate>(inaccurate->outcome).nondeterministic);
  CHECK_FALSE(readText(R"({"v":12,"n":[0,0,0],"t":[0,0,0,0,0]})"));
  CHECK_FALSE(readText(R"({"v":4,"n":[0,0,0],"t":[0,0,0,0,0],"d":[7,"SIGSEGV"]})"));
}

TEST_CASE("Requests and replies are one line each and come back equal") {
  Setup setup{
      ~uint64_t(0), "default", {"cpu:O0"_target, "cpu:pipeline=a,b"_target}, {"fault", "folder"}};
  std::string line = encode(setup);
  CHECK(std::count(line.begin(), line.end(), '\n') == 1);
  auto request = decodeRequest(line);
  REQUIRE(request);
  CHECK(std::get<Setup>(*request).seed == setup.seed);
  CHECK(std::get<Setup>(*request).targets == setup.targets);
  CHECK(std::get<Setup>(*request).options.inject == "fault");
  CHECK(std::get<Setup>(*request).options.dumpFolder == "folder");

  auto range = decodeRequest(encode(RangeRequest{5, 1, 1LL << 40}));
  REQUIRE(range);
  CHECK(std::get<RangeRequest>(*range).end == 1LL << 40);

  auto mutants = decodeRequest(encode(MutantsRequest{5, 1, 4, 32, {"one", "other"}}));
  REQUIRE(mutants);
  CHECK(std::get<MutantsRequest>(*mutants).first == 1);
  CHECK(std::get<MutantsRequest>(*mutants).end == 4);
  CHECK(std::get<MutantsRequest>(*mutants).probes == 32);
  CHECK(std::get<MutantsRequest>(*mutants).bugs == std::vector<std::string>{"one", "other"});

  Verdict seen;
  seen.frequency = {2, 6};
  auto explain = decodeRequest(
      encode(ExplainRequest{"a case", "cpu:pipeline=a,b"_target, "fault", 2.5, seen}));
  REQUIRE(explain);
  CHECK(std::get<ExplainRequest>(*explain).testCase == "a case");
  CHECK(std::get<ExplainRequest>(*explain).target == "cpu:pipeline=a,b"_target);
  CHECK(std::get<ExplainRequest>(*explain).inject == "fault");
  CHECK(std::get<ExplainRequest>(*explain).seconds == 2.5);
  CHECK(std::get<ExplainRequest>(*explain).seen->frequency == Frequency{2, 6});
  explain = decodeRequest(encode(ExplainRequest{"a case", "cpu:O0"_target, "", 1}));
  REQUIRE(explain);
  CHECK_FALSE(std::get<ExplainRequest>(*explain).seen);
  CheckReply why;
  why.cause.emplace().passes = {{"cse", Evidence::LeftOut}};
  auto told = decodeReply(encode(why));
  REQUIRE(told);
  CHECK(std::get<CheckReply>(*told).cause == why.cause);

  const std::vector<std::optional<Device>> devices = {std::nullopt,
                                                      Device{"lib.so", "a GPU", "gfx942"}};
  auto ready = decodeReply(encode(Ready{"", devices}));
  REQUIRE(ready);
  CHECK(std::get<Ready>(*ready).devices == devices);
  auto reply = decodeReply(encode(CheckReply{4, 1, true, uint64_t(1) << 62, oneOfEach()[1]}));
  REQUIRE(reply);
  CHECK(std::get<CheckReply>(*reply).ops == uint64_t(1) << 62);
  CHECK(std::get<CheckReply>(*reply).verdict.name() == "mismatch");
  CHECK_FALSE(std::get<CheckReply>(*reply).mutant);
  const MutantResult result{MutantOutcome::Weak,
                            Change{Phase::Llvm, "drop-store", "llvm.store", 2, 3, "binary"},
                            "values",
                            true,
                            true,
                            {SemanticsLine::ZeroSign, SemanticsLine::AnyOrder},
                            "probe 1"};
  CheckReply ofMutant;
  ofMutant.mutant = MutantReply{3, result};
  auto judged = decodeReply(encode(ofMutant));
  REQUIRE(judged);
  CHECK(std::get<CheckReply>(*judged).mutant->number == 3);
  CHECK(std::get<CheckReply>(*judged).mutant->result == result);
}

TEST_CASE("A point of coverage goes over a pipe by its name once, and then by its number") {
  const PointCount fold{{CoveragePoint::Kind::Pattern, "(anonymous namespace)::Fold", "t.a"}, 7, 2};
  const PointCount pass{{CoveragePoint::Kind::Pass, "cse"}, 1, 1};
  CheckReply first, second;
  first.coverage = {fold};
  second.coverage = {pass, fold};
  SentPoints sent, received;
  const std::string lines[] = {encode(first, sent), encode(second, sent), encode(second, sent)};
  CHECK_THAT(lines[0], Catch::Contains("Fold"));
  CHECK_THAT(lines[1], Catch::Contains("cse") && !Catch::Contains("Fold"));
  const std::vector<PointCount> expected[] = {first.coverage, second.coverage, second.coverage};
  for (size_t i = 0; i < 3; ++i) {
    auto reply = decodeReply(lines[i], received);
    REQUIRE(reply);
    CHECK(std::get<CheckReply>(*reply).coverage == expected[i]);
  }
  // What is kept stands by itself.
  CHECK_FALSE(decodeReply(lines[2]));
  auto alone = decodeReply(encode(second));
  REQUIRE(alone);
  CHECK(std::get<CheckReply>(*alone).coverage == second.coverage);
}

TEST_CASE("A diagnostic with bytes that are no text does not break the line") {
  Verdict verdict;
  verdict.outcome = CompileFailure{"\xff\xfe\n\x01 tail"};
  std::string line = encode(CheckReply{0, 0, false, 0, verdict});
  CHECK(std::count(line.begin(), line.end(), '\n') == 1);
  CHECK(decodeReply(line));
}

TEST_CASE("Lines that are no replies are refused, not misread") {
  for (
      const char *line :
      {"", "nonsense", "{", "[]", "17", "null", "{\"v\":10,\"n\":[0,0,0]}", "{\"v\":-1}",
       R"({"v":0,"n":[0,0],"t":[0,0,0,0,0],"i":0,"k":0,"o":0})",
       R"({"v":1,"n":[0,0,0],"t":[0,0,0,0,0],"i":0,"k":0,"o":0})",
       R"({"v":4,"d":[99,"x"],"n":[0,0,0],"t":[0,0,0,0,0],"i":0,"k":0,"o":0})",
       R"({"v":0,"n":[0,0,0],"t":[0,0,0,0,0],"i":0,"k":0,"j":false,"o":0,"c":[5,1,1]})",
       R"({"v":0,"n":[0,0,0],"t":[0,0,0,0,0],"i":0,"k":0,"j":false,"o":0,"c":[["x","",""],1,1]})",
       R"({"v":0,"n":[0,0,0],"t":[0,0,0,0,0],"i":0,"k":0,"j":false,"o":0,"c":[["pass","cse",""],1]})",
       R"({"v":"agree","n":[0,0,0],"t":[0,0,0,0,0],"i":0,"k":0,"o":0})"}) {
    INFO(line);
    CHECK_FALSE(decodeReply(line));
    CHECK_FALSE(decodeRequest(line));
  }
}

TEST_CASE("A line that comes in pieces is whole when its end is there") {
  LineBuffer lines;
  lines.append("one\ntw");
  CHECK(lines.next() == "one");
  CHECK_FALSE(lines.next());
  CHECK(lines.pending() == 2);
  lines.append("o\n\nthree");
  CHECK(lines.next() == "two");
  CHECK(lines.next() == "");
  CHECK_FALSE(lines.next());
  CHECK(lines.pending() == 5);
}
