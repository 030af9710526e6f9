#include "targets/PassList.h"

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

TEST_CASE("names that spell out their passes are taken apart and put together again") {
  const auto core = passList("cpu:pipeline=a,func.func(b,c)");
  REQUIRE(core);
  CHECK(core->version == 22);
  CHECK(core->target() == "cpu:pipeline=a,func.func(b),func.func(c)");
  const auto upstream = passList("mlir@19:pipeline=builtin.module(a)");
  REQUIRE(upstream);
  CHECK(upstream->version == 19);
  CHECK(upstream->target() == "mlir@19:pipeline=a");
  const auto random = passList("mlir@22:random=7");
  REQUIRE(random);
  CHECK(random->passes.size() > 5);
  CHECK_FALSE(passList("cpu:O2"));
  CHECK_FALSE(passList("iree@3.13.0:llvm-cpu:O2"));
}
