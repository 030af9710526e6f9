#include "targets/iree/IreeTrace.h"

#include <catch2/catch.hpp>

using namespace assay;

static const std::string printed = R"(=== main_dispatch_0::neg inputs ===
2xf32=-1 -2
i32=3

=== main_dispatch_0::neg outputs ===
2xf32=1 2

=== main_dispatch_1::sort inputs ===
2xf32=1 2

=== main_dispatch_1::sort outputs ===
2xf32=2 1
)";

TEST_CASE("calls of dispatches are read in order, with what goes in and out") {
  const auto traces = readTraces("something else\n" + printed);
  REQUIRE(traces.size() == 2);
  CHECK(traces[0].name == "main_dispatch_0::neg");
  CHECK(traces[0].inputs == "2xf32=-1 -2\ni32=3\n");
  CHECK(traces[0].outputs == "2xf32=1 2\n");
  CHECK(traces[1].outputs == "2xf32=2 1\n");
  CHECK(readTraces("").empty());
  CHECK(readTraces("=== x outputs ===\n1\n").empty());
}
