#include "targets/core/CorePipeline.h"
#include "check/Check.h"
#include "generator/Generator.h"
#include "program/Text.h"
#include "support/NameOf.h"
#include "support/ReadFile.h"
#include "target/PassPipeline.h"
#include "targets/Draws.h"
#include "targets/Registry.h"
#include "targets/core/CoreRandomPipeline.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <regex>
#include <set>

using namespace assay;

using Passes = std::vector<std::string>;

/// Nothing, with a word about it, where what kernels need is missing.
static std::unique_ptr<Target> made(const TargetName &name) {
  auto target = makeTarget(name);
  if (!target && name.compiler == "hip") {
    WARN("skipped: " << target.error().message);
    return nullptr;
  }
  INFO(name.text());
  REQUIRE(target);
  return std::move(*target);
}

/// Draws so many programs, none of which may be a finding.
static void expectNoFinding(const TargetName &name, uint64_t seed, uint64_t programs) {
  const auto target = made(name);
  for (uint64_t index = 0; target && index < programs; ++index) {
    const TestCase testCase = generate(seed, index, profiles().front());
    const Verdict verdict = check(testCase, *target);
    if (verdict.isFinding())
      FAIL_CHECK(name.text() << "\n" << verdict.describe() << "\n" << writeText(testCase));
  }
}

TEST_CASE("wherever a pipeline is cut, the plainest passes finish what it began") {
  // Of drawn programs, many where a phase begins.
  constexpr uint64_t programsAtPhase = 4, programsAtPass = 1;
  uint64_t seed = 1;
  std::set<std::string> seen; // what levels have in common, and O0, which is itself at each cut
  for (const TargetName &name :
       {"cpu:O0"_target, "cpu:O1"_target, "cpu:O2"_target, "cpu:O3"_target, "hip:O0"_target,
        "hip:O1"_target, "hip:O1,gfx90a"_target, "hip:O2"_target, "hip:O3"_target}) {
    const auto pipeline = corePipeline(name);
    const auto cuts = inspectorOf(name)->cuts(name);
    REQUIRE(pipeline);
    REQUIRE(cuts);
    REQUIRE(cuts->size() == pipeline->sequence.passes.size() + 2);
    CHECK(cuts->back().target == name);
    for (size_t place = 0; place + 1 < cuts->size(); ++place) {
      const TargetName &cut = (*cuts)[place].target;
      const bool isPhase =
          std::ranges::count(pipeline->sequence.phases, place, &PassSequence::Start::pass) > 0;
      if (seen.insert(cut.text()).second)
        expectNoFinding(cut, ++seed, isPhase ? programsAtPhase : programsAtPass);
    }
  }
}

TEST_CASE("what lowers what one pass alone makes is found behind it") {
  const Passes passes{"assay-select-topk{waves=1}", "assay-topk-in-waves", "cse"};
  CHECK(loweringOfItsOwn(passes, 0).empty());
  CHECK(loweringOfItsOwn(passes, 1) == "assay-topk-in-waves");
  CHECK(loweringOfItsOwn(passes, 2).empty());
  CHECK(loweringOfItsOwn({"assay-select-topk", "cse"}, 1).empty());
}

TEST_CASE("a cut compilation begins as the whole one and ends as the plainest") {
  const Passes plain{"a", "c{x=1}", "f.f(d)", "d"},
      passes{"a", "b", "c{x=2}", "d", "b", "f.f(d)", "d", "lower-affine", "b"};
  CHECK(finishedPlainly(passes, 0, plain) == Passes{"a", "c{x=1}", "f.f(d)", "d", "lower-affine"});
  CHECK(finishedPlainly(passes, 3, plain) ==
        Passes{"a", "b", "c{x=2}", "f.f(d)", "d", "lower-affine"});
  CHECK(finishedPlainly(passes, 6, plain) ==
        Passes{"a", "b", "c{x=2}", "d", "b", "f.f(d)", "d", "lower-affine"});
  CHECK(finishedPlainly(passes, passes.size(), plain) == passes);
  CHECK(finishedPlainly({"convert-linalg-to-affine-loops"}, 0, {"m(convert-linalg-to-loops)"}) ==
        Passes{"m(convert-linalg-to-loops)"});
}

TEST_CASE("a pass that only checks stays right behind what it checks, and is nothing to blame") {
  const Passes passes{"a", "assay-strip-compilation-info", "assay-verify-stripped", "b"};
  CHECK(finishedPlainly(passes, 1, {"b"}) == Passes{"a", "b"});
  CHECK(finishedPlainly(passes, 2, {"b"}) == passes);
  CHECK(finishedPlainly(passes, 3, {"b"}) == passes);
}

