#include "check/Check.h"
#include "compiler/emit/Emit.h"
#include "compiler/mutants/Rules.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "program/Text.h"
#include "support/ReadFile.h"
#include "targets/Registry.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <mlir/IR/Diagnostics.h>
#include <mlir/IR/Verifier.h>

#include <filesystem>
#include <regex>
#include <set>

using namespace assay;

namespace {

/// A page or header with its lines joined, so that words are found across them.
std::string words(const std::filesystem::path &file) {
  auto text = readFile(file.string());
  REQUIRE(text);
  return std::regex_replace(*text, std::regex(R"(\s*\n\s*(///?\s*)?)"), " ");
}

/// As a cell of a table has it.
std::string cell(std::string_view text) {
  return std::regex_replace(std::string(text), std::regex(R"(\|)"), R"(\|)");
}

} // namespace

TEST_CASE("docs/mutation.md shows the table of rules") {
  auto page = readFile("docs/mutation.md");
  REQUIRE(page);
  std::string table = "| rule | op | what it does | what it breaks |\n| --- | --- | --- | --- |\n";
  for (const Rule &rule : rules())
    table += fmt::format("| {} | {} | {} | {} |\n", rule.name, name(rule.op), cell(rule.effect),
                         cell(rule.promise));
  CHECK(page->find(table + "\n") != page->npos);
}

TEST_CASE("rules have names of their own, and there is one for each op") {
  std::set<std::string_view> names;
  std::set<OpKind> ops;
  for (const Rule &rule : rules()) {
    names.insert(rule.name);
    ops.insert(rule.op);
    CHECK(ruleFromName(rule.name));
  }
  CHECK(names.size() == rules().size());
  for (const OpKind op : allOpKinds) {
    INFO(name(op));
    CHECK(ops.contains(op));
  }
  CHECK(ruleFromName("no-such-thing")
            .error()
            .message.starts_with("there is no rule 'no-such-thing'; there are mul-by-zero, "));
  CHECK(ruleFromName("mul-by-zeros").error().message ==
        "there is no rule 'mul-by-zeros'; did you mean mul-by-zero?");
}

TEST_CASE("what a rule breaks is said in docs/semantics.md or in the comment of an op") {
  std::string said = words("docs/semantics.md");
  for (const auto &header : std::filesystem::directory_iterator("program/ops"))
    if (header.path().extension() == ".h")
      said += words(header.path());
  for (const Rule &rule : rules()) {
    INFO(rule.name << ": " << rule.promise);
    CHECK(said.find(rule.promise) != said.npos);
  }
}

TEST_CASE("what a rule makes of programs verifies, and most rules match one of them") {
  constexpr uint64_t programs = 80;
  std::set<std::string_view> matched;
  for (uint64_t index = 0; index < programs; ++index) {
    mlir::DialectRegistry registry;
    registerCompilerDialects(registry);
    mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
    loadEmittedDialects(context);
    auto module = emit(context, generate(3, index, profiles().front()));
    for (const Rule &rule : rules()) {
      mlir::OwningOpRef<mlir::ModuleOp> copy = module->clone();
      const bool matches = applyRule(rule, *copy) > 0;
      CHECK(mayChange(*module, "cpu:O0"_target, {{std::string(rule.name)}}) ==
            std::vector{matches});
      if (!matches)
        continue;
      matched.insert(rule.name);
      INFO(rule.name << " in program " << index);
      CHECK(succeeded(mlir::verify(*copy)));
    }
  }
  CHECK(matched.size() > rules().size() / 2);
}

TEST_CASE("a rule is built into assay's own compiler by its name") {
  const auto testCase = readText(R"(assay 1
%0 = argument f32[2]
%1 = argument f32[2]
%2 = binary(%0, %1) {function=min} : f32[2]
return %2
run
  %0 = f32[2] [nan,1]
  %1 = f32[2] [1,2]
)",
                                 "test");
  REQUIRE(testCase);
  for (const TargetName &target : {"cpu:O0"_target, "cpu:O2"_target}) {
    auto right = makeTarget(target, {}), wrong = makeTarget(target, {"min-loses-nan"});
    REQUIRE(right);
    REQUIRE(wrong);
    CHECK_FALSE(check(*testCase, **right).isFinding());
    CHECK(check(*testCase, **wrong).isFinding());
  }
  CHECK_FALSE(makeTarget("iree@3.13.0:vmvx:O0"_target, {"min-loses-nan"}));
}
