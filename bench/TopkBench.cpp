// Prints what topk of long lines costs at cpu:O3, which selects the best of tiles and then of
// these, and where each line is sorted, at cpu:O2.
//
//   topk_bench [RUNS]

#include "program/Text.h"
#include "support/Stopwatch.h"
#include "targets/Registry.h"

#include <fmt/format.h>

#include <cstdlib>

using namespace assay;

namespace {

/// A program's text with lines of one type, and what it takes of each.
std::string topk(int64_t lines, int64_t extent, int64_t k) {
  return fmt::format(R"(assay 1
%0 = argument f32[{0},{1}]
%1, %2 = topk(%0) {{dim=1, k={2}}}
return %1, %2
run
  %0 = normal {{seed=7, low=0, high=1}}
)",
                     lines, extent, k);
}

/// The shortest time of some runs, in seconds.
double secondsOf(const TestCase &testCase, const TargetName &name, int runs) {
  auto target = makeTarget(name);
  if (!target) {
    fmt::print(stderr, "{}\n", target.error().message);
    std::exit(2);
  }
  auto compiled = (*target)->compile(testCase);
  if (auto *failure = compiled.failure()) {
    fmt::print(stderr, "{}\n", failure->detail);
    std::exit(2);
  }
  const Run &run = testCase.runs()[0];
  const std::vector<Tensor> inputs = testCase.inputs(run);
  double least = 1e9;
  for (int i = 0; i < runs; ++i) {
    double seconds = 0;
    {
      Stopwatch watch(seconds);
      (void)(*compiled)->run(run, inputs);
    }
    least = std::min(least, seconds);
  }
  return least;
}

} // namespace

int main(int argc, char **argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 5;
  for (const auto [lines, extent, k] :
       {std::array<int64_t, 3>{64, 4096, 8}, {64, 4096, 1}, {64, 4096, 32}, {256, 64, 4}}) {
    auto testCase = readText(topk(lines, extent, k), "topk");
    if (!testCase) {
      fmt::print(stderr, "{}\n", testCase.error().message);
      return 2;
    }
    const double sorted = secondsOf(*testCase, "cpu:O2"_target, runs),
                 selected = secondsOf(*testCase, "cpu:O3"_target, runs);
    fmt::print("topk of {} from {} x {}: {:.2f} ms at O2, {:.2f} ms at O3, {:.1f} times as fast\n",
               k, lines, extent, 1e3 * sorted, 1e3 * selected, sorted / selected);
  }
}
