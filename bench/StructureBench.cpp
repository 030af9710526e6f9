// Prints, of each recorded bug that has a structure, how many drawn programs hold it: what the
// yardstick of real bugs (bench/real_bugs.py) can show at all, in seconds and without a compiler.
// Holding it is needed, not enough: the bug may also need flags, or inputs that show it.
//
//   structure_bench [PROFILE [PROGRAMS [SEED]]]    the rarest first, with the first program of each

#include "generator/Generator.h"
#include "triage/known/KnownBugs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>

using namespace assay;

namespace {

struct Count {
  const KnownBug *bug;
  int64_t programs = 0, first = -1;
};

} // namespace

int main(int count, char **arguments) {
  auto profile = profileFromName(count > 1 ? arguments[1] : "default");
  if (!profile) {
    fmt::print(stderr, "{}\n", profile.error().message);
    return 2;
  }
  const int64_t programs = count > 2 ? std::strtoll(arguments[2], nullptr, 10) : 20'000;
  const uint64_t seed = count > 3 ? std::strtoull(arguments[3], nullptr, 10) : 1;
  std::vector<Count> counts;
  for (const KnownBug &bug : KnownBugs::builtIn().all())
    if (!bug.structure.is_null())
      counts.push_back({&bug});
  for (int64_t index = 0; index < programs; ++index) {
    const TestCase testCase = generate(seed, static_cast<uint64_t>(index), *profile);
    for (Count &held : counts)
      if (!held.bug->placesIn(testCase, {}).empty()) {
        ++held.programs;
        if (held.first < 0)
          held.first = index;
      }
  }
  std::ranges::sort(counts, {},
                    [](const Count &held) { return std::tie(held.programs, held.bug->id); });
  fmt::print("of {} programs, seed {}: {:<28} {:>8} {:>8}\n", programs, seed, "bug", "hold it",
             "first");
  for (const Count &held : counts)
    fmt::print("  {:<60} {:>8} {:>8}\n", held.bug->id, held.programs, held.first);
}
