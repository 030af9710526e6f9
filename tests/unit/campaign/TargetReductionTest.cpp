#include "campaign/TargetReduction.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fmt/format.h>
#include <set>

using namespace assay;

namespace {

/// "iree@3.13.0:llvm-cpu:O3,--f0=1,...": so many flags.
TargetName withFlags(int count, const std::string &others = "") {
  std::string text = "iree@3.13.0:llvm-cpu:O3" + others;
  for (int i = 0; i < count; ++i)
    text += fmt::format(",--f{}=1", i);
  return *TargetName::parse(text);
}

bool has(const TargetName &target, const std::string &setting) {
  return std::ranges::find(target.settings, TargetSetting::parse(setting)) != target.settings.end();
}

/// What is left if a failure needs these settings, and that level unless it is empty; no target is
/// asked about twice.
std::string reduced(const TargetName &start, const std::vector<std::string> &needed,
                    const std::string &level = "", size_t *trials = nullptr, size_t most = 100) {
  std::set<TargetName> asked;
  const TargetName left = reduceTarget(
      start,
      [&](const TargetName &target) {
        CHECK(target != start);
        CHECK(asked.insert(target).second);
        return (level.empty() || target.level == level) &&
               std::ranges::all_of(needed, [&](const auto &one) { return has(target, one); });
      },
      most);
  if (trials)
    *trials = asked.size();
  return left.text();
}

} // namespace

TEST_CASE("A failure that needs no flag takes one look, or two if it needs the level") {
  size_t trials = 0;
  CHECK(reduced(withFlags(12), {}, "", &trials) == "iree@3.13.0:llvm-cpu:O2");
  CHECK(trials == 1);
  CHECK(reduced(withFlags(12), {}, "O3", &trials) == "iree@3.13.0:llvm-cpu:O3");
  CHECK(trials == 2);
}

TEST_CASE("One flag of twelve that a failure needs is found in a dozen looks") {
  for (int flag = 0; flag < 12; ++flag)
    for (const std::string level : {"", "O3"}) {
      size_t trials = 0;
      const std::string needed = fmt::format("--f{}=1", flag);
      CHECK(reduced(withFlags(12), {needed}, level, &trials) ==
            fmt::format("iree@3.13.0:llvm-cpu:{},{}", level.empty() ? "O2" : level, needed));
      CHECK(trials <= 12);
    }
}

TEST_CASE("All flags that a failure needs are left, in their order") {
  CHECK(reduced(withFlags(11), {"--f1=1", "--f9=1"}) == "iree@3.13.0:llvm-cpu:O2,--f1=1,--f9=1");
  CHECK(reduced(withFlags(3), {"--f0=1", "--f1=1", "--f2=1"}) ==
        "iree@3.13.0:llvm-cpu:O2,--f0=1,--f1=1,--f2=1");
  CHECK(reduced(withFlags(1), {"--f0=1"}, "O3") == "iree@3.13.0:llvm-cpu:O3,--f0=1");
}

TEST_CASE("A flag that another needs goes with it") {
  // Without --f2, --f0 must be there as well.
  const auto fails = [](const TargetName &target) {
    return has(target, "--f1=1") && (has(target, "--f0=1") || !has(target, "--f2=1"));
  };
  CHECK(reduceTarget(withFlags(3), fails, 100).text() == "iree@3.13.0:llvm-cpu:O2,--f1=1");
}

TEST_CASE("Settings that are no flags stay, and so does a level of another kind") {
  CHECK(reduced(withFlags(3, ",flavour=torch,stripped=1"), {"--f2=1"}) ==
        "iree@3.13.0:llvm-cpu:O2,flavour=torch,stripped=1,--f2=1");
  CHECK(reduced("manifest=mycc.json:fast,--a,without=cse"_target, {}) ==
        "manifest=mycc.json:fast,without=cse");
  CHECK(hasFlags("iree@3.2.0:llvm-cpu:--a"_target));
  for (const TargetName &target : {"iree@3.13.0:hip:O3,gfx90a,flavour=torch"_target,
                                   "cpu:O2"_target, "mlir@22:pipeline=cse,sccp"_target})
    CHECK_FALSE(hasFlags(target));
}

TEST_CASE("What is not tried any more is not left out") {
  const TargetName start = withFlags(12);
  CHECK(reduced(start, {"--f3=1"}, "O3", nullptr, 0) == start.text());
  size_t trials = 0;
  const auto some = TargetName::parse(reduced(start, {"--f3=1"}, "O3", &trials, 5));
  CHECK(trials == 5);
  REQUIRE(some);
  CHECK(some->settings.size() == 3);
}
