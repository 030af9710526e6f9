#include "targets/iree/IreeMetrics.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;

namespace {

/// A dispatch's code: a loop over the dims that reads by the map and yields what it reads, or more.
std::string executable(std::string_view name, std::string_view map, std::string_view types,
                       bool computes) {
  return fmt::format(R"(
  "flow.executable"() <{{sym_name = "{}"}}> ({{
    "builtin.module"() ({{
      "func.func"() <{{function_type = () -> (), sym_name = "f"}}> ({{
        %0:2 = "test.made"() : () -> ({})
        %1 = "linalg.generic"(%0#0, %0#1) <{{indexing_maps = [{}, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = [#linalg.iterator_type<parallel>, #linalg.iterator_type<parallel>], operandSegmentSizes = array<i32: 1, 1>}}> ({{
        ^bb0(%a: f32, %b: f32):
          {}
        }}) : ({}) -> tensor<3x2xf32>
      }}) : () -> ()
    }}) : () -> ()
  }}) : () -> ())",
                     name, types, map,
                     computes ? R"(%c = "arith.negf"(%a) : (f32) -> f32
          "linalg.yield"(%c) : (f32) -> ())"
                              : R"("linalg.yield"(%a) : (f32) -> ())",
                     types);
}

std::string dispatch(std::string_view executable, std::string_view from, std::string_view to) {
  return fmt::format(R"(
    %{0} = "flow.dispatch"(%x) <{{entry_points = [@{0}::@f], operandSegmentSizes = array<i32: 0, 1, 0, 0>}}> : ({1}) -> {2})",
                     executable, from, to);
}

Metrics counted(const std::string &executables, const std::string &dispatches,
                const std::string &scheduling = "") {
  auto metrics = ireeMetricsOf({fmt::format(R"("builtin.module"() ({{{}
  "util.func"() ({{
    %x = "test.x"() : () -> tensor<?x3xf32>{}
  }}) : () -> ()
}}) : () -> ())",
                                            executables, dispatches),
                                scheduling});
  if (auto *failure = metrics.failure())
    FAIL(failure->detail);
  return *metrics;
}

constexpr const char *swapped = "affine_map<(d0, d1) -> (d1, d0)>";
constexpr const char *straight = "affine_map<(d0, d1) -> (d0, d1)>";

} // namespace

TEST_CASE("a loop that only moves elements is a transpose, one that computes as well a relayout") {
  const std::string types = "tensor<2x3xf32>, tensor<3x2xf32>";
  auto loops = [&](const char *map, bool computes) {
    const Metrics metrics = counted(executable("e", map, types, computes),
                                    dispatch("e", "tensor<?x3xf32>", "tensor<?x2xf32>"));
    return std::pair(metrics.at(Metric::Transposes), metrics.at(Metric::Relayouts));
  };
  CHECK(loops(swapped, false) == std::pair<int64_t, int64_t>(1, 0));
  CHECK(loops(swapped, true) == std::pair<int64_t, int64_t>(0, 1));
  CHECK(loops(straight, false) == std::pair<int64_t, int64_t>(0, 0));
  CHECK(loops(straight, true) == std::pair<int64_t, int64_t>(0, 0));
}

TEST_CASE("a unit dim may stand anywhere") {
  const Metrics metrics =
      counted(executable("e", swapped, "tensor<1x3xf32>, tensor<3x1xf32>", false),
              dispatch("e", "tensor<?x3xf32>", "tensor<?x2xf32>"));
  CHECK(metrics.at(Metric::Transposes) == 0);
}

TEST_CASE("code counts as often as it is launched, and bytes only where all are known") {
  const std::string code = executable("e", swapped, "tensor<2x3xf32>, tensor<3x2xf32>", false) +
                           executable("unused", swapped, "tensor<2x3xf32>, tensor<3x2xf32>", false);
  CHECK(counted(code, "") == Metrics{{Metric::Transposes, 0},
                                     {Metric::Relayouts, 0},
                                     {Metric::Dispatches, 0},
                                     {Metric::Bytes, 0}});
  const Metrics unknown = counted(code, dispatch("e", "tensor<?x3xf32>", "tensor<3x2xf32>"));
  CHECK(unknown ==
        Metrics{{Metric::Transposes, 1}, {Metric::Relayouts, 0}, {Metric::Dispatches, 1}});
}

TEST_CASE("bytes are those of operands and results, and what is allocated is the scheduler's") {
  auto metrics =
      ireeMetricsOf({R"("builtin.module"() ({
  "util.func"() ({
    %x = "test.x"() : () -> tensor<2x3xf32>
    %i = "test.i"() : () -> index
    %0 = "flow.dispatch"(%i, %x) <{entry_points = [@e::@f]}> : (index, tensor<2x3xf32>) -> tensor<2x3xi1>
    %1 = "flow.dispatch"(%0) <{entry_points = [@e::@f]}> : (tensor<2x3xi1>) -> tensor<5xcomplex<f32>>
  }) : () -> ()
}) : () -> ())",
                     R"({"stream-aggregate": {"execution": {"transient-memory-size": 64}}})"});
  REQUIRE(metrics);
  CHECK((*metrics)[Metric::Bytes] == 24 + 6 + 6 + 40);
  CHECK((*metrics)[Metric::Allocated] == 64);
  CHECK((*metrics)[Metric::Dispatches] == 2);
}

TEST_CASE("what is no module is unsupported") {
  auto metrics = ireeMetricsOf({"error: what?", ""});
  REQUIRE_FALSE(metrics);
  CHECK(metrics.failure()->kind == TargetFailure::Kind::Unsupported);
}
