#include "flavours/Flavour.h"

#include "generator/Generator.h"
#include "program/Text.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

#include <set>

using namespace assay;
using Catch::Matchers::Contains;

static TestCase read(const std::string &text) {
  auto testCase = readText("assay 1\n" + text, "test");
  if (!testCase)
    FAIL(testCase.error().message);
  return *testCase;
}

static std::string written(const std::string &text, VersionNumber version = newestKnownVersion,
                           Flavour flavour = Flavour::Iree) {
  auto module = FlavourWriter(flavour, version).write(read(text));
  if (const auto *failure = module.failure())
    FAIL(failure->detail);
  return *module;
}

static constexpr const char *topk = R"(d0 dynamic
%0 = argument f32[2,d0]
%1, %2 = topk(%0) {dim=1, k=3, index_type=i64}
return %1, %2
run d0=4
  %0 = f32[2,4] [1,2,3,4,5,6,7,8]
)";

static constexpr const char *gatherNd = R"(d0 dynamic
%0 = argument f32[d0,4]
%1 = argument i32[5,1]
%2 = gather_nd(%0, %1) {depth=1}
return %2
run d0=2
  %0 = f32[2,4] [1,2,3,4,5,6,7,8]
  %1 = i32[5,1] [0,1,0,1,0]
)";

TEST_CASE("a change is made where a program is emitted, or in what is written") {
  const TestCase testCase = read(R"(%0 = argument i32[4]
%1 = binary(%0, %0) {function=sub}
return %1
run
  %0 = i32[4] [1,2,3,4]
)");
  for (const Flavour flavour : {Flavour::Linalg, Flavour::Iree}) {
    const auto right = FlavourWriter(flavour, newestKnownVersion).write(testCase);
    REQUIRE(right);
    std::set<Phase> phases;
    constexpr uint64_t seeds = 8;
    for (uint64_t seed = 0; seed < seeds; ++seed) {
      std::optional<Change> change;
      const MutantOptions mutant{seed, [&](const Change &made) { change = made; }};
      const auto changed = FlavourWriter(flavour, newestKnownVersion, {}, mutant).write(testCase);
      REQUIRE(change);
      phases.insert(change->phase);
      INFO(change->text());
      CHECK(change->origin == "binary");
      CHECK((!changed || *changed != *right));
    }
    CHECK(phases == std::set{Phase::Emitted, Phase::Tensors});
  }
}

TEST_CASE("topk starts from what every element replaces, with i32 indices that are widened") {
  const std::string module = written(topk);
  CHECK_THAT(module, Contains("\"iree_linalg_ext.topk\"") && Contains("0xFF800000 : f32") &&
                         Contains("arith.cmpf olt, %arg2, %arg1") &&
                         Contains("-> (tensor<2x3xf32>, tensor<2x3xi32>)") &&
                         Contains("arith.extsi %in : i32 to i64"));
}

TEST_CASE("what topk takes for granted of its operand is told") {
  const Program program = read(topk).program();
  const auto premises = FlavourWriter(Flavour::Iree, newestKnownVersion).premises(program);
  REQUIRE(premises.size() == 1);
  CHECK(premises[0].value == 0);
  CHECK(premises[0].without == Premise::Without::Least);
  CHECK(FlavourWriter(Flavour::Linalg, newestKnownVersion).premises(program).empty());
}

TEST_CASE("versions differ in how many operands are said to be there, and in gather's body") {
  CHECK_THAT(written(topk), !Contains("operandSegmentSizes"));
  CHECK_THAT(written(topk, {3, 4, 0}), Contains("operandSegmentSizes = array<i32: 1, 2>"));
  CHECK_THAT(written(gatherNd), !Contains("iree_linalg_ext.yield"));
  CHECK_THAT(written(gatherNd, {3, 4, 0}), Contains("\"iree_linalg_ext.yield\""));
}

