#include "check/Check.h"
#include "compiler/emit/Emit.h"
#include "compiler/faults/Faults.h"
#include "compiler/pipelines/Pipelines.h"
#include "generator/Generator.h"
#include "targets/Registry.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

using namespace assay;

static const auto target = "cpu:O3"_target;

/// The faults that are built into the target, and that a process survives.
static std::vector<std::string> survivableFaults() {
  constexpr std::array<std::string_view, 3> deadly = {"crash", "hang", "leak"};
  std::vector<std::string> names;
  for (const Fault &fault : faults())
    if (std::string name(fault.name);
        std::ranges::find(deadly, fault.story) == deadly.end() && makeTarget(target, {name}))
      names.push_back(std::move(name));
  return names;
}

TEST_CASE("most faults are found within 250 default programs, in those that they change alone") {
  std::vector<std::string> open = survivableFaults();
  const size_t all = open.size();
  REQUIRE(all > 45);
  mlir::DialectRegistry registry;
  registerCompilerDialects(registry);
  mlir::MLIRContext context(registry, mlir::MLIRContext::Threading::DISABLED);
  loadEmittedDialects(context);
  for (uint64_t index = 0; index < 250; ++index) {
    const TestCase testCase = generate(1, index, profiles().front());
    const std::vector<bool> may = mayChange(*emit(context, testCase), target, open);
    std::set<std::string> found;
    for (size_t i = 0; i < open.size(); ++i)
      if (may[i] && check(testCase, **makeTarget(target, {open[i]})).isFinding())
        found.insert(open[i]);
    std::erase_if(open, [&](const std::string &name) { return found.contains(name); });
  }
  INFO("not found: " << Catch::StringMaker<std::vector<std::string>>::convert(open));
  CHECK(open.size() <= all / 3);
}

TEST_CASE("no two faults have one name, and each is of a stage that a target has") {
  std::set<std::string_view> names;
  for (const Fault &fault : faults()) {
    INFO(fault.name);
    CHECK(names.insert(fault.name).second);
    CHECK((fault.stage == "kernels" || makeTarget(target, {std::string(fault.name)})));
  }
  CHECK(names.size() >= 60);
}
