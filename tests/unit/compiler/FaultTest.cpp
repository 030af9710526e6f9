#include "check/Check.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "targets/Registry.h"
#include "targets/core/CorePipeline.h"
#include "triage/litcase/CaseFile.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

using namespace assay;

static const auto target = "cpu:O3"_target;

/// Whether a process survives it.
static bool isSurvivable(const Fault &fault) {
  constexpr std::array<std::string_view, 3> deadly = {"crash", "hang", "leak"};
  return std::ranges::find(deadly, fault.story) == deadly.end();
}

/// The faults that are built into the target, and that a process survives.
static std::vector<std::string> survivableFaults() {
  std::vector<std::string> names;
  for (const Fault &fault : faults())
    if (std::string name(fault.name); isSurvivable(fault) && makeTarget(target, {name}))
      names.push_back(std::move(name));
  return names;
}

/// A context for what is emitted, with all that pipelines need.
struct Emitter {
  mlir::DialectRegistry registry = [] {
    mlir::DialectRegistry all;
    registerCompilerDialects(all);
    return all;
  }();
  mlir::MLIRContext context{registry, mlir::MLIRContext::Threading::DISABLED};
  Emitter() { loadEmittedDialects(context); }
};

/// The smallest case that is known to show a fault.
static TestCase caseOf(std::string_view fault) {
  auto file = readCaseFile(fmt::format("tests/faults/{}.txt", fault));
  if (!file)
    FAIL(file.error().message);
  return std::move(file->testCase);
}

TEST_CASE("most faults are found within 250 default programs, in those that they change alone") {
  std::vector<std::string> open = survivableFaults();
  const size_t all = open.size();
  REQUIRE(all > 45);
  Emitter emitter;
  for (uint64_t index = 0; index < 250; ++index) {
    const TestCase testCase = generate(1, index, profiles().front());
    const std::vector<bool> may = mayChange(*emit(emitter.context, testCase), target, open);
    std::set<std::string> found;
    for (size_t i = 0; i < open.size(); ++i)
      if (may[i] && check(testCase, **makeTarget(target, {open[i]})).isFinding())
        found.insert(open[i]);
    std::erase_if(open, [&](const std::string &name) { return found.contains(name); });
  }
  INFO("not found: " << Catch::StringMaker<std::vector<std::string>>::convert(open));
  CHECK(open.size() <= 2 * all / 5);
}

TEST_CASE("each fault has a name of its own, a target, and a case of four ops or less") {
  std::set<std::string_view> names;
  for (const Fault &fault : faults()) {
    INFO(fault.name);
    CHECK(names.insert(fault.name).second);
    CHECK(targetWithFault(std::string(fault.name)));
    CHECK(caseOf(fault.name).program().nodes().size() <= 4);
  }
  CHECK(names.size() >= 60);
}

TEST_CASE("each fault is found by its case, which is right without it") {
  for (const Fault &fault : faults()) {
    if (fault.stage == "kernels") // those have a test of their own
      continue;
    INFO(fault.name);
    const std::string name(fault.name);
    const TestCase testCase = caseOf(name);
    const TargetName plain = *targetWithFault(name);
    const Verdict right = check(testCase, **makeTarget(plain));
    INFO(right.describe());
    CHECK(right.passes());
    if (!isSurvivable(fault))
      continue;
    const auto faulty = makeTarget(plain, {name});
    // What is other each time may be right this time.
    bool isFound = false;
    for (int check = 0; check < 20 && !isFound; ++check)
      isFound = assay::check(testCase, **faulty).isFinding();
    CHECK(isFound);
  }
}

TEST_CASE("no two faults change each other's cases: their triggers are not the same") {
  Emitter emitter;
  std::map<std::string, std::vector<std::string>> byTarget;
  for (const Fault &fault : faults())
    byTarget[targetWithFault(std::string(fault.name))->text()].emplace_back(fault.name);
  for (const auto &[target, names] : byTarget) {
    std::set<std::pair<std::string, std::string>> changes; // a fault, and whose case it changes
    for (const std::string &name : names) {
      const std::vector<bool> may =
          mayChange(*emit(emitter.context, caseOf(name)), *TargetName::parse(target), names);
      for (size_t i = 0; i < names.size(); ++i)
        if (may[i])
          changes.emplace(names[i], name);
      INFO(name << " on " << target);
      CHECK(changes.contains({name, name}));
    }
    for (const auto &[fault, other] : changes) {
      INFO(fault << " and " << other);
      CHECK((fault >= other || !changes.contains({other, fault})));
    }
  }
}
