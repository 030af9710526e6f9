#include "targets/foreign/ForeignModule.h"
#include "targets/iree/IreeConfigs.h"
#include "targets/iree/IreeOptions.h"
#include "targets/iree/IreeStrip.h"

#include <catch2/catch.hpp>

#include <set>

using namespace assay;
using Catch::Matchers::Contains;

/// Two dispatches as iree-compile prints them, with dialects that this program does not know.
static const std::string sources = R"("builtin.module"() ({
  "func.func"() <{function_type = () -> (), sym_name = "first"}> ({
    %0 = "hal.interface.binding.subspan"() {layout = #hal.pipeline.layout<bindings = [a]>} : () -> !x.tensor<readonly:4x8xf32>
    %1 = "tensor.empty"() : () -> tensor<4x8xf32>
    %2 = "linalg.generic"(%1) <{indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], operandSegmentSizes = array<i32: 0, 1>}> ({
    ^bb0(%arg0: f32):
      "linalg.yield"(%arg0) : (f32) -> ()
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = () -> (), sym_name = "second"}> ({
    %3 = "tensor.empty"() : () -> tensor<4x4xf32>
    %4 = "iree_linalg_ext.attention"(%3, %3) <{indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2)>]}> ({
    ^bb0(%arg1: f32):
      "iree_linalg_ext.yield"(%arg1) : (f32) -> ()
    }) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = "linalg.matmul"(%3, %3, %4) ({
    ^bb0(%arg2: f32):
      "linalg.yield"(%arg2) : (f32) -> ()
    }) : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
)";

static std::string configured(uint64_t seed, const std::string &module = sources,
                              VersionNumber version = {3, 13, 0}) {
  auto made = withConfigs(module, seed, version);
  if (const auto *failure = made.failure())
    FAIL(failure->detail);
  return *made;
}

static std::string without(std::string text, const std::string &part) {
  const size_t at = text.find(part);
  REQUIRE(at != text.npos);
  return text.erase(at, part.size());
}

static std::optional<StripError> compared(const std::string &stripped,
                                          const std::string &plain = sources) {
  auto made = compareStripped(stripped, plain);
  if (const auto *failure = made.failure())
    FAIL(failure->detail);
  return *made;
}

static int count(const std::string &text, const std::string &part) {
  int found = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1))
    ++found;
  return found;
}

TEST_CASE("functions and ops that are tiled get configs, attention one for its products") {
  const std::string text = configured(1);
  CHECK(count(text, "}) {translation_info = ") == 2);
  CHECK(count(text, "}) {lowering_config = ") + count(text, "}) {compilation_info = ") == 3);
  CHECK_THAT(text, Contains("<{decomposition_config = {") && Contains("_attrs = {lowering_config"));
  CHECK_THAT(text, Contains("#hal.pipeline.layout<bindings = [a]>") &&
                       Contains("!x.tensor<readonly:4x8xf32>"));
}

TEST_CASE("what an op gets depends on the seed and the op alone") {
  CHECK(configured(1) == configured(1));
  CHECK(configured(1) != configured(2));
  auto alone = functionAlone(sources, 1);
  REQUIRE(alone);
  auto second = functionAlone(configured(1), 1);
  REQUIRE(second);
  CHECK(isSameModule(configured(1, *alone), *second));
  CHECK_FALSE(isSameModule(configured(2, *alone), *second));
}

TEST_CASE("a product has a loop more than dims, and pipelines are spelled as the version does") {
  std::set<int> sizes;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const std::string text = configured(seed);
    std::string config = text.substr(text.find("\"linalg.matmul\""));
    config = config.substr(config.find("tile_sizes = [[") + 15);
    sizes.insert(count(config.substr(0, config.find(']')), ","));
  }
  CHECK(sizes == std::set<int>{2});
  CHECK_THAT(configured(1), Contains("pipeline = #iree_codegen.no_pipeline"));
  CHECK_THAT(configured(1, sources, {3, 11, 0}), Contains("pipeline = None"));
}

