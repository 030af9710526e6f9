#include "check/CauseJson.h"

#include <catch2/catch.hpp>

using namespace assay;

/// One with all parts.
static Cause whole() {
  Cause cause;
  cause.kind = "mismatch";
  cause.signature = "mismatch:topk.indices:f32->i64:named";
  cause.known.bug = "sorts-backwards";
  cause.recurrence = {3, 9, 17};
  cause.wrongFirst = {3,         "topk.indices:f32->i64:named", {"fill"}, 1, 4, {2, 3}, "dim 0: 1",
                      "..\n.#\n"};
  cause.dispatch = {"main_dispatch_0", Evidence::Differs, ", in what it makes"};
  cause.instruction = Blamed{"s_barrier"};
  cause.checks = "race in topk";
  cause.function = Blamed{"mlir::Pass::run"};
  cause.phase = {"flow", Evidence::TakenOver, "right up to input"};
  cause.passes = {{"cse", Evidence::Cut, "right if the plainest passes begin"},
                  {"sccp", Evidence::Cut, "right if the plainest passes begin"}};
  cause.beforePass = {"module {}", "assay-opt FILE --cse", false, "all is well", "module @a {}"};
  cause.change = {{"tensor.pad"}, {"linalg.fill"}, {"linalg.reduce"}};
  cause.afterPhase = {"module @b {}", "iree-compile FILE"};
  cause.neededPasses = {{"cse", "agree"}};
  cause.allPasses = 7;
  cause.noPass = "a";
  cause.noPhase = "b";
  cause.noDispatch = "c";
  cause.variations = true;
  cause.hiddenBy = {{VariationKind::Level, "O0"},
                    {VariationKind::Backend, "vmvx"},
                    {VariationKind::Pass, "cse"},
                    {VariationKind::Flag, "--x=false"}};
  cause.otherwise = {{"O1", "crash:compile:SIGSEGV"}};
  cause.shownWith = {{VariationKind::Flavour, "torch"}};
  cause.alternatives = {"sink"};
  cause.changes = {
      {"elements=f64", true}, {"extents=static", false}, {"extents=dynamic", false, true}};
  cause.untriedChanges = 4;
  cause.pattern = {{{"\"op\": \"topk\"", 12, 0}, {"\"largest\": false", 12, 1}}, 12, 11};
  cause.noPattern = "d";
  cause.tried = 5;
  cause.untried = 6;
  cause.checkCount = 7;
  cause.seconds = 0.5;
  return cause;
}

TEST_CASE("A cause comes back equal from JSON, all of it or as little as there may be") {
  for (const Cause &cause : {whole(), Cause()}) {
    const auto read = causeFromJson(nlohmann::ordered_json::parse(toJson(cause).dump()));
    REQUIRE(read);
    CHECK(*read == cause);
  }
}

TEST_CASE("What is no cause is read as none") {
  for (const char *text : {"null", "7", "{}", "[]", R"({"kind":"mismatch"})"})
    CHECK_FALSE(causeFromJson(nlohmann::ordered_json::parse(text)));
  auto json = toJson(whole());
  json["phase"]["evidence"] = "hearsay";
  CHECK_FALSE(causeFromJson(json));
}

TEST_CASE(
    "A headline names the narrowest first, with what stands for it, and not all that hides it") {
  CHECK(headline(whole()) ==
        "that of sorts-backwards; one of the passes cse, sccp (cut), or sink, without which it is "
        "right as well, phase flow (taken over), "
        "function mlir::Pass::run "
        "(replayed), dispatch main_dispatch_0 (differs), at s_barrier (replayed); hidden by O0, "
        "vmvx, leaving out cse, 1 more");
  Cause none;
  CHECK(headline(none) == "no pass or phase is known");
  none.noPass = "no better without passes";
  CHECK(headline(none) == "no pass or phase is known; no better without passes");
  none.noPass.clear();
  CHECK_FALSE(isLocated(none));
  none.variations = true;
  CHECK(headline(none) == "no pass or phase is known; hidden by nothing");
  none.changes = {{"extents=static", true}, {"elements=f64", false}};
  CHECK(headline(none) == "no pass or phase is known; not where the case has extents=static");
  none.changes.clear();
  none.untried = 1;
  none.tried = 2;
  CHECK(headline(none) ==
        "no pass or phase is known; not tried, since the time was over: 1 of 3 variations");
  none.passes = {{"cse", Evidence::LeftOut}};
  CHECK(headline(none) == "pass cse (left out)");
  none.alternatives = {"fold", "fuse"};
  none.hiddenBy = {{VariationKind::Pass, "fold"}, {VariationKind::Level, "O0"}};
  CHECK(headline(none) ==
        "pass cse (left out), or fold or fuse, without which it is right as well; "
        "hidden by O0");
  CHECK_THAT(causeText(none, "case.mlir"),
             Catch::StartsWith("\ngoes wrong with cse, or fold or fuse, without which it is right "
                               "as well\n  which of these is to blame is not known"));
  CHECK(blamedPasses(none) == std::vector<std::string>{"cse", "fold", "fuse"});
  none.alternatives.clear();
  none.hiddenBy.clear();
  none.passes = {{"cse", Evidence::Differs}};
  CHECK(headline(none) == "pass cse or later (differs)");
  CHECK(isLocated(none));
}

