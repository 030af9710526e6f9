#include "campaign/gate/BaseMemory.h"
#include "campaign/gate/NearVariants.h"
#include "campaign/gate/Outputs.h"
#include "campaign/gate/PlantedFaults.h"
#include "check/FailureVerdict.h"
#include "program/Text.h"
#include "support/Random.h"
#include "support/ReadFile.h"
#include "tests/unit/campaign/TemporaryFolder.h"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <fstream>

using namespace assay;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

TestCase caseFrom(const char *text) {
  auto testCase = readText(text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

TestCase sum() {
  return caseFrom(R"(assay 1
d0 dynamic
%0 = argument f32[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=3
  %0 = f32[3] [1,2,3]
)");
}

Verdict compileFailure(const char *diagnostic) {
  Verdict verdict;
  verdict.outcome = CompileFailure{diagnostic};
  verdict.signature = Signature::parse(std::string("compile-failure:") + diagnostic);
  return verdict;
}

/// A gate that found so many new failures, of long and hostile words.
GateResult manyFindings(int count) {
  GateResult result;
  result.version = "1";
  result.pairs = {{"cpu:O0"_target, "cpu:O2"_target, "a", "b"}};
  result.verdicts["agree"] = 1;
  result.folder = "out";
  for (int i = 0; i < count; ++i) {
    GateFinding finding;
    finding.change = i % 2 == 0 ? GateChange::New : GateChange::Changed;
    finding.verdict = "compile_failure";
    finding.signature = fmt::format("compile-failure:{} ```::error::x|\x1b[31m", i);
    finding.detail = std::string(3000, 'x') + "\n::error::y\n";
    finding.program = "program 1";
    finding.targets = {{"cpu:O2"_target, 1}};
    finding.caseName = "abc";
    result.findings.push_back(std::move(finding));
  }
  return result;
}

/// What a compiler may print: bytes that are no text, that end what they stand in, or that act on a
/// terminal, a page or a workflow.
std::string hostileText(Random &random) {
  const std::string parts[] = {"]]>",
                               "<script>alert(1)</script>",
                               "&#0;",
                               "<!--",
                               "--!>",
                               "\x1b[31m\x1b]0;t\a",
                               "\r\n::error::",
                               "%0A::set-output name=x::",
                               "```",
                               "| a | b |",
                               "\xed\xa0\x80",
                               "\xf4\x90\x80\x80",
                               "\xef\xbf\xbe",
                               "\xef\xbf\xbf",
                               "\xe2\x80\xa8",
                               "\xe2\x80\xae",
                               "\xc2\x85",
                               "\xc2\x9b",
                               "\xff\xfe",
                               "\xc0\x80",
                               "\\u0000\\ud800",
                               "\"'\\",
                               "![x](http://x)",
                               "@everyone",
                               std::string(1, '\0')};
  std::string text;
  for (int64_t i = random.between(0, 12); i > 0; --i)
    text += random.chance(30)
                ? std::string(1, static_cast<char>(random.between(0, 255)))
                : parts[random.between(0, static_cast<int64_t>(std::size(parts)) - 1)];
  if (random.chance(1))
    text += std::string(size_t(1) << 16, static_cast<char>(random.between(0, 255)));
  return text;
}

/// A gate of which each word that a compiler may have said is such.
GateResult hostileGate(Random &random) {
  GateResult result = manyFindings(static_cast<int>(random.between(1, 8)));
  for (GateFinding &finding : result.findings) {
    finding.change = static_cast<GateChange>(random.between(0, 6));
    for (std::string *text : {&finding.signature, &finding.detail, &finding.baseSignature,
                              &finding.baseDetail, &finding.known, &finding.program})
      *text = hostileText(random);
  }
  const TargetName target = "cpu:O2"_target;
  for (int i = 0; i < 3; ++i) {
    result.cases.push_back({hostileText(random), target, "agree", "compile_failure",
                            hostileText(random), 1, GateChange::New, 0});
    result.newlyUnsupported[hostileText(random)] = 1;
    result.newlyInconclusive[hostileText(random)] = 2;
  }
  return result;
}

/// Whether all of it is text in UTF-8 that XML may hold, and nothing of it acts on a terminal.
bool isPlain(const std::string &text) {
  try {
    (void)nlohmann::json(text).dump(); // throws of what is no UTF-8
  } catch (const nlohmann::json::exception &) {
    return false;
  }
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const std::string_view three = std::string_view(text).substr(i, 3);
    if ((byte < 0x20 && byte != '\n' && byte != '\t') || (byte == 0xc2 && next < 0xa0) ||
        three == "\xef\xbf\xbe" || three == "\xef\xbf\xbf" || three == "\xe2\x80\xa8" ||
        three == "\xe2\x80\xae")
      return false;
  }
  return true;
}

} // namespace

TEST_CASE("a near variant has other inputs, or an extent that is one more or less") {
  std::vector<std::string> how;
  for (const NearVariant &variant : nearVariants(sum())) {
    how.push_back(variant.how);
    CHECK_FALSE(variant.testCase == sum());
    CHECK(variant.testCase.program() == sum().program());
  }
  CHECK(how == std::vector<std::string>{"with other inputs", "with other inputs",
                                        "with d0 one more", "with d0 one less"});
}

TEST_CASE("a failure of a base is remembered by compiler, setting and program, and its cause") {
  test::TemporaryFolder folder;
  const auto file = folder / "data" / "bases.jsonl";
  const Verdict seen = compileFailure("no such op");
  {
    auto memory = BaseMemory::open(file);
    REQUIRE(memory);
    REQUIRE(memory->add("abc", "cpu:O0", sum(), seen));
    REQUIRE(memory->add("abc", "cpu:O0", sum(), seen));
    CHECK(memory->size() == 1);
  }
  std::ofstream(file, std::ios::app) << "{\"key\": \"cut sho";
  auto memory = BaseMemory::open(file);
  REQUIRE(memory);
  CHECK(memory->find("abc", "cpu:O0", sum(), seen));
  CHECK_FALSE(memory->find("abd", "cpu:O0", sum(), seen));
  CHECK_FALSE(memory->find("abc", "cpu:O1", sum(), seen));
  CHECK_FALSE(memory->find("abc", "cpu:O0", sum(), compileFailure("another")));
  CHECK_FALSE(memory->find("abc", "cpu:O0", nearVariants(sum())[0].testCase, seen));
  // What comes behind a line that was cut short is whole.
  REQUIRE(memory->add("def", "cpu:O0", sum(), seen));
  memory = BaseMemory::open(file);
  REQUIRE(memory);
  CHECK(memory->size() == 2);
}

TEST_CASE("a memory of bases that is damaged in the middle is told with the line") {
  test::TemporaryFolder folder;
  const auto file = folder / "bases.jsonl";
  auto memory = BaseMemory::open(file);
  REQUIRE(memory);
  for (const char *content : {"abc", "def", "ghi"})
    REQUIRE(memory->add(content, "cpu:O0", sum(), compileFailure("no such op")));
  std::string text = *readFile(file);
  text.replace(text.find('\n') + 8, 3, 3, '\0');
  std::ofstream(file) << text;
  memory = BaseMemory::open(file);
  REQUIRE_FALSE(memory);
  CHECK_THAT(memory.error().message, Catch::Matchers::Contains("is damaged in line 2: "));
}

TEST_CASE("however much was found, each output keeps within what its readers take") {
  const GateJudgement judgement{defaultGateKinds(), 1};
  for (int count : {1, 9, 10, 11, 6000}) {
    const GateResult result = manyFindings(count);
    const std::string comment = gateMarkdown(result, judgement, longestComment);
    CHECK(comment.size() <= longestComment);
    CHECK(gateMarkdown(result, judgement).size() <= longestSummary);
    CHECK((count > 100) == (comment.find("more left out here") != std::string::npos));
    const std::string annotations = gateAnnotations(result, judgement);
    CHECK(std::ranges::count(annotations, '\n') == std::min(count, 10));
    const auto sarif = nlohmann::json::parse(gateSarif(result, judgement));
    CHECK(sarif["runs"][0]["results"].size() == static_cast<size_t>(std::min(count, 5000)));
    CHECK(gateSarif(result, judgement).size() < 10'000'000);
  }
}

TEST_CASE("the worst stands first in what is cut, and the last annotation says how many more") {
  const GateJudgement judgement{defaultGateKinds(), 1};
  const GateResult result = manyFindings(30);
  CHECK_THAT(gateMarkdown(result, judgement, 8'000), Contains("compile-failure:0 "));
  CHECK_THAT(gateAnnotations(result, judgement), Contains("::and 20 more\n"));
}

TEST_CASE("what has the cause of another finding says so, and counts as no cause of its own") {
  GateResult result = manyFindings(3);
  const GateJudgement judgement{defaultGateKinds(), 1};
  CHECK_THAT(gateText(result, judgement), Contains("2 new failures, 1 changed\n"));
  result.findings[2].cause = Cause();
  result.findings[2].sameCauseAs = "compile-failure:first";
  CHECK_THAT(gateText(result, judgement), Contains("2 new failures, 1 changed, of 2 causes\n") &&
                                              Contains("cause: that of compile-failure:first; "));
  CHECK_THAT(gateMarkdown(result, judgement), Contains("that of compile-failure:first; "));
  CHECK(nlohmann::json::parse(gateJson(result, judgement))["findings"][2]["sameCauseAs"] ==
        "compile-failure:first");
}

TEST_CASE("what is not to be failed on is a warning, and skipped") {
  const GateResult result = manyFindings(1);
  const GateJudgement judgement{{"crash"}, 0};
  CHECK_FALSE(fails(result, judgement.failOn));
  CHECK(fails(result, defaultGateKinds()));
  CHECK_THAT(gateAnnotations(result, judgement), StartsWith("::warning "));
  CHECK_THAT(gateJunit(result, judgement, FlakyInJunit::Skipped),
             Contains("<skipped message=\"not failed on\"/>"));
  CHECK_THAT(gateJunit(result, judgement, FlakyInJunit::Skipped), !Contains("<failure"));
}

TEST_CASE("compiling is slower if it takes a quarter more, and no less than five milliseconds") {
  CompileTimes times;
  times.programs = 20;
  times.base = {0.010, 0.100};
  times.candidate = {0.012, 0.120};
  CHECK_FALSE(times.isSlower());
  // Of 20 the slowest one tells nothing.
  times.candidate.slowest = 0.130;
  CHECK_FALSE(times.isSlower());
  times.programs = 500;
  CHECK(times.isSlower());
  times.programs = 20;
  times.candidate = {0.014, 0.100};
  CHECK_FALSE(times.isSlower());
  times.candidate = {0.100, 0.500};
  times.programs = 3;
  CHECK_FALSE(times.isSlower());
}

TEST_CASE("the share of planted faults found grows with the programs to all of them") {
  const auto shareOf = [](int64_t programs) {
    return plantedFaultsFound("default", programs)->found;
  };
  CHECK(shareOf(0) == 0);
  CHECK(shareOf(10) > 0);
  CHECK(shareOf(10) < shareOf(100));
  CHECK(shareOf(100'000) == 1);
  CHECK(plantedFaultsFound("default", 1)->faults > 60);
  CHECK_FALSE(plantedFaultsFound("sorting", 100));
}

TEST_CASE("whatever compilers print, each output is text that its readers take") {
  const GateJudgement judgement{defaultGateKinds(), 1};
  for (uint64_t seed = 0; seed < 10; ++seed) {
    Random random = Random::forIndex(29, seed);
    const GateResult result = hostileGate(random);
    INFO(seed);
    const std::string json = gateJson(result, judgement), sarif = gateSarif(result, judgement);
    for (const std::string &text :
         {json, sarif, gateText(result, judgement), gateMarkdown(result, judgement),
          gateMarkdown(result, judgement, longestComment), gateAnnotations(result, judgement),
          gateJunit(result, judgement, FlakyInJunit::Skipped),
          gateJunit(result, judgement, FlakyInJunit::Passed)})
      CHECK(isPlain(text));
    CHECK(nlohmann::json::accept(json));
    CHECK(nlohmann::json::accept(sarif));
  }
}
