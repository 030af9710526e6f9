#include "target/TargetName.h"
#include "support/Random.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;
using Catch::Matchers::Contains;

namespace {

TargetName parsed(std::string_view text) {
  auto name = TargetName::parse(text);
  if (!name)
    FAIL(name.error().message);
  return *name;
}

/// A name with parts that are drawn: every kind of name, with and without each part.
TargetName drawn(Random &random) {
  using Texts = std::vector<std::string>;
  TargetName name;
  name.compiler = random.pick(Texts{"cpu", "hip", "iree", "mlir", "mycc", "manifest=/a b/my.json",
                                    "manifest=my.cc@2:3.json"});
  const bool isManifest = name.compiler.starts_with("manifest=");
  if (!isManifest && random.chance(50))
    name.release = random.pick(Texts{"22", "3.13.0", "nightly"});
  if (random.chance(20)) {
    name.pipeline = random.pick(Texts{"", "cse", "builtin.module(a{x=1,2},func.func(b:c))"});
    return name;
  }
  if (name.compiler == "iree" || random.chance(20))
    name.backend = random.pick(Texts{"llvm-cpu", "vmvx"});
  if (random.chance(30))
    name.random = random.chance(50) ? TargetDraw{random.next()} : TargetDraw{};
  else if (!name.backend.empty() || random.chance(60))
    name.level = random.pick(Texts{"O0", "O2", "fast"});
  const std::vector<TargetSetting> settings = {
      {"--flag", std::nullopt}, {"--flag", "a=b:c"}, {"flavour", "torch"},       {"then", "flow"},
      {"O1", std::nullopt},     {"tuned", "7"},      {"stripped", std::nullopt}, {"x", ""}};
  const bool hasFirst = name.random || !name.level.empty();
  for (int64_t left = random.between(0, hasFirst ? 3 : 0); left > 0; --left)
    name.settings.push_back(random.pick(settings));
  return name;
}

} // namespace

TEST_CASE("A name is taken apart into compiler, release, backend, level and settings") {
  const TargetName iree = parsed("iree@3.13.0:llvm-cpu:O2,--iree-opt-data-tiling,flavour=torch");
  CHECK(iree.compiler == "iree");
  CHECK(iree.release == "3.13.0");
  CHECK(iree.version() == VersionNumber{3, 13, 0});
  CHECK(iree.backend == "llvm-cpu");
  CHECK(iree.level == "O2");
  CHECK(iree.settings ==
        std::vector<TargetSetting>{{"--iree-opt-data-tiling", std::nullopt}, {"flavour", "torch"}});
  CHECK(iree.valueOf("flavour") == "torch");
  CHECK_FALSE(iree.valueOf("joint"));
  CHECK(iree.compilerText() == "iree@3.13.0");

  CHECK(parsed("hip:O1,gfx90a").settings == std::vector<TargetSetting>{{"gfx90a", std::nullopt}});
  CHECK(parsed("iree@3.1.0:vmvx").backend == "vmvx");
  CHECK(parsed("mlir@19:pipeline=a,func.func(b)").pipeline == "a,func.func(b)");
  CHECK(parsed("mycc:--fast").settings == std::vector<TargetSetting>{{"--fast", std::nullopt}});
  CHECK(parsed("mycc").isCompilerOnly());
  CHECK(parsed("mlir@22").isCompilerOnly());
  CHECK_FALSE(parsed("mlir@22:pipeline=").isCompilerOnly());
}

TEST_CASE("A name of two parts has a level and no backend, whichever compiler it is") {
  for (const char *text : {"cpu:O2", "hip:O2", "mycc:O2", "mycc@7:O2", "manifest=my.json:O2"}) {
    INFO(text);
    CHECK(parsed(text).backend == "");
    CHECK(parsed(text).level == "O2");
  }
  CHECK(parsed("mycc@7:cpu:O2").backend == "cpu");
  CHECK(parsed("mycc:O2,--x=a:b").level == "O2");
}

TEST_CASE("The file of a manifest is part of the compiler, whatever its path holds") {
  const TargetName name = parsed("manifest=/a/b@2:c/my.json:O2,--fast");
  CHECK(name.compiler == "manifest=/a/b@2:c/my.json");
  CHECK(name.release == "");
  CHECK(name.level == "O2");
  CHECK(parsed("manifest=my.json").isCompilerOnly());
}

TEST_CASE("A manifest is the same compiler from whatever folder it is named") {
  const auto absolute = [](const char *text) {
    return TargetName::parse(text)->absoluteCompiler();
  };
  CHECK(absolute("manifest=x/../my.json:O2").starts_with("manifest=/"));
  CHECK(absolute("manifest=x/../my.json:O2") == absolute("manifest=my.json"));
  CHECK(absolute("manifest=my.json") != absolute("manifest=x/my.json"));
  CHECK(absolute("iree@3.13.0:vmvx:O2") == "iree");
}

TEST_CASE("What is written is read again, for names of every kind") {
  Random random(7);
  for (int i = 0; i < 20'000; ++i) {
    const TargetName name = drawn(random);
    INFO(name.text());
    REQUIRE(parsed(name.text()) == name);
  }
}