TEST_CASE("a fault's pass stands where it goes wrong, of levels and of pipelines") {
  const auto placeOf = [](const TargetName &name, const std::string &bug) {
    const auto pipeline = corePipeline(name, bug);
    REQUIRE(pipeline);
    const Passes &passes = pipeline->sequence.passes;
    const auto at = std::ranges::find(passes, "assay-inject", passName);
    REQUIRE(at != passes.end());
    CHECK(*at == "assay-inject{fault=" + bug + "}");
    return at == passes.begin() ? std::string() : std::string(passName(*std::prev(at)));
  };
  for (const TargetName &name : {"cpu:O3"_target, "cpu:random=3"_target, "hip:random=3"_target})
    CHECK(placeOf(name, "max-loses-nan").empty());
  for (const TargetName &name : {"hip:O0"_target, "hip:random=3"_target})
    CHECK(placeOf(name, "extents-swapped") == "assay-form-kernels");
  CHECK_FALSE(corePipeline("cpu:O2"_target, "extents-swapped"));
  CHECK_FALSE(corePipeline("cpu:O2"_target, "no-such-fault"));
}

TEST_CASE("names without a pipeline of assay's passes have none") {
  for (const char *text : {"cpu", "cpu:O7", "cpu:pipeline=cse", "iree@3.13.0:vmvx:O2",
                           "mlir@22:random=7", "cpu:random", "hip:random=1,gfx90a"}) {
    const auto name = TargetName::parse(text);
    REQUIRE(name);
    INFO(text);
    CHECK_FALSE(isCorePipeline(*name));
    CHECK_FALSE(corePipeline(*name));
  }
  CHECK(isCorePipeline("hip:O1,gfx90a"_target));
  CHECK(isCorePipeline("cpu:pipeline=lower-assay,cse"_target));
  CHECK(chipOf("gpu.module(convert-gpu-to-rocdl{chipset=gfx90a runtime=HIP})") == "gfx90a");
  CHECK(chipOf("cse") == "gfx942");
}

TEST_CASE("a random pipeline of assay's passes depends on its seed alone, and ends with code") {
  std::set<std::string> texts;
  constexpr uint64_t count = 40;
  for (uint64_t seed = 0; seed < count; ++seed)
    for (const TargetName &drawn : {"cpu:random"_target, "hip:random"_target}) {
      const TargetName name = drawn.withSeed(seed);
      const TargetName spelled = withDrawsSpelledOut(name);
      REQUIRE(spelled.pipeline);
      CHECK(*spelled.pipeline == coreRandomPipeline(name.compiler, seed));
      CHECK(withDrawsSpelledOut(spelled) == spelled);
      texts.insert(spelled.text());
      for (const UndrawnPass &one : undrawnPasses())
        CHECK_FALSE(hasPasses(*spelled.pipeline, {std::string(one.pass)}));
      expectNoFinding(name, seed, 1);
    }
  CHECK(texts.size() > 2 * count - 4);
}

/// The passes of every Passes.td of the core.
static std::set<std::string> ownPasses() {
  static const std::regex definition("Pass<\"([^\"]+)\"");
  std::set<std::string> passes;
  for (const auto &entry : std::filesystem::directory_iterator("compiler")) {
    const std::filesystem::path file = entry.path() / "Passes.td";
    if (!std::filesystem::exists(file))
      continue;
    const auto text = readFile(file);
    REQUIRE(text);
    for (std::sregex_iterator found(text->begin(), text->end(), definition), end; found != end;
         ++found)
      passes.insert((*found)[1]);
  }
  return passes;
}

TEST_CASE("each pass of assay's is drawn by some seed, or there is a reason why none does") {
  std::set<std::string> missing = ownPasses();
  REQUIRE(missing.size() > 40);
  for (const UndrawnOwnPass &one : undrawnOwnPasses()) {
    INFO(one.pass << " " << one.reason);
    CHECK(missing.erase(std::string(one.pass)) == 1);
  }
  for (uint64_t seed = 0; seed < 200 && !missing.empty(); ++seed)
    for (const char *compiler : {"cpu", "hip"}) {
      const std::string text = coreRandomPipeline(compiler, seed);
      std::erase_if(missing, [&](const std::string &pass) { return hasPasses(text, {pass}); });
      for (const UndrawnOwnPass &one : undrawnOwnPasses())
        CHECK_FALSE(hasPasses(text, {std::string(one.pass)}));
    }
  CHECK(missing == std::set<std::string>());
}

TEST_CASE("what is not drawn is so for the sake of a bug that is known") {
  for (const UndrawnPass &one : undrawnPasses())
    CHECK(std::filesystem::is_directory("triage/known/bugs/" + std::string(one.bug)));
}
