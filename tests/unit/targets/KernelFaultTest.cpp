#include "check/Check.h"
#include "compiler/faults/Faults.h"
#include "program/Text.h"
#include "targets/Registry.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdlib>

using namespace assay;

namespace {
/// A program that shows a fault of kernels.
struct Trigger {
  std::string_view fault, program;
  /// Of what is said with and without all checks.
  std::string_view watched, plain = watched;
};
} // namespace

static constexpr std::string_view wrong = "elements are wrong";
static constexpr std::string_view outside = "out of bounds";

static const Trigger triggers[] = {
    {"kernel-tail-lost", R"(d0 dynamic
d1 dynamic
d2 dynamic
%0 = argument f64[d0,d1,d2]
%1 = unary(%0) {function=exp}
return %1
run d0=2 d1=3 d2=4
  %0 = integers {seed=1, low=-3, high=3}
)",
     wrong},
    {"kernel-guard-off-by-one", R"(d0 dynamic
%0 = argument i8[d0,2]
%1 = scan(%0) {function=sum, dim=1, result=i16}
return %1
run d0=7
  %0 = integers {seed=1, low=-3, high=3}
)",
     "out of bounds in scan: load of 1 bytes"},
    {"first-barrier-dropped", R"(d0 dynamic
%0 = argument i32[d0]
%1 = reduce(%0) {function=max, dims=[0], result=i32}
return %1
run d0=200
  %0 = distinct {seed=1, low=-1000, high=-1}
)",
     "was never written", wrong},
    {"last-share-lost", R"(d0 dynamic
%0 = argument i8[3,d0]
%1 = reduce(%0) {function=sum, dims=[1], result=i8}
return %1
run d0=9
  %0 = integers {seed=1, low=1, high=3}
)",
     wrong},
    {"shares-overlap", R"(d0 dynamic
%0 = argument i32[d0]
%1 = reduce(%0) {function=sum, dims=[0], result=i32}
return %1
run d0=70
  %0 = integers {seed=1, low=1, high=3}
)",
     wrong},
    {"mfma-depth-unmasked", R"(d0 dynamic
%0 = argument bf16[3,d0]
%1 = argument bf16[d0,5]
%2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=f32}
return %2
run d0=7
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=2, low=1, high=3}
)",
     outside},
    {"vector-tail-dropped", R"(d0 dynamic
%0 = argument i64[d0]
%1 = argument i64[d0]
%2 = binary(%0, %1) {function=add}
return %2
run d0=7
  %0 = integers {seed=1, low=-3, high=3}
  %1 = integers {seed=2, low=-3, high=3}
)",
     wrong},
    {"last-index-unreached", R"(d0 dynamic
%0 = argument i64[d0,2,1,2]
%1 = transpose(%0) {permutation=[1,2,3,0]}
return %1
run d0=3
  %0 = integers {seed=1, low=1, high=3}
)",
     wrong},
    {"copy-too-late", R"(d0 dynamic
d1 dynamic
%0 = argument i32[d0,d1]
%1 = argument i32[2,d1]
%2 = argument i32[2,d1]
%3 = scatter(%0, %1, %2) {dim=0, combine=add}
return %3, %0
run d0=4 d1=3
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=2, low=0, high=3}
  %2 = integers {seed=3, low=1, high=3}
)",
     wrong},
    {"shared-made-private", R"(d0 dynamic
%0 = argument f64[2,2,d0]
%1 = reduce(%0) {function=sum, dims=[2], result=f64}
return %1
run d0=20
  %0 = integers {seed=1, low=1, high=3}
)",
     "was never written", wrong},
    {"shuffle-wrong-lane", R"(d0 dynamic
%0 = argument i32[d0]
%1 = reduce(%0) {function=min, dims=[0], result=i32}
return %1
run d0=2
  %0 = distinct {seed=1, low=-9, high=9}
run d0=3
  %0 = distinct {seed=3, low=-9, high=9}
run d0=4
  %0 = distinct {seed=4, low=-9, high=9}
)",
     wrong},
    {"missing-atomic", R"(d0 dynamic
%0 = argument i32[3]
%1 = argument i32[d0]
%2 = argument i32[d0]
%3 = scatter(%0, %1, %2) {dim=0, combine=add}
return %3
run d0=9
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=2, low=0, high=2}
  %2 = integers {seed=3, low=1, high=3}
)",
     "race in scatter: lanes", wrong},
    {"shared-memory-overlap", R"(d0 dynamic
%0 = argument i32[2,d0]
%1, %2 = arg_reduce(%0) as generic {dim=1, minimum=true, first_index=true, index_type=i32}
return %1, %2
run d0=9
  %0 = distinct {seed=1, low=-30, high=30}
)",
     wrong},
    {"extents-swapped", R"(d0 dynamic
d1 dynamic
%0 = argument i16[2,d0,d1]
%1 = transpose(%0) {permutation=[0,2,1]}
return %1
run d0=3 d1=4
  %0 = distinct {seed=1, low=-30, high=30}
)",
     outside},
    {"mask-after-read", R"(d0 dynamic
%0 = argument f16[3,d0]
%1 = argument f16[d0,5]
%2 = contraction(%0, %1) {lhs=[0,2], rhs=[2,1], out=[0,1], result=f32}
return %2
run d0=7
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=2, low=1, high=3}
)",
     outside},
    {"share-unwritten", R"(d0 dynamic
%0 = argument i64[d0]
%1 = reduce(%0) {function=sum, dims=[0], result=i64}
return %1
run d0=9
  %0 = integers {seed=1, low=1, high=3}
)",
     "was never written", wrong},
    {"idle-share-is-zero", R"(d0 dynamic
%0 = argument f32[d0]
%1 = reduce(%0) {function=product, dims=[0], result=f32}
return %1
run d0=3
  %0 = integers {seed=1, low=1, high=3}
)",
     wrong},
    {"launch-too-early", R"(d0 dynamic
%0 = argument i8[d0]
%1 = scan(%0) {function=sum, dim=0, result=i8}
%2 = reverse(%1) {dims=[0]}
return %2
run d0=3
  %0 = integers {seed=1, low=1, high=3}
)",
     wrong},
    {"last-group-lost", R"(d0 dynamic
%0 = argument f32[d0]
%1 = argument f32[1,d0]
%2 = reverse(%0) {dims=[0]}
return %2
run d0=300
  %0 = integers {seed=1, low=1, high=3}
  %1 = integers {seed=1, low=1, high=3}
)",
     wrong},
    {"mfma-operands-swapped", R"(d0 dynamic
%0 = argument f32[2,3,d0]
%1 = argument f32[2,d0,3]
%2 = contraction(%0, %1) {lhs=[0,1,3], rhs=[0,3,2], out=[0,1,2], result=f32}
return %2
run d0=2
  %0 = integers {seed=1, low=1, high=9}
  %1 = integers {seed=2, low=1, high=9}
)",
     wrong},
};

TEST_CASE("each fault of kernels is found, by the verdict that it deserves") {
  // CTest runs this a second time, with all checks.
  const bool isWatched = std::getenv("ASSAY_HIP_CHECKS");
  for (const Fault &fault : faults()) {
    if (fault.stage != "kernels")
      continue;
    INFO(fault.name);
    const Trigger *trigger = std::ranges::find(triggers, fault.name, &Trigger::fault);
    REQUIRE(trigger != std::end(triggers));
    auto testCase = readText("assay 1\n" + std::string(trigger->program), "trigger");
    if (!testCase)
      FAIL(testCase.error().message);
    for (std::string_view inject : {std::string_view(), fault.name}) {
      auto target = makeTarget("hip:O1"_target, {std::string(inject)});
      if (!target) {
        WARN("skipped: " << target.error().message);
        return;
      }
      const Verdict verdict = check(*testCase, **target);
      INFO(verdict.describe());
      CHECK(verdict.isFinding() == !inject.empty());
      if (!inject.empty())
        CHECK(verdict.describe().find(isWatched ? trigger->watched : trigger->plain) !=
              std::string::npos);
    }
  }
}
