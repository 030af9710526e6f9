// Prints what generation costs: CPU microseconds per op and per program, inputs included, and the
// sizes of the programs that a profile makes.
// Usage: generator_bench [profile] [programs]

#include "generator/Generator.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <map>

using namespace assay;

static double cpuMicroseconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) * 1e-3;
}

namespace {

/// Totals over the programs of some size.
struct Cost {
  int programs = 0;
  size_t ops = 0;
  double generate = 0, inputs = 0; // microseconds
};

} // namespace

int main(int count, char **arguments) {
  const std::string_view wanted = count > 1 ? arguments[1] : "default";
  const uint64_t programs = count > 2 ? std::strtoull(arguments[2], nullptr, 10) : 20'000;
  auto profile = profileFromName(wanted);
  if (!profile) {
    fmt::print(stderr, "{}\n", profile.error().message);
    return 2;
  }
  Cost all, aboutTen;
  std::map<size_t, uint64_t> sizes;
  for (uint64_t index = 0; index < programs; ++index) {
    const double start = cpuMicroseconds();
    const TestCase testCase = generate(1, index, *profile);
    const double generated = cpuMicroseconds();
    for (const Run &run : testCase.runs())
      (void)testCase.inputs(run);
    const double made = cpuMicroseconds();
    const size_t ops = testCase.program().nodes().size();
    ++sizes[ops];
    for (Cost *cost : {&all, &aboutTen}) {
      if (cost == &aboutTen && (ops < 9 || ops > 11))
        continue;
      ++cost->programs;
      cost->ops += ops;
      cost->generate += generated - start;
      cost->inputs += made - generated;
    }
  }
  auto print = [](std::string_view name, const Cost &cost) {
    if (cost.programs > 0)
      fmt::print("{:<14} {:>7} programs  {:6.2f} us per op  {:8.1f} us per program  "
                 "{:8.1f} us with the inputs of all runs\n",
                 name, cost.programs, cost.generate / static_cast<double>(cost.ops),
                 cost.generate / cost.programs, (cost.generate + cost.inputs) / cost.programs);
  };
  print("all", all);
  print("9 to 11 ops", aboutTen);
  fmt::print("ops per program:");
  uint64_t passed = 0;
  size_t next = 1;
  for (auto [ops, number] : sizes) {
    passed += number;
    for (; next <= 9 && passed * 10 >= next * programs; ++next)
      fmt::print("  {}% <= {}", next * 10, ops);
  }
  fmt::print("  100% <= {}\n", sizes.rbegin()->first);
}
