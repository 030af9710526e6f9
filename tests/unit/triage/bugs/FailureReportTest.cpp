#include "triage/bugs/FailureReport.h"
#include "triage/bugs/BugExport.h"

#include "program/Text.h"

#include <catch2/catch.hpp>

using namespace assay;

static TestCase caseOf(std::string_view text) {
  auto testCase = readText(text, "case");
  if (!testCase)
    FAIL(testCase.error().message);
  return std::move(*testCase);
}

static TestCase negation() {
  return caseOf("assay 1\n%0 = argument f32[2]\n%1 = unary(%0) {function=neg}\nreturn %1\nrun\n"
                "  %0 = f32[2] [1,2]\n");
}

/// That of IREE on vmvx, which refuses a negation, as a night saw it of softmax.
static ReportedFailure refusal() {
  Cause cause;
  cause.kind = "compile_failure";
  cause.known.perhaps = {"iree-vmvx-multi-use-layout"};
  cause.changes = {{"extents=static", true}, {"spelling=primitives", true}, {"op=negation", true}};
  cause.phase = Blamed{"executable-targets", Evidence::Replayed};
  cause.passes = {{"iree-codegen-combine-result-layout-transformation", Evidence::Named}};
  cause.beforePass = CauseIr{"", "iree-opt --run-reproducer FILE -o /dev/null", false,
                             "exits with # and says nothing"};
  cause.afterPhase = CauseIr{"", "iree-compile FILE --compile-from=executable-configurations"};
  cause.variations = true;
  cause.hiddenBy = {{VariationKind::Level, "O0"},
                    {VariationKind::Level, "O1"},
                    {VariationKind::Flavour, "flavour=torch"},
                    {VariationKind::Flag, "--iree-dispatch-creation-opt-level=O0"}};
  cause.shownWith = {{VariationKind::Level, "O2"},
                     {VariationKind::Level, "O3"},
                     {VariationKind::Flag, "--iree-no-matter"}};
  Verdict verdict;
  verdict.outcome = CompileFailure{
      "module.mlir:9:10: failed to run translation of source executable for backend "
      "#hal.executable.target<\"vmvx\", {iree.encoding.resolver = #iree_cpu.x86-64-v3}>"};
  verdict.signature = Signature::parse(
      "compile-failure:compile:failed to run translation of source executable for backend "
      "#hal.executable.target<\"vmvx\", {iree.encoding.resolver = #ir");
  return {"iree@3.13.0:vmvx:O2"_target, negation(), verdict, verdict.signature, cause, {}};
}

static ReportedFailure wrongResult() {
  Mismatch mismatch;
  mismatch.difference.index = {0};
  mismatch.difference.actual = "0";
  mismatch.difference.expected = "9";
  mismatch.difference.wrong = mismatch.difference.elements = 2;
  mismatch.firstWrong = 1;
  Verdict verdict;
  verdict.outcome = mismatch;
  verdict.signature = Signature::parse("mismatch:unary(neg):i64:named");
  return {"iree@3.13.0:llvm-cpu:O2"_target,        negation(),   verdict,
          Signature::parse("mismatch:unary(neg)"), std::nullopt, {}};
}

static ReportedFailure crash(const std::string &what) {
  ReportedFailure failure = refusal();
  failure.verdict.outcome = Crash{Stage::Compile, what};
  failure.verdict.signature = failure.signature = Signature::parse("crash:compile:" + what);
  failure.cause.reset();
  return failure;
}

/// What lies in the folder of a bug on that target.
static BugRecord folderOf(const ReportedFailure &failure) {
  BugRecord bug;
  bug.id = "ours";
  bug.said = {{"compiler", failure.target.compiler},
              {"until", failure.target.release},
              {"forms", nlohmann::json::array()}};
  bug.cases = {{"case.mlir",
                "// says it\n\n// RUN: iree-compile %s -o %t.vmfb --iree-hal-target-backends=vmvx\n"
                "// RUN: iree-run-module --module=%t.vmfb --expected_output=2xf32=9\n\nmodule {}\n"
                "\n// assay-case: {}\n"}};
  return bug;
}

