#include "targets/iree/IreeOptions.h"
#include "targets/Draws.h"
#include "targets/iree/IreeAxes.h"

#include <catch2/catch.hpp>

#include <algorithm>

using namespace assay;
using Catch::Matchers::Contains;

static std::vector<std::string> flagsOf(std::string_view text) {
  auto name = ireeOptions(*TargetName::parse(text));
  if (!name)
    FAIL(name.error().message);
  return ireeFlags(*name);
}

static bool has(const std::vector<std::string> &flags, const std::string &flag) {
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

TEST_CASE("a name says version, backend, level and flags") {
  auto name = ireeOptions("iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling,flavour=linalg"_target);
  REQUIRE(name);
  CHECK(name->version == VersionNumber{3, 13, 0});
  CHECK(name->backend == "llvm-cpu");
  CHECK(name->level == "O2");
  CHECK(name->flags == std::vector<std::string>{"--iree-opt-data-tiling"});
  CHECK(name->flavour == Flavour::Linalg);
  CHECK(targetNameOf(*name).text() ==
        "iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling,flavour=linalg");
}

TEST_CASE("a name says how many programs a module has") {
  const std::string text = "iree@3.13.0:vmvx:O2,joint=4";
  auto name = ireeOptions(*TargetName::parse(text));
  REQUIRE(name);
  CHECK(name->joint == 4);
  CHECK(targetNameOf(*name).text() == text);
  CHECK(ireeOptions("iree@3.13.0:vmvx:O2"_target)->joint == 1);
}

TEST_CASE("what is no name is told what is wrong with it") {
  const std::pair<const char *, const char *> wrong[] = {
      {"cpu:O2", "no 'iree@'"},
      {"iree", "no version"},
      {"iree@X:llvm-cpu:O1", "no version"},
      {"iree@3.13.0", "no backend"},
      {"iree@3.13.0:cuda:O1", "no such backend"},
      {"iree@3.13.0:llvm-cpu", "no level"},
      {"iree@3.13.0:llvm-cpu:O4", "'O4' is neither"},
      {"iree@3.1.0:llvm-cpu:O1", "has no levels"},
      {"iree@3.13.0:llvm-cpu:O1,flavour=x", "no such flavour"},
      {"iree@3.13.0:llvm-cpu:random=x", "no number"},
      {"iree@3.13.0:llvm-cpu:O1,joint=9", "no number from 1 to 8"},
      {"iree@3.13.0:llvm-cpu:O1,then=x,O2", "no phase 'x'"},
      {"iree@3.13.0:llvm-cpu:O1,then=flow", "no level"},
      {"iree@3.13.0:llvm-cpu:O1,then=flow,O2,then=hal,O1", "twice"},
      {"iree@3.13.0:llvm-cpu:O1,tuned=1,then=flow,O2", "no tuning"},
  };
  for (const auto &[text, why] : wrong) {
    INFO(text);
    auto name = ireeOptions(*TargetName::parse(text));
    REQUIRE_FALSE(name);
    CHECK_THAT(name.error().message, Contains(why) && Contains("iree@3.13.0:llvm-cpu:O2"));
  }
}

TEST_CASE("flags: never the machine's own processor, never narrowed f64, the chip by version") {
  const auto cpu = flagsOf("iree@3.13.0:llvm-cpu:O2");
  CHECK(has(cpu, "--iree-llvmcpu-target-cpu=x86-64-v3"));
  CHECK(has(cpu, "--iree-input-demote-f64-to-f32=false"));
  CHECK(has(cpu, "--iree-opt-level=O2"));
  CHECK_FALSE(has(flagsOf("iree@3.13.0:llvm-cpu:O2,--iree-llvmcpu-target-cpu=generic"),
                  "--iree-llvmcpu-target-cpu=x86-64-v3"));
  CHECK(has(flagsOf("iree@3.13.0:hip:O3"), "--iree-rocm-target=gfx942"));
  CHECK(has(flagsOf("iree@3.4.0:hip:O3"), "--iree-hip-target=gfx942"));
  CHECK(has(flagsOf("iree@3.4.0:hip:O3"), "--iree-hal-target-backends=rocm"));
  CHECK(ireeOptions("iree@3.1.0:vmvx"_target));
}

TEST_CASE("a seed draws the same flags again, others draw others, and each fits the version") {
  auto text = [](uint64_t seed, VersionNumber version) {
    IreeDraw drawn = drawIreeFlags(seed, version, "llvm-cpu");
    std::string all = drawn.level;
    for (const std::string &flag : drawn.flags)
      all += " " + flag;
    return all;
  };
  CHECK(text(7, {3, 13, 0}) == text(7, {3, 13, 0}));
  CHECK(text(7, {3, 13, 0}) != text(8, {3, 13, 0}));
  for (uint64_t seed = 0; seed < 200; ++seed) {
    CHECK_THAT(text(seed, {3, 1, 0}), !Contains("generalize-matmul") && !Contains("O1 "));
    for (const std::string &flag : drawIreeFlags(seed, {3, 13, 0}, "vmvx").flags)
      CHECK_THAT(flag, !Contains("llvmcpu"));
  }
  auto name = ireeOptions("iree@3.13.0:llvm-cpu:random=7"_target);
  REQUIRE(name);
  CHECK_THAT(targetNameOf(*name).text(), !Contains("random"));
  CHECK(withDrawsSpelledOut("iree@3.13.0:llvm-cpu:random=7"_target) == targetNameOf(*name));
  CHECK(ireeFlags(*ireeOptions(targetNameOf(*name))) == ireeFlags(*name));
}

TEST_CASE("of two flags of one name the last holds, as iree-compile takes none twice") {
  CHECK(ireeOptions("iree@3.13.0:vmvx:O2,--a=1,--ab=2,--a=3"_target)->flags ==
        std::vector<std::string>{"--ab=2", "--a=3"});
  CHECK(ireeOptions("iree@3.13.0:vmvx:O2,--a,--a=false"_target)->flags ==
        std::vector<std::string>{"--a=false"});
}

TEST_CASE("axes of one backend are drawn for no other") {
  auto drawnFor = [](std::string_view backend) {
    std::string all;
    for (uint64_t seed = 0; seed < 200; ++seed)
      for (const std::string &flag : drawIreeFlags(seed, {3, 13, 0}, backend).flags)
        all += flag + " ";
    return all;
  };
  CHECK_THAT(drawnFor("hip"), Contains("llvmgpu") && Contains("rocm") && !Contains("llvmcpu"));
  CHECK_THAT(drawnFor("llvm-cpu"), Contains("llvmcpu") && !Contains("llvmgpu"));
  CHECK_THAT(drawnFor("vmvx"),
             Contains("--iree-stream") && !Contains("--iree-rocm") && !Contains("llvmcpu"));
}

TEST_CASE("what stands behind then= holds from that phase on") {
  const std::string text = "iree@3.13.0:llvm-cpu:O0,--a,flavour=linalg,then=flow,O2,--b";
  auto name = ireeOptions(*TargetName::parse(text));
  REQUIRE(name);
  CHECK(targetNameOf(*name).text() == text);
  CHECK(has(ireeFlags(*name), "--iree-opt-level=O0"));
  CHECK(has(ireeFlags(*name), "--a"));
  CHECK_FALSE(has(ireeFlags(*name), "--b"));
  CHECK(targetNameOf(restOptions(*name)).text() == "iree@3.13.0:llvm-cpu:O2,--b,flavour=linalg");
  CHECK(ireeOptions("iree@3.1.0:vmvx,then=flow,--b"_target));
}

TEST_CASE("the chip of a name is the one that its flags have code made for") {
  const auto chipOf = [](const char *name) {
    auto parsed = ireeOptions(*TargetName::parse(name));
    REQUIRE(parsed);
    return ireeHipChip(*parsed);
  };
  CHECK(chipOf("iree@3.5.0:hip:O2") == "gfx942");
  CHECK(chipOf("iree@3.13.0:hip:O2") == "gfx942");
  CHECK(chipOf("iree@3.13.0:hip:O2,--iree-rocm-target=gfx90a") == "gfx90a");
}
