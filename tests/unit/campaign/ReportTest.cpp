#include "campaign/report/Report.h"
#include "campaign/report/Commands.h"
#include "campaign/report/Throughput.h"
#include "check/VerdictJson.h"
#include "tests/unit/campaign/TemporaryFolder.h"

#include "support/ShellText.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

using namespace assay;
using Catch::Contains;

namespace {

Summary summary(const test::TemporaryFolder &folder) {
  Summary out;
  out.store = folder / "a <b> & c.db";
  out.campaigns = {
      {7, "de<fault>", {"cpu:O0"_target, "cpu:pipeline=a,b{x=\"y\"}"_target}, "", "0.1.0"}};
  for (std::string_view verdict : verdictNames())
    out.totals.verdicts.emplace(verdict, 0);
  for (OpKind kind : allOpKinds)
    out.totals.ops.emplace(name(kind), OpAcceptance());
  return out;
}

} // namespace

TEST_CASE("The report of an empty campaign is a whole page without findings") {
  test::TemporaryFolder folder;
  std::string page = renderReport(summary(folder), folder / ".");
  CHECK_THAT(page, Contains("No check accused a target"));
  CHECK_THAT(page, Contains("</html>"));
  CHECK_THAT(page, !Contains("{{"));
  CHECK_THAT(page, !Contains("nan"));
}

TEST_CASE("Everything in the report is escaped") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  FindingRow row;
  row.signature = "<script>alert(1)</script>";
  row.detail = "a < b && c > \"d\" 'e'";
  row.target = "<img src=x>"_target;
  row.verdict = "mismatch";
  all.findings = {{row, 3}};
  std::string page = renderReport(all, folder / ".");
  CHECK_THAT(page, !Contains("<script") && !Contains("<img"));
  CHECK_THAT(page, Contains("&lt;script&gt;alert(1)"));
  CHECK_THAT(page, Contains("de&lt;fault&gt;"));
}

TEST_CASE("What acts on a terminal is spelled out in the report and the summary") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  FindingRow row;
  row.signature = "crash:\x1b]0;owned\a{{title}}";
  row.detail = "\xc2\x9b"
               "2J\xff";
  row.verdict = "crash";
  all.findings = {{row, 3}};
  const std::string page = renderReport(all, folder / ".");
  CHECK_THAT(page, Contains("crash:\\x1b]0;owned\\x07{{title}}") && Contains("\\u009b2J\\xff"));
  const std::string json = summaryJson(all, "completed");
  for (const std::string &text : {page, json})
    for (const char *acting : {"\x1b", "\a", "\xc2\x9b"})
      CHECK_THAT(text, !Contains(acting));
  CHECK(nlohmann::json::parse(json)["findings"][0]["signature"] == row.signature);
}

TEST_CASE("Findings of one cause are counted as one, whatever their order, and say whose it is") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  const auto finding = [](const char *signature, std::pair<uint64_t, int64_t> first,
                          std::optional<const char *> hiddenBy) {
    Finding out;
    out.row.signature = signature;
    out.row.verdict = "mismatch";
    out.count = 2;
    out.first = first;
    if (hiddenBy) {
      out.cause.emplace();
      out.cause->cause.kind = "mismatch";
      out.cause->cause.signature = "mismatch:topk";
      out.cause->cause.wrongFirst.emplace();
      out.cause->cause.hiddenBy = {{VariationKind::Level, *hiddenBy}};
    }
    return out;
  };
  all.findings = {finding("a", {2, 0}, "O0"), finding("b", {1, 9}, "O0"),
                  finding("c", {1, 8}, "O1"), finding("d", {3, 0}, std::nullopt)};
  const std::vector<std::vector<std::string>> wanted = {{"c"}, {"b", "a"}, {"d"}};
  do {
    std::vector<std::vector<std::string>> groups;
    for (const FindingsOfCause &cause : byCause(all)) {
      groups.emplace_back();
      for (const Finding *one : cause.findings)
        groups.back().push_back(one->row.signature);
    }
    CHECK(groups == wanted);
  } while (std::ranges::next_permutation(all.findings, {}, [](const Finding &one) {
             return one.row.signature;
           }).found);
  CHECK(countsText(byCause(all)) ==
        "8 failures, 4 findings, 2 causes, 1 finding not explained yet");
  CHECK_THAT(renderReport(all, folder / "."),
             Contains("Same cause as <span class=\"mono\">b</span>"));
  const auto causes = nlohmann::json::parse(summaryJson(all, "completed"))["causes"];
  CHECK(causes.size() == 3);
  CHECK(causes[1]["failures"] == 4);
  CHECK(causes[1]["findings"][0] == nlohmann::json{{"signature", "b"}, {"about", ""}});
  CHECK(causes[2]["headline"].is_null());
}