TEST_CASE("what a version does not have yet, or in another form, is written as linalg.generic") {
  constexpr const char *unnamed = R"(%0 = argument i32[4]
%1 = binary(%0, %0) {function=xor}
return %1
run
  %0 = i32[4] [1,2,3,4]
)";
  CHECK_THAT(written(unnamed), Contains("linalg.map"));
  CHECK_THAT(written(unnamed, {3, 8, 0}), !Contains("linalg.map") && Contains("linalg.generic"));
  CHECK_THAT(written(gatherNd, {3, 3, 0}),
             !Contains("iree_linalg_ext.gather") && Contains("tensor.extract"));
}

TEST_CASE("named elementwise ops, which some versions do not have, are written as linalg.generic") {
  constexpr const char *negation = R"(%0 = argument f32[4]
%1 = unary(%0) {function=neg}
return %1
run
  %0 = f32[4] [1,2,3,4]
)";
  for (Flavour flavour : {Flavour::Linalg, Flavour::Iree})
    CHECK_THAT(written(negation, newestKnownVersion, flavour),
               Contains("linalg.generic") && !Contains("linalg.negf"));
}

TEST_CASE("truth values are written as such, however many") {
  std::string data = "0";
  for (int i = 1; i < 200; ++i)
    data += fmt::format(",{}", i % 2);
  const std::string module =
      written(fmt::format("%0 = constant() {{value=i1[200] [{}]}}\nreturn %0\nrun\n", data));
  CHECK_THAT(module, Contains("dense<[false, true, false") && !Contains("\"0x"));
}

TEST_CASE("nothing of our own is left in what others read") {
  for (Flavour flavour : {Flavour::Linalg, Flavour::Iree})
    for (uint64_t index = 0; index < 150; ++index) {
      TestCase testCase = generate(77, index, *profileFromName("default"));
      auto module = FlavourWriter(flavour, newestKnownVersion).write(testCase);
      INFO("index " << index);
      REQUIRE(module);
      CHECK_THAT(*module, !Contains("assay.") && !Contains("emit_c_interface") &&
                              !Contains("bufferization.writable"));
    }
}

TEST_CASE("IREE gets no tensors of index and no tensor.splat") {
  const std::string module = written(R"(d0 dynamic
%0 = argument i32[d0,2]
%1 = collapse(%0) as primitives {groups=[[0,1]]}
%2 = unary(%1) as primitives {function=neg}
return %2
run d0=2
  %0 = i32[2,2] [1,2,3,4]
)");
  CHECK_THAT(module, Contains("tensor.reshape") && Contains("tensor<1xi64>") &&
                         !Contains("tensor<1xindex>) ") && !Contains("tensor.splat"));
}

TEST_CASE("what is summed over before it is multiplied must be finite, and torch's sign no NaN") {
  const Program program = read(R"(assay 1
%0 = argument f32[2,3]
%1 = argument f32[2]
%2 = contraction(%0, %1) {lhs=[0,1], rhs=[0], out=[0], result=f32}
%3 = contraction(%0, %0) {lhs=[0,2], rhs=[1,2], out=[0,1], result=f32}
%4 = unary(%2) {function=sign}
return %3, %4
run
  %0 = uniform {seed=1, low=0, high=1}
  %1 = uniform {seed=2, low=0, high=1}
)")
                              .program();
  auto premisesOf = [&](Flavour flavour) {
    return FlavourWriter(flavour, newestKnownVersion).premises(program);
  };
  CHECK(premisesOf(Flavour::Linalg).empty());
  CHECK(premisesOf(Flavour::Iree).empty());
  CHECK(premisesOf(Flavour::Stablehlo).empty());
  const auto torch = premisesOf(Flavour::Torch);
  REQUIRE(torch.size() == 1);
  CHECK(torch[0].value == 2);
  CHECK(torch[0].without == Premise::Without::Nan);
}

TEST_CASE("a flavour promises what becomes of indices out of range if it says so itself") {
  CHECK(promises(Flavour::Stablehlo, Contract::ClampedGather));
  CHECK(promises(Flavour::Stablehlo, Contract::SkippedScatter));
  CHECK(promises(Flavour::Torch, Contract::ClampedGather));
  CHECK_FALSE(promises(Flavour::Torch, Contract::SkippedScatter));
  CHECK_FALSE(promises(Flavour::Linalg, Contract::ClampedGather));
  CHECK_FALSE(promises(Flavour::Stablehlo, Contract::NanOrder));
}