TEST_CASE("What is read is written as it was") {
  for (const char *text :
       {"cpu:O0", "cpu:pipeline=", "cpu:pipeline=builtin.module(a{x=1 y={b,c}},d)", "hip:O1,gfx90a",
        "iree@3.13.0", "iree@3.1.0:vmvx", "iree@3.1.0:vmvx:--a", "iree@3.13.0:hip:random=7,joint=4",
        "iree@3.13.0:llvm-cpu:O2,--a=b,then=flow,O0,--c", "iree@3.13.0:hip:random,tuned,stripped=3",
        "mlir@22:random", "mlir@22:random=18446744073709551615", "mlir@22:pipeline=cse", "mycc",
        "mycc:O2,--fast", "mycc@7:cpu:O2", "manifest=my.json:O2", "mycc:random=07"})
    CHECK(parsed(text).text() == text);
}

TEST_CASE("What names no target is refused with the text and how one is written") {
  for (const char *text : {"", ":O2", "@22", "mlir@:O2", "cpu:", "cpu:O2,", "cpu:,O2",
                           "iree@3.13.0:", "iree@3.13.0:hip:", "iree@3.13.0:hip:O2,,--a"}) {
    INFO(text);
    auto name = TargetName::parse(text);
    REQUIRE_FALSE(name);
    CHECK_THAT(name.error().message, Contains(fmt::format("'{}'", text)) && Contains("cpu:O2"));
  }
}

TEST_CASE("A target with another level, another backend, a flag or a key more") {
  CHECK("iree@3.13.0:llvm-cpu:O2,--a=b"_target.with("vmvx") == "iree@3.13.0:vmvx:O2,--a=b"_target);
  CHECK("iree@3.13.0:llvm-cpu:O2,--a=b"_target.with("O1") ==
        "iree@3.13.0:llvm-cpu:O1,--a=b"_target);
  CHECK("iree@3.13.0:vmvx:O2"_target.with("--a=b") == "iree@3.13.0:vmvx:O2,--a=b"_target);
  CHECK("iree@3.13.0:vmvx:O2"_target.with("flavour=torch") ==
        "iree@3.13.0:vmvx:O2,flavour=torch"_target);
  CHECK("cpu:O2"_target.with("O1") == "cpu:O1"_target);
  CHECK("mycc:O2"_target.with("O1") == "mycc:O1"_target);
  CHECK("mycc:O2"_target.with("vmvx") == "mycc:O2"_target);
  CHECK("mycc"_target.with("O1") == "mycc"_target);
  CHECK("mlir@22:pipeline=cse"_target.with("--a=b") == "mlir@22:pipeline=cse"_target);
}

TEST_CASE("A target with a pass of its pipeline less") {
  const auto without = [](const char *pipeline, const std::string &pass) {
    TargetName name = "cpu:pipeline="_target;
    name.pipeline = pipeline;
    return *name.with("without=" + pass).pipeline;
  };
  CHECK(without("cse,sccp", "cse") == "sccp");
  CHECK(without("a,cse{x=1 y=2},b,func.func(c,cse),cse", "cse") == "a,b,func.func(c)");
  CHECK(without("func.func(cse),b", "cse") == "b");
  CHECK(without("a,func.func(x(cse{b=1})),b", "cse") == "a,b");
  CHECK(without("a,func.func(cse)", "cse") == "a");
  CHECK(without("builtin.module(cse)", "cse") == "");
  CHECK(without("cse-more,pre-cse,x{cse=1},y{p=cse}", "cse") ==
        "cse-more,pre-cse,x{cse=1},y{p=cse}");
  CHECK(without("a{p={b,{c}}},d", "a") == "d");
  CHECK(without("cse", "cse") == "");
  CHECK("iree@3.13.0:vmvx:O2"_target.with("without=cse") == "iree@3.13.0:vmvx:O2"_target);
}

TEST_CASE("Another compiler is asked to do the same") {
  CHECK("iree@3.13.0:vmvx:O2,--a"_target.onCompiler("iree@3.12.0"_target) ==
        "iree@3.12.0:vmvx:O2,--a"_target);
  CHECK("mlir@22:pipeline=cse"_target.onCompiler("mlir@21"_target) ==
        "mlir@21:pipeline=cse"_target);
}

TEST_CASE("What is drawn again gets a seed, and what has one keeps it") {
  CHECK("mlir@22:random"_target.isDrawnAgain());
  CHECK("mlir@22:random"_target.withSeed(7) == "mlir@22:random=7"_target);
  CHECK("iree@3.13.0:hip:random,--a,stripped,flavour=torch"_target.withSeed(12) ==
        "iree@3.13.0:hip:random=12,--a,stripped=12,flavour=torch"_target);
  for (const char *text : {"mlir@22:random=3", "iree@3.13.0:llvm-cpu:O2,tuned=1", "cpu:O2",
                           "mlir@22:pipeline=random", "iree@3.13.0:vmvx:O2,--random"}) {
    INFO(text);
    CHECK_FALSE(parsed(text).isDrawnAgain());
    CHECK(parsed(text).withSeed(7).text() == text);
  }
}

TEST_CASE("Commas separate targets, but not the passes and settings of one") {
  using Names = std::vector<std::string>;
  CHECK(splitTargetNames("cpu:O0,cpu:O2") == Names{"cpu:O0", "cpu:O2"});
  CHECK(splitTargetNames("cpu:pipeline=a,b(c,d),hip:O1,gfx90a,iree@3.13.0:vmvx:O2,--x=y:z") ==
        Names{"cpu:pipeline=a,b(c,d)", "hip:O1,gfx90a", "iree@3.13.0:vmvx:O2,--x=y:z"});
  CHECK(splitTargetNames("manifest=one.json:O2,--opt,manifest=two.json") ==
        Names{"manifest=one.json:O2,--opt", "manifest=two.json"});
  CHECK(splitTargetNames("") == Names{});
}