TEST_CASE("The worst findings stand first in the report, and those of one kind as they come") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  for (const char *verdict : {"compile_failure", "run_failure", "unheard_of", "timeout", "crash",
                              "sanitizer", "mismatch", "mismatch"}) {
    FindingRow row;
    row.verdict = verdict;
    row.signature = fmt::format("signature-{}", all.findings.size());
    all.findings.push_back({row, 1});
  }
  const std::string page = renderReport(all, folder / ".");
  size_t before = page.find("Wrong results");
  for (int finding : {6, 7, 5, 4, 3, 1, 0, 2}) {
    const size_t at = page.find(fmt::format("signature-{}", finding), before);
    CHECK(at != std::string::npos);
    before = at;
  }
  const auto json = nlohmann::json::parse(summaryJson(all, "completed"))["findings"];
  CHECK(json[0]["signature"] == "signature-0"); // in their own order
}

TEST_CASE("Missed optimisations stand apart from the findings") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  FindingRow row;
  row.signature = "missed-optimisation:transposes(sunk):transpose:collapse";
  row.detail = "transposes 1; spelled otherwise: transposes 0";
  row.verdict = missedOptimisationName;
  all.missedOptimisations = {{row, 3}};
  all.campaigns[0].watch = {Metric::Transposes, Metric::Bytes};
  const std::string page = renderReport(all, folder / ".");
  CHECK_THAT(page, Contains("<h2>Missed optimisations</h2>") && Contains(row.signature) &&
                       Contains("No check accused a target.") &&
                       Contains("--watch transposes,bytes"));
  const auto json = nlohmann::json::parse(summaryJson(all, "completed"));
  CHECK(json["findings"].empty());
  CHECK(json["watch"] == "transposes,bytes");
  REQUIRE(json["missedOptimisations"].size() == 1);
  CHECK(json["missedOptimisations"][0]["signature"] == row.signature);
  CHECK(json["missedOptimisations"][0]["detail"] == row.detail);
}

TEST_CASE("Cases are linked as the page's folder sees them, whatever they are called") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  FindingRow row;
  row.verdict = "mismatch";
  row.caseName = "0123";
  row.lit = true;
  all.findings = {{row, 1}};
  // The store is called "a <b> & c.db".
  const std::string cases = "a%20%3Cb%3E%20%26%20c.cases/0123";
  CHECK_THAT(renderReport(all, folder / "."), Contains("href=\"./" + cases + ".json\"") &&
                                                  Contains("href=\"./" + cases + ".mlir\""));
  CHECK_THAT(renderReport(all, folder / "reports/today"),
             Contains("href=\"./../../" + cases + ".json\""));
}

