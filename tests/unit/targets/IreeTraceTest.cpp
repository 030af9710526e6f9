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

static std::string without(std::string text, const std::string &part, const std::string &with) {
  return text.replace(text.find(part), part.size(), with);
}

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

TEST_CASE("the first difference is in what a dispatch makes, or in what it is given") {
  const auto one = readTraces(printed);
  auto with = [&](const std::string &part, const std::string &other) {
    size_t common = 0;
    auto difference = firstDifference(one, readTraces(without(printed, part, other)), common);
    CHECK(common == 2);
    return difference;
  };
  CHECK_FALSE(with("2 1", "2 1"));
  auto made = with("2 1", "2 2");
  REQUIRE(made);
  CHECK(made->dispatch == "main_dispatch_1::sort");
  CHECK_FALSE(made->isInput);
  auto given = with("i32=3", "i32=4");
  REQUIRE(given);
  CHECK(given->dispatch == "main_dispatch_0::neg");
  CHECK(given->isInput);
}

TEST_CASE("dispatches that only one run has are not compared") {
  size_t common = 0;
  auto other = readTraces(without(without(printed, "0::neg", "0::fused"), "0::neg", "0::fused"));
  CHECK_FALSE(firstDifference(readTraces(printed), other, common));
  CHECK(common == 1);
}

TEST_CASE("of several calls of a dispatch the first is held against the first") {
  size_t common = 0;
  const std::vector<DispatchTrace> twice = {{"a", "1", "1"}, {"a", "2", "2"}};
  CHECK_FALSE(firstDifference(twice, twice, common));
  CHECK(common == 2);
}
