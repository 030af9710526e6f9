#include "target/PassPipeline.h"

#include <catch2/catch.hpp>

using namespace assay;

using Passes = std::vector<std::string>;

TEST_CASE("passes are split at commas outside brackets, and each keeps what it runs on") {
  CHECK(splitPasses("") == Passes{});
  CHECK(splitPasses("cse") == Passes{"cse"});
  CHECK(splitPasses("a{x=1,2 y=(3,4)},b") == Passes{"a{x=1,2 y=(3,4)}", "b"});
  CHECK(splitPasses("builtin.module(a,func.func(b{x=1},c),d)") ==
        Passes{"a", "func.func(b{x=1})", "func.func(c)", "d"});
}

TEST_CASE("passes stand in a pipeline in an order, by their whole names") {
  const char *pipeline = "canonicalize,func.func(cse{x=1}),affine-loop-tile{tile-size=4},cse";
  CHECK(hasPasses(pipeline, {}));
  CHECK(hasPasses(pipeline, {"canonicalize"}));
  CHECK(hasPasses(pipeline, {"cse", "affine-loop-tile", "cse"}));
  CHECK_FALSE(hasPasses(pipeline, {"affine-loop-tile", "canonicalize"}));
  CHECK_FALSE(hasPasses(pipeline, {"cse", "cse", "cse"}));
  CHECK_FALSE(hasPasses(pipeline, {"loop-tile"}));
  CHECK_FALSE(hasPasses(pipeline, {"affine-loop"}));
}

TEST_CASE("an option of a pass, with its value, and a pass on a command line may be asked for") {
  CHECK(hasPasses("a{x=1 y=2},b", {"a", "y=2"}));
  CHECK_FALSE(hasPasses("a{x=1 y=22},b", {"a", "y=2"}));
  CHECK(hasPasses(" mycc cse --o", {"cse"}));
}

TEST_CASE("a pipeline is anchored at the module once") {
  CHECK(anchoredPipeline("cse,sccp") == "builtin.module(cse,sccp)");
  CHECK(anchoredPipeline("builtin.module(cse)") == "builtin.module(cse)");
}

TEST_CASE("a pass has a name, whatever it runs on and is told") {
  CHECK(passName("cse") == "cse");
  CHECK(passName("func.func(cse)") == "cse");
  CHECK(passName("gpu.module(llvm.func(a-b{x=(1) y={z(1)}}))") == "a-b");
  CHECK(passName("a{pipeline={builtin.module(b)}}") == "a");
}

TEST_CASE("a pipeline of assay's passes says where lower-assay stands") {
  CHECK(lowersAssay("cse,lower-assay,sccp"));
  CHECK_FALSE(lowersAssay("cse,not-lower-assay"));
}