TEST_CASE("The report names the known bugs that were met, and those that findings are") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  CHECK_THAT(renderReport(all, folder / "."), !Contains("Known bugs"));
  FindingRow row;
  row.verdict = "mismatch";
  all.findings = {{row, 5}};
  all.findings[0].known = {{"bug-a", 3}, {"bug-b", 2}};
  CHECK(knownText(all.findings[0]) == "bug-a (3 of 5), bug-b (2 of 5)");
  all.known = {{"bug-a", 3, 40, 21, 7, {{"cpu:O0", 43}}}};
  CHECK_THAT(renderReport(all, folder / "."), Contains("Known bugs that were met") &&
                                                  Contains("43x on cpu:O0") &&
                                                  Contains("bug-a (3 of 5)"));
  const auto json = nlohmann::json::parse(summaryJson(all, "completed"));
  CHECK(json["known"] == nlohmann::json::array({{{"bug", "bug-a"},
                                                 {"failures", 3},
                                                 {"passedOver", 40},
                                                 {"restRight", 21},
                                                 {"besideOthers", 7},
                                                 {"targets", {{"cpu:O0", 43}}}}}));
  CHECK(json["findings"][0]["known"] == nlohmann::json({{"bug-a", 3}, {"bug-b", 2}}));
}

TEST_CASE("The report says on which device a target ran, in the campaign that it did") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  all.devices = {{all.campaigns[0].key(), "hip:O1", {"lib<hip>.so", "a GPU", "gfx942"}},
                 {17, "hip:O0", {"other.so", "a GPU", "gfx942"}}};
  const std::string page = renderReport(all, folder / ".");
  CHECK_THAT(page,
             Contains("hip:O1 ran on") && Contains("lib&lt;hip&gt;.so, a GPU, code for gfx942"));
  CHECK_THAT(page, !Contains("other.so"));
  auto device = nlohmann::json::parse(summaryJson(all, "completed"))["devices"][0];
  CHECK(device == nlohmann::json({{"target", "hip:O1"},
                                  {"library", "lib<hip>.so"},
                                  {"device", "a GPU"},
                                  {"chip", "gfx942"}}));
}

TEST_CASE(
    "The report shows which patterns and passes did something, and which upstream has beside") {
  test::TemporaryFolder folder;
  using Kind = CoveragePoint::Kind;
  const CoverageRow rows[] = {{1, "cpu:O2", {Kind::Pattern, "Rare<a>", "t.a"}, 9, 4, 4, 2},
                              {1, "cpu:O2", {Kind::Pattern, "Often", "t.a"}, 9, 5, 5, 0},
                              {1, "cpu:O2", {Kind::Pattern, "Never", "any"}, 9, 0, 0},
                              {1, "cpu:O2", {Kind::Pass, "cse"}, 2, 1, 1, 0},
                              {1, "mlir", {Kind::Pattern, "Often", "t.a"}, 9, 5, 5, 0}};
  Summary all = summary(folder);
  all.coverage = coverageByTarget(rows, [] {
    return std::vector<CoveragePoint>{
        {Kind::Pattern, "Never", "any"}, {Kind::Pattern, "Else", "t.b"}, {Kind::Pass, "sccp"}};
  });
  REQUIRE(all.coverage.size() == 2);
  CHECK(all.coverage[0].text() == "cpu:O2: 3 patterns tried, 2 fired, 1 of them in at least 5 "
                                  "programs; 1 of 1 passes changed something");
  CHECK(all.coverage[0].patterns[0].point.name == "Often");
  CHECK(all.coverage[0].unreachedOf(Kind::Pattern) == 1);
  CHECK(all.coverage[0].unreachedOf(Kind::Pass) == 1);
  // Of whose passes nothing is known, none can be missed.
  CHECK(all.coverage[1].unreachedOf(Kind::Pass) == 0);
  const std::string page = renderReport(all, folder / ".");
  CHECK_THAT(page, Contains("<summary>" + all.coverage[0].text() + "</summary>") &&
                       Contains("Rare&lt;a&gt;") && Contains("sccp") && Contains("Else"));
  const auto json = nlohmann::json::parse(summaryJson(all, "completed"))["coverage"];
  CHECK(json[0]["patternsFiredOften"] == 1);
  CHECK(json[0]["points"].size() == 4);
  CHECK(json[0]["points"][2]["first"].is_null());
  CHECK(json[0]["unreached"].size() == 2);
  all.coverage.clear();
  CHECK_THAT(renderReport(all, folder / "."), !Contains("Coverage"));
}