TEST_CASE("a bug is named by compiler, backend, and the pass, op or function, in whole words") {
  CHECK(bugIdFor(refusal()) == "iree-vmvx-combine-result-layout-transformation");
  CHECK(bugIdFor(wrongResult()) == "iree-llvm-cpu-unary-neg");
  CHECK(bugIdFor(crash("SIGSEGV:mlir::linalg::PackOp::getResultShape<mlir::Pass::run")) ==
        "iree-vmvx-PackOp-getResultShape");
  CHECK(bugIdFor(crash("SIGSEGV")) == "iree-vmvx-crash-unary-neg");
  ReportedFailure failure = refusal();
  failure.cause->passes[0].name =
      "iree-codegen-a-pass-that-has-a-name-that-is-longer-than-all-others";
  CHECK(bugIdFor(failure) == "iree-vmvx-a-pass-that-has-a-name-that-is-longer");
  // Nor is one named where it may be another.
  failure.cause->alternatives = {"fold"};
  CHECK(bugIdFor(failure) == "iree-vmvx-compile-failure-unary-neg");
  failure.cause->alternatives.clear();
  // Of a pass that only differs nobody says that it is to blame.
  failure.cause->passes[0].evidence = Evidence::Differs;
  CHECK(bugIdFor(failure) == "iree-vmvx-compile-failure-unary-neg");
  failure.verdict.outcome =
      CompileFailure{"loc(unknown): error: failed to legalize operation 'math.erf'"};
  CHECK(bugIdFor(failure) == "iree-vmvx-math.erf");
  // Another backend shows it, by its cause or in the store.
  failure.cause->shownWith.push_back({VariationKind::Backend, "llvm-cpu"});
  CHECK(bugIdFor(failure) == "iree-math.erf");
  failure = wrongResult();
  failure.also = {"iree@3.13.0:vmvx:O2"_target};
  CHECK(bugIdFor(failure) == "iree-unary-neg");
  failure.target = "manifest=/home/me/mycc.json:O2"_target;
  CHECK(bugIdFor(failure) == "mycc-unary-neg");
}

TEST_CASE("a title says what goes wrong where, without what stands for numbers in signatures") {
  CHECK(bugTitleFor(refusal()) ==
        "compile failure on vmvx in iree-codegen-combine-result-layout-transformation: unary(neg)");
  CHECK(bugTitleFor(wrongResult()) == "wrong result on llvm-cpu: unary(neg)");
  CHECK(bugTitleFor(crash("SIGSEGV:mlir::iree_compiler::inferSizesFromIR<mlir::Pass::run")) ==
        "crash on vmvx in inferSizesFromIR: unary(neg)");
  ReportedFailure failure = refusal();
  failure.cause.reset();
  CHECK(bugTitleFor(failure) == "compile failure on vmvx: failed to run translation of source "
                                "executable for backend");
  failure = wrongResult();
  failure.signature = Signature::parse("mismatch:binary(add):inf");
  failure.also = {"iree@3.13.0:vmvx:O2"_target};
  CHECK(bugTitleFor(failure) == "wrong result on iree: binary(add) (inf)");
}

TEST_CASE("the report of a bug can be pasted: all parts, and nothing that only assay knows") {
  const ReportedFailure failure = refusal();
  BugRecord bug = folderOf(failure);
  bug.phaseInput = "module after the phase\n";
  const std::string text = bugReportFor("T \\<", failure, bug);
  INFO(text);
  size_t at = 0;
  for (const char *part :
       {"# T \\\\<\n\n**What happened** (compile failure), with iree 3.13.0 on vmvx at O2. A "
        "program "
        "of `unary(neg)` does not compile.\n\n",
        "**Cause**: pass `iree-codegen-combine-result-layout-transformation` fails in the phase "
        "`executable-targets`. It does not show at `O0` or `O1`, nor with "
        "`--iree-dispatch-creation-opt-level=O0`, nor where the program is given in the dialect "
        "`torch`, nor where all extents are static. It shows at `O2` and `O3` as well. "
        "`phase.mlir` is the "
        "module before that phase, from which on the compiler shows it:\n\n```\niree-compile "
        "phase.mlir --compile-from=executable-configurations\n```\n\n",
        "**Steps to reproduce**, with iree-base-compiler and iree-base-runtime 3.13.0 from PyPI; "
        "`case.mlir` holds the module:\n\n```\niree-compile case.mlir -o /tmp/case.vmfb "
        "--iree-hal-target-backends=vmvx\niree-run-module --module=/tmp/case.vmfb "
        "--expected_output=2xf32=9\n```\n\n",
        "**Expected**: both commands exit with 0.\n\n",
        "**Actual**:\n\n```\nmodule.mlir:9:10: failed to run translation"}) {
    const size_t found = text.find(part, at);
    INFO(part);
    REQUIRE(found != text.npos);
    at = found;
  }
  for (const char *word : {"perhaps", "assay", "spelling=", "op=negation", "pass.mlir",
                           "# and says", "--iree-no-matter"})
    CHECK(text.find(word) == text.npos);
}