TEST_CASE("configs that survive are named with their ops and the function") {
  CHECK_FALSE(compared(sources));
  const std::string config =
      "{lowering_config = #iree_codegen.lowering_config<tile_sizes = [[1]]>} ";
  const std::string op = "(tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>";
  std::string survived = sources;
  survived.replace(survived.find(": " + op), 0, config);
  auto error = compared(survived);
  REQUIRE(error);
  CHECK_THAT(error->text,
             Catch::StartsWith("configs survive iree-codegen-strip-compilation-info on "
                               "iree_linalg_ext.attention\n") &&
                 Contains("lowering_config = #iree_codegen.lowering_config<tile_sizes = [[1]]>"));
  CHECK(error->function == 1);
}

TEST_CASE("an empty config is told from one that says something") {
  std::string emptied = sources;
  const std::string maps = "<{indexing_maps = [affine_map<(d0, d1, d2, d3)";
  emptied.replace(emptied.find(maps), 2, "<{decomposition_config = {}, ");
  auto error = compared(emptied);
  REQUIRE(error);
  CHECK_THAT(error->text, Catch::StartsWith("empty configs survive") &&
                              Contains("iree_linalg_ext.attention: decomposition_config = {}"));
}

TEST_CASE("what is changed besides configs comes first") {
  auto removed = compared(without(sources, ", operandSegmentSizes = array<i32: 0, 1>"));
  REQUIRE(removed);
  CHECK_THAT(removed->text, Catch::StartsWith("iree-codegen-strip-compilation-info changes "
                                              "linalg.generic\n"));
  CHECK(removed->function == 0);
  std::string swapped = sources;
  swapped.replace(swapped.find("(%3, %3, %4)"), 12, "(%3, %4, %3)");
  auto operands = compared(swapped);
  REQUIRE(operands);
  CHECK_THAT(operands->text, Contains("changes more than attributes"));
  CHECK_FALSE(operands->function);
}

TEST_CASE("sizes become divisors of themselves, and nothing else changes") {
  const std::string text =
      "a = 12, b = [24, 7] {lowering_config = #iree_cpu.lowering_config<"
      "distribution = [16, 0, 6], vector = [[8, 1], [0, 5]]>} : tensor<12xf32>";
  std::set<std::string> seen;
  for (uint64_t seed = 0; seed < 50; ++seed)
    seen.insert(withOtherSizes(text, seed));
  CHECK(seen.size() > 10);
  for (const std::string &other : seen) {
    CHECK_THAT(other, Catch::StartsWith("a = 12, b = [24, 7] {lowering_config = #iree_cpu.") &&
                          Catch::EndsWith(">} : tensor<12xf32>"));
    int a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0;
    REQUIRE(std::sscanf(other.substr(other.find("distribution")).c_str(),
                        "distribution = [%d, %d, %d], vector = [[%d, %d], [%d, %d]]", &a, &b, &c,
                        &d, &e, &f, &g) == 7);
    CHECK((a > 0 && 16 % a == 0 && b == 0 && c > 0 && 6 % c == 0));
    CHECK((d > 0 && 8 % d == 0 && e == 1 && f == 0 && (g == 1 || g == 5)));
  }
  CHECK(withOtherSizes(text, 3) == withOtherSizes(text, 3));
}

TEST_CASE("a name may tune, of versions with and without levels") {
  for (const char *text : {"iree@3.13.0:hip:O2,stripped=7", "iree@3.13.0:llvm-cpu:O2,tuned=7",
                           "iree@3.1.0:llvm-cpu:stripped=7"}) {
    auto name = ireeOptions(*TargetName::parse(text));
    REQUIRE(name);
    REQUIRE(name->tuning);
    CHECK(name->tuning->seed == 7);
    CHECK(targetNameOf(*name).text() == text);
  }
  CHECK_FALSE(ireeOptions("iree@3.13.0:llvm-cpu:O2"_target)->tuning);
  CHECK_THAT(ireeOptions("iree@3.13.0:llvm-cpu:O2,stripped=x"_target).error().message,
             Contains("no number behind 'stripped='"));
  CHECK_THAT(ireeOptions("iree@3.13.0:hip:O2,tuned=1"_target).error().message,
             Contains("tuned= is for llvm-cpu"));
}