TEST_CASE("The report shows where a result is wrong") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  Verdict verdict;
  verdict.outcome = Mismatch{1, {2, 7, {0, 1}, "1", "2", 1, 4, {2, 2}, {1}}, 7};
  FindingRow row;
  row.verdict = verdict.name();
  row.outcome = toJson(verdict).dump();
  all.findings = {{row, 1}};
  std::string page = renderReport(all, folder / ".");
  CHECK_THAT(page, Contains("result 2 of run 1, [2, 2]: dim 0: 0, of 2; dim 1: 1, the last of 2"));
  const std::string right = "<td class=\"w0\"></td>", wrong = "<td class=\"w10\"></td>";
  CHECK_THAT(page, Contains("<tr>" + right + wrong + "</tr><tr>" + right + right + "</tr>"));
  all.findings[0].row.outcome.clear();
  CHECK_THAT(renderReport(all, folder / "."), !Contains("class=\"w0\""));
}

TEST_CASE("The report loads nothing from elsewhere") {
  test::TemporaryFolder folder;
  std::string page = renderReport(summary(folder), folder / ".");
  CHECK_THAT(page, !Contains("http:") && !Contains("https:") && !Contains("src=") &&
                       !Contains("@import") && !Contains("<script"));
}

TEST_CASE("Throughput of several sessions is one line with marks between") {
  std::vector<ThroughputSample> samples;
  for (int i = 0; i < 5; ++i)
    samples.push_back({"one", i, i * 10});
  for (int i = 0; i < 5; ++i)
    samples.push_back({"two", i, i * 20});
  std::string svg = throughputSvg(samples);
  CHECK_THAT(svg, Contains("class=\"cut\""));
  CHECK(svg.find("class=\"cut\"") == svg.rfind("class=\"cut\""));
  CHECK_THAT(svg, Contains(">20<")); // the scale
}

TEST_CASE("A week of samples draws no more than a few hundred points") {
  std::vector<ThroughputSample> samples;
  for (int i = 0; i < 600'000; i += 10)
    samples.push_back({"one", i, i * 10});
  CHECK(throughputSvg(samples).size() < 20'000);
}

TEST_CASE("No samples, one sample, and seconds without programs draw something valid") {
  CHECK_THAT(throughputSvg({}), Contains("Too short"));
  CHECK_THAT(throughputSvg({{"one", 0, 5}}), Contains("Too short"));
  CHECK_THAT(throughputSvg({{"one", 0, 0}, {"one", 1, 0}, {"one", 2, 0}}), !Contains("nan"));
}

TEST_CASE("Commands survive a shell") {
  CHECK(shellWord("cpu:O2") == "cpu:O2");
  CHECK(shellWord("") == "''");
  CHECK(shellWord("a b") == "'a b'");
  CHECK(shellWord("it's $HOME") == "'it'\\''s $HOME'");
}

TEST_CASE("The JSON summary has the documented keys, and every verdict and op") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  all.totals.exact = 12;
  all.totals.bounded = 3;
  all.totals.inconclusive = 1;
  auto json = nlohmann::json::parse(summaryJson(all, "completed"));
  for (const char *key :
       {"version", "seed", "programs", "checks", "verdicts", "findings", "seconds", "stageSeconds",
        "opAcceptance", "devices", "known", "coverage"})
    CHECK(json.contains(key));
  CHECK(json["verdicts"].size() == verdictNames().size());
  CHECK(json["elements"] == nlohmann::json({{"exact", 12}, {"bounded", 3}, {"inconclusive", 1}}));
  CHECK(json["opAcceptance"].size() == allOpKinds.size());
  for (const char *key : {"generate", "oracle", "compile", "run", "compare", "other"})
    CHECK(json["stageSeconds"].contains(key));
}

TEST_CASE("Other seconds are the workers' time that no stage explains") {
  test::TemporaryFolder folder;
  Summary all = summary(folder);
  all.totals.jobSeconds = 20;
  all.totals.stages = {1, 2, 10, 3, 1};
  CHECK(all.otherSeconds() == Approx(3));
  CHECK(all.harnessShare() == Approx(7.0 / 20));
}
