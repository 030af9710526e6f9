#include "runners/hip/HipFaults.h"

#include "support/process/ScratchFolder.h"

#include <catch2/catch.hpp>

#include <fstream>

using namespace assay;

TEST_CASE("a dispatch is named after its op, whatever its extents are") {
  CHECK(dispatchedOp("main_dispatch_0_elementwise_broadcast_D_i32") == "elementwise_broadcast");
  CHECK(dispatchedOp("main$async_dispatch_12_scatter_Dx2xi32_dispatch_tensor_store") == "scatter");
  CHECK(dispatchedOp("f_dispatch_1_matmul_like_3x3x17_f16xf32") == "matmul_like");
  CHECK(dispatchedOp("main_dispatch_3_slow_memcpy") == "slow_memcpy");
  CHECK(dispatchedOp("one_hot_reduce_12") == "one_hot_reduce");
  CHECK(dispatchedOp("vector_add") == "vector_add");
}

static std::optional<TargetFailure> faultIn(const std::string &report) {
  auto folder = ScratchFolder::create();
  REQUIRE(folder);
  std::ofstream(folder->path() / "faults.json") << report;
  return firstHipFault(folder->path() / "faults.json");
}

static std::string line(const std::string &kind, const std::string &text) {
  return R"({"kind":")" + kind + R"(","text":")" + text +
         R"(","kernel":"main_dispatch_2_topk_4x40xf32","address":5960,"instruction":"ds_read_b32 v1, v2",)" +
         R"("workgroup":[3,0,1],"wave":1,"lane":7})" + "\n";
}

TEST_CASE("the first fault of a kernel is told with its place, and by what it did") {
  auto bounds = faultIn(line("out of bounds", "load of 4 bytes at 0x10") + line("trap", "later"));
  REQUIRE(bounds);
  CHECK(bounds->kind == TargetFailure::Kind::Sanitizer);
  CHECK(bounds->stage == Stage::Run);
  CHECK(bounds->detail == "out of bounds in topk: load of 4 bytes at 0x10\n"
                          "main_dispatch_2_topk_4x40xf32 at 0x1748 `ds_read_b32 v1, v2`, "
                          "workgroup (3, 0, 1), wave 1, lane 7");
  auto race = faultIn(line("reported", "race: wave 1 reads"));
  REQUIRE(race);
  CHECK(race->detail.starts_with("race in topk: wave 1 reads\n"));
  auto kindOf = [](const char *kind) { return faultIn(line(kind, "it did"))->kind; };
  CHECK(kindOf("unknown instruction") == TargetFailure::Kind::Unsupported);
  CHECK(kindOf("instruction budget exceeded") == TargetFailure::Kind::TimedOut);
  CHECK(kindOf("call of the host") == TargetFailure::Kind::Unsupported);
  CHECK(kindOf("trap") == TargetFailure::Kind::Rejected);
}

TEST_CASE("no report, or one that was not written to its end, has no fault") {
  CHECK_FALSE(firstHipFault("/nowhere/faults.json"));
  CHECK_FALSE(faultIn(""));
  CHECK_FALSE(faultIn(R"({"kind":"out of)"));
}
