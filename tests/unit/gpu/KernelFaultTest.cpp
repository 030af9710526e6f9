#include "check/Check.h"
#include "compiler/faults/Faults.h"
#include "program/Text.h"

#include <catch2/catch.hpp>

#include <map>

using namespace assay;

/// A program for each fault of kernels, that shows it.
static const std::map<std::string_view, std::string_view> triggers = {
    {"kernel-tail-lost", R"(d0 dynamic
d1 dynamic
d2 dynamic
%0 = argument f32[d0,d1,d2]
%1 = unary(%0) {function=exp}
return %1
run d0=2 d1=3 d2=4
  %0 = integers {seed=1, low=-3, high=3}
)"},
    {"kernel-guard-off-by-one", R"(d0 dynamic
%0 = argument i8[d0,2]
%1 = transpose(%0) {permutation=[1,0]}
return %1
run d0=7
  %0 = integers {seed=1, low=-3, high=3}
)"},
    {"first-barrier-dropped", R"(d0 dynamic
%0 = argument f32[d0]
%1 = reduce(%0) {function=max, dims=[0], result=f32}
return %1
run d0=200
  %0 = distinct {seed=1, low=-1000, high=-1}
)"},
    {"last-share-lost", R"(d0 dynamic
%0 = argument i32[3,d0]
%1 = reduce(%0) {function=sum, dims=[1], result=i32}
return %1
run d0=9
  %0 = integers {seed=1, low=1, high=3}
)"},
    {"shares-overlap", R"(d0 dynamic
%0 = argument i32[d0]
%1 = reduce(%0) {function=sum, dims=[0], result=i32}
return %1
run d0=70
  %0 = integers {seed=1, low=1, high=3}
)"},
    {"mfma-depth-unmasked", R"(d0 dynamic
%0 = argument bf16[3,d0]
%1 = argument bf16[d0,5]
%2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=f32}
return %2
run d0=7
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=2, low=1, high=3}
)"},
    {"vector-tail-dropped", R"(d0 dynamic
%0 = argument i64[d0]
%1 = binary(%0, %0) {function=add}
return %1
run d0=7
  %0 = integers {seed=1, low=-3, high=3}
)"},
    {"last-index-unreached", R"(d0 dynamic
%0 = argument f32[d0,2,1,2]
%1 = transpose(%0) {permutation=[1,2,3,0]}
return %1
run d0=3
  %0 = integers {seed=1, low=1, high=3}
)"},
    {"copy-too-late", R"(d0 dynamic
%0 = argument f32[d0]
%1 = argument i32[2]
%2 = argument f32[2]
%3 = scatter(%0, %1, %2) {dim=0, combine=add}
return %3, %0
run d0=4
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=2, low=0, high=3}
  %2 = integers {seed=3, low=1, high=3}
)"},
    {"shared-made-private", R"(d0 dynamic
%0 = argument f32[d0]
%1 = reduce(%0) {function=sum, dims=[0], result=f32}
return %1
run d0=20
  %0 = integers {seed=1, low=1, high=3}
)"},
};

TEST_CASE("each fault of kernels shows in what its trigger computes") {
  for (const Fault &fault : faults()) {
    if (fault.stage != Fault::Stage::Kernels)
      continue;
    INFO(fault.name);
    const auto trigger = triggers.find(fault.name);
    REQUIRE(trigger != triggers.end());
    auto testCase = readText("assay 1\n" + std::string(trigger->second), "trigger");
    if (!testCase)
      FAIL(testCase.error().message);
    for (std::string_view inject : {std::string_view(), fault.name}) {
      auto target = makeTarget("hip:O1", {std::string(inject)});
      if (!target) {
        WARN("skipped: " << target.error().message);
        return;
      }
      const Verdict verdict = check(*testCase, **target);
      INFO(verdict.describe());
      CHECK(verdict.isFinding() == !inject.empty());
      // Kernels are named after the program's ops.
      if (inject == "kernel-guard-off-by-one")
        CHECK(verdict.describe().find("out of bounds in transpose: ") != std::string::npos);
    }
  }
}
