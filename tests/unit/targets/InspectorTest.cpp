#include "program/Text.h"
#include "targets/Registry.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace assay;
using Catch::Contains;

static std::vector<std::string> textsOf(const std::vector<Variation> &variations) {
  std::vector<std::string> texts;
  for (const Variation &variation : variations)
    texts.push_back(variation.what + " " + variation.target.text());
  return texts;
}

static TestCase someCase() {
  return *readText("assay 1\n%0 = argument f32[1]\nreturn %0\nrun\n  %0 = f32[1] [1]\n", "t");
}

TEST_CASE("a release of IREE is asked without being here") {
  const TargetName name = "iree@3.13.0:llvm-cpu:O2,--iree-opt-const-eval=false"_target;
  const auto inspector = inspectorOf(name);
  const auto variations = inspector->variations(name);
  REQUIRE(variations);
  const auto texts = textsOf(*variations);
  for (const char *text :
       {"O0 iree@3.13.0:llvm-cpu:O0,--iree-opt-const-eval=false",
        "vmvx iree@3.13.0:vmvx:O2,--iree-opt-const-eval=false",
        "flavour=torch iree@3.13.0:llvm-cpu:O2,--iree-opt-const-eval=false,flavour=torch",
        "--iree-opt-const-eval=true iree@3.13.0:llvm-cpu:O2,--iree-opt-const-eval=true"})
    CHECK_THAT(texts, Catch::VectorContains(std::string(text)));
  for (const Variation &variation : *variations)
    CHECK(variation.target != name);
  CHECK_THAT(*inspector->module(name, someCase()), Contains("func.func @main"));
  CHECK(inspector->phases(name)->between.front() == "input");
}

TEST_CASE("a compilation is gone on with by what agrees on backend, flavour and processor") {
  const TargetName name = "iree@3.13.0:llvm-cpu:O2"_target;
  const auto inspector = inspectorOf(name);
  auto takenOver = [&](const TargetName &by) { return inspector->takenOver(name, "flow", by); };
  const auto relay = takenOver("iree@3.13.0:llvm-cpu:O0,--iree-opt-const-eval=false"_target);
  REQUIRE(relay);
  CHECK(*relay == "iree@3.13.0:llvm-cpu:O2,then=flow,O0,--iree-opt-const-eval=false"_target);
  CHECK_FALSE(takenOver("iree@3.13.0:vmvx:O0"_target));
  CHECK_FALSE(takenOver("iree@3.13.0:llvm-cpu:O2,flavour=torch"_target));
  CHECK_FALSE(takenOver("iree@3.13.0:llvm-cpu:O2,--iree-llvmcpu-target-cpu=generic"_target));
  CHECK_FALSE(takenOver("iree@3.13.0:llvm-cpu:O2,--iree-flow-trace-dispatch-tensors"_target));
  CHECK_FALSE(inspector->takenOver(*relay, "hal", name));
}

TEST_CASE("a pipeline's passes are those that its name spells out or draws") {
  const TargetName name = "cpu:pipeline=a,func.func(b,c)"_target;
  const auto inspector = inspectorOf(name);
  CHECK(*inspector->passes(name) == std::vector<std::string>{"a", "func.func(b)", "func.func(c)"});
  CHECK(*inspector->withPasses(name, {"a", "d"}) == "cpu:pipeline=a,d"_target);
  CHECK_THAT(*inspector->module(name, someCase()), Contains("func.func @run0"));
  const TargetName drawn = "mlir@22:random=7"_target;
  CHECK(inspectorOf(drawn)->passes(drawn)->size() > 5);
  CHECK_FALSE(inspector->variations(name));
}

TEST_CASE("our own compiler's passes are known, and run alone on what it emits") {
  const TargetName name = "cpu:O3"_target;
  const auto inspector = inspectorOf(name);
  const auto passes = inspector->passes(name);
  REQUIRE(passes);
  CHECK(passes->front() == "assay-choose-configs");
  CHECK(*inspector->withPasses(name, {"lower-assay", "cse"}) ==
        "cpu:pipeline=lower-assay,cse"_target);
  const auto module = inspector->module(name, someCase());
  CHECK_THAT(*module, Contains("func.func @main"));
  const auto ran = inspector->runPass(name, passes->front(), *module);
  CHECK_THAT(*ran->made, Contains("func.func @main"));
  CHECK(ran->command == "assay-opt FILE --pass-pipeline='builtin.module(assay-choose-configs)'");
  CHECK(inspector->runPass(name, "cse", "no module")->made.failure());
  CHECK_FALSE(inspector->runPass(name, "no-such-pass", *module));
  CHECK_FALSE(inspector->reduced(name, "no module", [](const std::string &) { return true; }));
  const auto reduced = inspector->reduced(name, *module, [](const std::string &text) {
    return std::optional(text.find("func.func") != text.npos);
  });
  REQUIRE(reduced);
  CHECK_THAT(*reduced, Contains("func.func @main()") && Contains("return\n"));
  const auto injected = inspector->withBug("hip:O0"_target, "extents-swapped");
  CHECK_THAT(*injected->pipeline,
             Contains("assay-form-kernels{work-items=64},assay-inject{fault=extents-swapped}"));
}

TEST_CASE("a compiler that tells nothing says so") {
  const TargetName name = "mycc:O2"_target;
  const auto inspector = inspectorOf(name);
  CHECK(inspector->passes(name).error().message ==
        "the compiler of mycc:O2 cannot say which passes it runs");
  CHECK(inspector->cuts(name).error().message ==
        "the compiler of mycc:O2 cannot say how another way goes on from each pass");
  CHECK_THAT(inspectorOf("iree@3.13.0:cpu:O2"_target)
                 ->variations("iree@3.13.0:cpu:O2"_target)
                 .error()
                 .message,
             Contains("no such backend"));
}