TEST_CASE("A cause says which known bugs may have it") {
  Cause cause;
  cause.known.perhaps = {"a", "b"};
  CHECK(headline(cause) == "perhaps that of a, b; no pass or phase is known");
  CHECK(causeFromJson(toJson(cause))->known == cause.known);
  CHECK(causeText(cause, "case.json") ==
        "\nperhaps the cause of a known bug, which what was tried does not decide:\n"
        "  assay bug show a\n"
        "  assay bug show b\n");
  cause.known = {"a"};
  CHECK(causeText(cause, "case.json") ==
        "\nthe cause of the known bug a, as far as causes tell: assay bug show a\n");
}

TEST_CASE("A cause says that the case has no such op as the diagnostic names") {
  Cause cause;
  cause.absentOp = "tensor.pad";
  CHECK(causeText(cause, "case.json") ==
        "\nthe diagnostic names tensor.pad, which the case does not have: a pass makes it of "
        "others, or another op is meant\n");
  CHECK(causeFromJson(toJson(cause)) == cause);
}

TEST_CASE("Where no pass is known, a pattern says what makes programs fail") {
  Cause cause;
  cause.pattern = {{{"\"op\": \"topk\""}, {"\"largest\": false", 12, 1}}, 12, 11};
  CHECK(headline(cause) == "fails where a node has \"op\": \"topk\" and \"largest\": false");
  CHECK(causeText(cause, "case.json") ==
        "\nfails where a node has \"op\": \"topk\" and \"largest\": false:\n"
        "  11 of 12 such programs fail,\n"
        "  and 1 of 12 with all but \"largest\": false\n");
  cause.noPattern = "more than 4 keys are needed";
  CHECK(causeText(cause, "case.json") == "\nno pattern: more than 4 keys are needed\n");
}

TEST_CASE("A cause says of what comes now and then how often, before anything that hides it") {
  Cause cause;
  cause.recurrence = {3, 9, 17};
  CHECK(causeText(cause, "case.json") ==
        "\nnot the same each time: found in 3 of 9 checks; what hides it kept it away in 17 in a "
        "row\n");
}

TEST_CASE("What of a case hides a failure stands beside what does not") {
  Cause cause;
  cause.changes = {{"elements=f64", true}, {"extents=static", false}, {"op=negation", true}};
  CHECK(causeText(cause, "case.json") == "\nof the case, these hide it: elements=f64, op=negation\n"
                                         "  and these do not: extents=static\n");
  // Nor is it told what the case is.
  const std::string text = causeText(cause, "case.json");
  cause.changes.push_back({"elements=f32", false, true});
  CHECK(causeText(cause, "case.json") == text);
  cause.untriedChanges = 2;
  CHECK(causeText(cause, "case.json") ==
        text + "  not tried, since the time was over: 2 changes of the case\n");
  cause.changes = {{"elements=f32", false, true}};
  CHECK(causeText(cause, "case.json") ==
        "\nnot tried, since the time was over: 2 changes of the case\n");
}

TEST_CASE("The text of a cause names the files that its IR is in, and the command on them") {
  Cause cause;
  cause.passes = {{"cse", Evidence::ShownAlone}};
  cause.beforePass = {"", "mlir-opt FILE --cse", true, "", ""};
  CHECK(causeText(cause, "a b/case.json") == "\nfails in cse\n"
                                             "  the IR before it: a b/case.pass.mlir\n"
                                             "  shows it alone: mlir-opt 'a b/case.pass.mlir' "
                                             "--cse\n"
                                             "    makes a b/case.after.mlir\n");
}
