#include "targets/samples/RecordedSamples.h"

#include "support/WriteFile.h"
#include "support/process/ScratchFolder.h"
#include "targets/Registry.h"
#include "targets/toolchains/Manifests.h"

#include <catch2/catch.hpp>

#include <cstdlib>

using namespace assay;
using Catch::Matchers::Contains;

namespace {

Sample needing(Allowance allowance) {
  Sighting sighting;
  sighting.operation = "tanh";
  sighting.element = ElementType::BF16;
  sighting.inputs = 65536;
  sighting.ulps = 4.0625;
  sighting.at = -0.1;
  sighting.needed = Allowances().with(allowance);
  Sighting wrong = sighting;
  wrong.operation = "exp";
  wrong.needed = Allowances().with(Allowance::PeriodInOneStep);
  wrong.wrong = 3;
  wrong.example = "of 1 is \"2\", expected 1";
  return {{sighting, wrong}, {{"erf f64", "not supported"}}};
}

Allowances only(Allowance one) { return Allowances().with(one); }

} // namespace

TEST_CASE("samples come back as they were written, and of another sweep not at all") {
  const Samples samples = {{"mycc:O2"_target, needing(Allowance::LooseTanh)},
                           {"mycc:O0"_target, {}}};
  const std::string text = writeSamples(samples);
  auto read = readSamples(text, "x.json");
  REQUIRE(read);
  REQUIRE(*read);
  CHECK(**read == samples);
  CHECK(**readSamples(writeSamples({}), "x.json") == Samples());
  std::string other = text;
  other.replace(other.find(": 1"), 3, ": 7");
  CHECK_FALSE(*readSamples(other, "x.json"));
  for (const auto &[bad, message] :
       {std::pair("", "x.json: "), std::pair("[]", "x.json: "), std::pair("{}", "x.json: "),
        std::pair(R"({"sweep": 1, "targets": 3})", "x.json: /targets: is no object"),
        std::pair(R"({"sweep": 1, "targets": {"a": {"allowances": [], "missing": [], "sightings":
                  [{"operation": "exp", "element": "f32", "inputs": 1, "ulps": 1, "at": 0,
                  "needed": ["luck"]}]}}})",
                  "is none of flushes_subnormals")}) {
    INFO(bad);
    auto failed = readSamples(bad, "x.json");
    REQUIRE_FALSE(failed);
    CHECK_THAT(failed.error().message, Contains(message));
  }
}

TEST_CASE("what a compiler said may be no text") {
  const Samples samples = {{"mycc"_target, {{}, {{"erf f64", "\xff\xfe"}}}}};
  auto read = readSamples(writeSamples(samples), "x.json");
  REQUIRE(read);
  CHECK((**read).at("mycc"_target).missing.front().what == "erf f64");
}

TEST_CASE("a target is granted what was sampled on its name, else its level, else its backend") {
  const Samples samples = {
      {"iree@3.13.0:llvm-cpu:O2"_target, needing(Allowance::LooseTanh)},
      {"iree@3.13.0:llvm-cpu:O2,flavour=torch"_target, needing(Allowance::LooseSqrt)},
      {"iree@3.13.0:llvm-cpu:O0"_target, needing(Allowance::LooseErf)},
      {"iree@3.13.0:hip:O2"_target, needing(Allowance::FlashAttention)},
      {"mycc:O0"_target, needing(Allowance::Expm1ByExp)},
      {"mycc:O3"_target, needing(Allowance::FlushesSubnormals)}};
  CHECK(sampledOn(samples, "iree@3.13.0:llvm-cpu:O2"_target) == only(Allowance::LooseTanh));
  CHECK(sampledOn(samples, "iree@3.13.0:llvm-cpu:O2,--x"_target) ==
        only(Allowance::LooseTanh).with(Allowance::LooseSqrt));
  CHECK(sampledOn(samples, "iree@3.13.0:llvm-cpu:O1"_target) ==
        only(Allowance::LooseTanh).with(Allowance::LooseSqrt).with(Allowance::LooseErf));
  CHECK(sampledOn(samples, "iree@3.13.0:hip:O3"_target) == only(Allowance::FlashAttention));
  CHECK_FALSE(sampledOn(samples, "iree@3.13.0:vmvx:O2"_target));
  CHECK_FALSE(sampledOn(samples, "iree@3.1:llvm-cpu"_target));
  CHECK(sampledOn(samples, "mycc:O3,--fast"_target) == only(Allowance::FlushesSubnormals));
  CHECK(sampledOn(samples, "mycc:O1"_target) ==
        only(Allowance::FlushesSubnormals).with(Allowance::Expm1ByExp));
  CHECK_FALSE(sampledOn(samples, "mycc2:O3"_target));
  CHECK_FALSE(sampledOn({}, "mycc:O3"_target));
}

