#include "triage/litcase/CaseFile.h"
#include "program/Json.h"
#include "program/Text.h"
#include "support/WriteFile.h"
#include "tests/unit/campaign/TemporaryFolder.h"
#include "triage/litcase/LitCase.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;
using Catch::Contains;

namespace {

TestCase someCase() {
  auto testCase = readText(
      "assay 1\n%0 = argument f32[4]\nreturn %0\nrun\n  %0 = integers {seed=1, low=-4, high=4}\n",
      "t");
  INFO((testCase ? "" : testCase.error().message));
  REQUIRE(testCase);
  return *testCase;
}

std::string litOf(const std::string &target, const std::string &runLine = "true",
                  const std::string &inject = "") {
  LitCase litCase;
  litCase.runLines = {runLine};
  litCase.testCase = someCase();
  litCase.seen = "assay-target: cpu:O1\nwrong on a machine, found by assay 9.9.";
  litCase.signature = "compile-failure:error on cpu:O0, found by assay 1.";
  litCase.origin = {*TargetName::parse(target), inject, "0.1.0"};
  litCase.functions = "";
  return writeLitCase(litCase);
}

} // namespace

TEST_CASE("A case is read in each of its forms, by content") {
  test::TemporaryFolder folder;
  TestCase testCase = someCase();
  for (const auto &[name, text] :
       {std::pair("a.json", writeJson(testCase)), std::pair("b.txt", writeText(testCase)),
        std::pair("c.mlir", litOf("cpu:O2")),
        std::pair("json.renamed", "\n  " + writeJson(testCase)),
        std::pair("lit.renamed", litOf("cpu:O2"))}) {
    INFO(name);
    REQUIRE(writeFile(folder / name, text));
    auto file = readCaseFile(folder / name);
    INFO((file ? "" : file.error().message));
    REQUIRE(file);
    CHECK(file->testCase == testCase);
  }
}

TEST_CASE("A lit case says on which target it was found, and with which fault") {
  test::TemporaryFolder folder;
  auto originIn = [&](const std::string &text) {
    REQUIRE(writeFile(folder / "a.mlir", text));
    auto file = readCaseFile(folder / "a.mlir");
    REQUIRE(file);
    return (file->target ? file->target->text() : "") + "|" + file->inject;
  };
  CHECK(originIn(litOf("cpu:O2")) == "cpu:O2|");
  CHECK(originIn(litOf("cpu:O1", "true", "topk-tie")) == "cpu:O1|topk-tie");
  CHECK(originIn(litOf("cpu:pipeline=canonicalize,cse")) == "cpu:pipeline=canonicalize,cse|");
  // As earlier versions wrote it.
  const std::string lit = litOf("cpu:O2");
  const std::string rest = lit.substr(lit.find("\n\n"));
  auto inSentence = [&](const std::string &said) {
    return originIn(fmt::format("// compile-failure:error on line, found by assay on {}, found by "
                                "assay 0.1.0.\n// wrong on a machine, found by assay 9.9.{}",
                                said, rest));
  };
  CHECK(inSentence("cpu:O2") == "cpu:O2|");
  CHECK(inSentence("cpu:O1 --inject topk-tie") == "cpu:O1|topk-tie");
}

TEST_CASE("A lit case that was edited is refused, with the commands that run what stands there") {
  test::TemporaryFolder folder;
  const auto path = folder / "it's a bug.mlir";
  auto messageOf = [&](std::string text, std::string_view from, std::string_view to) {
    const size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    REQUIRE(writeFile(path, text.replace(at, from.size(), to)));
    auto file = readCaseFile(path);
    return file ? "" : file.error().message;
  };
  const std::string lit = litOf("cpu:O2", "mycc %s -o %t.o && run %t.o");
  const std::string quoted = "'" + (folder / "it'\\''s a bug").string();
  // The MLIR, the case, or what a RUN line tells a program.
  for (const auto &[from, to] :
       {std::pair("call @program", "call @other"), std::pair("return\n", "return \"//\"\n"),
        std::pair("\"integers\"", "\"ties\"")}) {
    INFO(from);
    const std::string message = messageOf(lit, from, to);
    CHECK_THAT(message, Contains("differ") && Contains("a bug.mlir"));
    CHECK_THAT(message, Contains("mycc " + quoted + ".mlir' -o " + quoted + "'.o && run"));
    CHECK_THAT(message, Contains("assay check case.json --target cpu:O2"));
    CHECK_THAT(message, !Contains("\n"));
  }
  CHECK_THAT(messageOf(lit, "&& run %t.o", "&& run %t.o --input=2xf32=1,2"),
             Contains("differ") && Contains("--input=2xf32=1,2"));
  // Comments and blanks are free, and where programs are.
  CHECK(messageOf(lit, "func.func @main", "// a note\n\n  func.func   @main") == "");
  CHECK(messageOf(lit, "// RUN: mycc", "// RUN: gcc") == "");
  CHECK(messageOf(lit, "&& run", "&& /opt/bin/run") == "");
  CHECK(messageOf(lit, "\n", "\r\n") == "");
  // Of what was written before files said so, nothing is known.
  const size_t mark = lit.find("// assay-content");
  const std::string content = lit.substr(mark, lit.find('\n', mark) + 1 - mark);
  CHECK(messageOf(lit, content, "") == "");
  CHECK(messageOf(lit, content, content.substr(0, content.rfind(' ')) + "\n") == "");
  // No tool but assay runs these.
  const std::string message =
      messageOf(litOf("hip:O1", "assay replay %s"), "call @program", "call @other");
  CHECK_THAT(message, Contains("nothing but assay runs such a file"));
}

TEST_CASE("Files that are no cases are refused with their name") {
  test::TemporaryFolder folder;
  CHECK_THAT(readCaseFile(folder / "none.json").error().message, Contains("none.json"));
  CHECK_THAT(readCaseFile(folder / ".").error().message, Contains("folder"));
  for (const char *text :
       {"", "   \n", "{", "{}", "module {}", "assay", "// RUN: true\n", "\177ELF\001\002"}) {
    INFO(text);
    REQUIRE(writeFile(folder / "bad.mlir", text));
    auto file = readCaseFile(folder / "bad.mlir");
    REQUIRE_FALSE(file);
    CHECK_THAT(file.error().message, Contains("bad.mlir"));
  }
}
