#include "targets/upstream/PassList.h"

#include <catch2/catch.hpp>

using namespace assay;

TEST_CASE("names that spell out their passes are taken apart and put together again") {
  const auto core = passList("cpu:pipeline=a,func.func(b,c)"_target);
  REQUIRE(core);
  CHECK(core->version == 22);
  CHECK(core->target() == "cpu:pipeline=a,func.func(b),func.func(c)"_target);
  const auto upstream = passList("mlir@19:pipeline=builtin.module(a)"_target);
  REQUIRE(upstream);
  CHECK(upstream->version == 19);
  CHECK(upstream->target() == "mlir@19:pipeline=a"_target);
  const auto random = passList("mlir@22:random=7"_target);
  REQUIRE(random);
  CHECK(random->passes.size() > 5);
  CHECK_FALSE(passList("cpu:O2"_target));
  CHECK_FALSE(passList("iree@3.13.0:llvm-cpu:O2"_target));
}