TEST_CASE("the report has the pass alone where that shows it, and no IR that does not") {
  ReportedFailure failure = refusal();
  BugRecord bug = folderOf(failure);
  CHECK(bugReportFor("T", failure, bug).find(".mlir --compile-from") == std::string::npos);
  bug.passInput = "the pass\n";
  CHECK(bugReportFor("T", failure, bug).find("pass.mlir") == std::string::npos);
  failure.cause->beforePass->shows = true;
  const std::string text = bugReportFor("T", failure, bug);
  INFO(text);
  CHECK(text.find("The pass by itself shows it:\n\n```\niree-opt --run-reproducer pass.mlir -o "
                  "/dev/null\n```\n\n**Steps") != text.npos);
}

TEST_CASE("a wrong result is told by what is expected and what is there") {
  const std::string text = bugReportFor("T", wrongResult(), folderOf(wrongResult()));
  INFO(text);
  CHECK(text.find("The first value that is wrong is that of `unary(neg)`.") != text.npos);
  CHECK(text.find("exit with 0; the expected values stand in the second one.") != text.npos);
  CHECK(text.find("```\nresult 0 [0] is 0, expected 9; 2 of 2 elements are wrong\n```") !=
        text.npos);
  CHECK(text.find("**Cause**") == text.npos);
}

/// Of a wrong result of a compiler that nobody releases, whose case has these lines.
static std::string reportOf(const char *runLines) {
  ReportedFailure failure = wrongResult();
  failure.target = "mycc:O2"_target;
  BugRecord bug = folderOf(failure);
  bug.cases[0].text = runLines;
  return bugReportFor("T", failure, bug);
}

TEST_CASE("what no released tool shows is repeated with assay") {
  CHECK(reportOf("// RUN: mycc %s && %run %t\n")
            .find("**Steps to reproduce**; `case.mlir` holds the module:\n\n```\nassay replay "
                  "case.mlir\n```\n") != std::string::npos);
}

TEST_CASE("a case is found behind a change of the folder") {
  CHECK(reportOf("// RUN: mkdir -p %t.dir && cd %t.dir\n// RUN: mycc %s %t.dir/module\n")
            .find("holds the module:\n\n```\ncase=$PWD/case.mlir\nmkdir -p /tmp/case.dir && cd "
                  "/tmp/case.dir\nmycc \"$case\" /tmp/case.dir/module\n```\n") !=
        std::string::npos);
}

TEST_CASE("no words of a compiler end the part of the report that they stand in") {
  ReportedFailure failure = refusal();
  const std::string hostile = "`[x](https://evil.example)\n\n**In assay**: <b>";
  failure.verdict.outcome = CompileFailure{"```\n\n**Versions**\n" + hostile};
  failure.cause->passes[0].name = failure.cause->phase->name = hostile;
  BugRecord bug = folderOf(failure);
  bug.report = bugReportFor(hostile, failure, bug) + "**Versions**\n\n| target | result |\n";
  INFO(bug.report);
  // Within a block and within a piece of code it all stays.
  CHECK(bug.cause().find("phase ``` ` [x]") == std::string::npos);
  CHECK(bug.cause().find("`` `[x](https://evil.example)  **In assay**: <b> `` fails") !=
        std::string::npos);
  const std::string exported = exportOf(bug).text;
  CHECK(exported.find("````\n```\n\n**Versions**\n`[x]") != std::string::npos);
  CHECK(exported.find("| target | result |") == std::string::npos);
}