TEST_CASE("functions are granted what a sweep of all operands saw, and more after one of some") {
  const auto swept = [](int64_t inputs, ElementType element, double ulps, Allowances needed = {},
                        int64_t wrong = 0) {
    Sighting sighting;
    sighting.operation = "erf";
    sighting.element = element;
    sighting.inputs = inputs;
    sighting.ulps = ulps;
    sighting.needed = needed;
    sighting.wrong = wrong;
    Sample sample;
    sample.sightings = {sighting};
    Accuracy accuracy;
    grantSwept(sample, accuracy);
    return accuracy.sweptError(UnaryKind::Erf, element);
  };
  CHECK(swept(allOfF32, ElementType::F32, 0.97) == Approx(0.97).margin(1e-5));
  CHECK(swept(allOfF32, ElementType::F32, 0.25) == Approx(0.5).margin(1e-5));
  CHECK(swept(int64_t(1) << 20, ElementType::F32, 0.97) == Approx(0.5 + 2 * 0.47 + 0.125));
  CHECK(swept(int64_t(1) << 20, ElementType::F64, 0.5) == 0.625);
  CHECK(swept(65536, ElementType::F64, 0.97) == 0);
  CHECK(swept(65536, ElementType::F16, 0.5) == 0);
  CHECK(swept(allOfF32, ElementType::F32, 4, Allowances().with(Allowance::LooseErf)) == 0);
  CHECK(swept(allOfF32, ElementType::F32, 9, {}, 3) == 0);
}

TEST_CASE("the core on the CPU is held to its sweep") {
  auto core = makeTarget("cpu:O2"_target);
  REQUIRE(core);
  CHECK((*core)->accuracy().sweptError(UnaryKind::Exp, ElementType::F32) > 0.5);
  CHECK((*core)->accuracy().sweptError(UnaryKind::Expm1, ElementType::F32) == 0); // needs more
}

TEST_CASE("targets that are built in are granted what is recorded, and a stranger nothing") {
  CHECK(recordedAllowances("cpu:O0"_target) == recordedSamples().at("cpu:O0"_target).allowances());
  CHECK(recordedAllowances("stranger:O2"_target) == Allowances());
  // Whatever its pipeline is, upstream's passes write expm1(x) as exp(x) - 1.
  CHECK(recordedAllowances("mlir@19:pipeline=x"_target).has(Allowance::Expm1ByExp));
  CHECK(recordedAllowances("mlir@22:random=12345"_target) ==
        recordedAllowances("cpu:pipeline=y"_target));
  // A release that nobody swept is granted what its backend showed elsewhere.
  CHECK(recordedAllowances("iree@3.99.0:llvm-cpu:O2"_target).has(Allowance::FlashAttention));
  CHECK(recordedAllowances("iree@3.99.0:some-backend:O2"_target).has(Allowance::FlashAttention));
  CHECK_FALSE(recordedAllowances("cpu:O2"_target).has(Allowance::FlashAttention));
  auto target = makeTarget("cpu:O1"_target);
  REQUIRE(target);
  CHECK((*target)->accuracy().allowances == recordedAllowances("cpu:O1"_target));
}

TEST_CASE("what was sampled beside a manifest is granted, unless the manifest denies it") {
  auto scratch = ScratchFolder::create();
  REQUIRE(scratch);
  setenv("ASSAY_DATA", scratch->path().c_str(), 1);
  const auto allowed = [](const std::string &accuracy) {
    const std::string text = R"({"schema": 1, "name": "truly", "version": "1",
      "flavour": {"name": "linalg"}, "compile": ["true", "{input}", "{output}"],
      "run": {"command": ["true", "{module}", "{inputs}", "{outputs}"], "input": "{file}",
      "output": "{file}"}, "accuracy": )" +
                             accuracy + "}";
    REQUIRE(recordManifest("truly", text, "/nowhere/truly.json"));
    auto target = makeTarget("truly"_target);
    if (!target)
      FAIL(target.error().message);
    return (*target)->accuracy().allowances;
  };
  CHECK(allowed("{}") == Allowances());
  CHECK(allowed(R"({"exact_at_zero": false, "loose_erf": true})") ==
        only(Allowance::InexactAtZero).with(Allowance::LooseErf));
  const Samples samples = {{"truly"_target, needing(Allowance::LooseTanh)}};
  REQUIRE(writeFile(*sampleFile("truly"), writeSamples(samples)));
  CHECK(allowed("{}") == only(Allowance::LooseTanh));
  CHECK(allowed(R"({"loose_tanh": false})") == Allowances());
  REQUIRE(writeFile(*sampleFile("truly"), "{\"sweep\": 1"));
  auto broken = makeTarget("truly"_target);
  REQUIRE_FALSE(broken);
  CHECK_THAT(broken.error().message, Contains("accuracy.json") && Contains("assay target doctor"));
}
