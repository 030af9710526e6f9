// Which drawn programs hold the structure of each recorded bug that has one: what the yardstick of
// real bugs (bench/real_bugs.py) can show at all, in seconds and without a compiler. Holding it is
// needed, not enough: the bug may also need flags, or inputs that show it.
//
//   structure_bench [PROFILE|PLAN.json [PROGRAMS [SEED]]]
//       how many hold each entry, the rarest first, with the first program of each
//   structure_bench bugs [PROFILE|PLAN.json [PROGRAMS [SEED]]]
//       JSON: of each bug that has a structure in every entry, the programs that hold one

#include "generator/GenerationPlan.h"
#include "support/ReadFile.h"
#include "triage/known/KnownBugs.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <span>
#include <string_view>

using namespace assay;

namespace {

/// An entry of the list, and the programs that hold its structure.
struct Holders {
  const KnownBug *bug;
  std::vector<int64_t> programs;
};

/// The plan in a file whose name ends so, or that of a profile.
Expected<GenerationPlan> planFrom(const std::string &name) {
  if (!name.ends_with(".json")) {
    const auto profile = profileFromName(name);
    return profile ? Expected<GenerationPlan>(GenerationPlan(*profile)) : profile.error();
  }
  const auto text = readFile(name);
  return text ? GenerationPlan::parse(*text, name) : text.error();
}

std::vector<Holders> holdersOfAll(const GenerationPlan &plan, int64_t programs, uint64_t seed) {
  std::vector<Holders> entries;
  for (const KnownBug &bug : KnownBugs::builtIn().all())
    if (!bug.structure.is_null())
      entries.push_back({&bug, {}});
  for (int64_t index = 0; index < programs; ++index) {
    const TestCase testCase = generate(seed, static_cast<uint64_t>(index), plan);
    for (Holders &entry : entries)
      if (!entry.bug->placesIn(testCase, {}).empty())
        entry.programs.push_back(index);
  }
  return entries;
}

void printCounts(std::vector<Holders> entries, int64_t programs, uint64_t seed) {
  std::ranges::sort(entries, {}, [](const Holders &entry) {
    return std::pair(entry.programs.size(), entry.bug->id);
  });
  fmt::print("of {} programs, seed {}: {:<28} {:>8} {:>8}\n", programs, seed, "bug", "hold it",
             "first");
  for (const Holders &entry : entries)
    fmt::print("  {:<60} {:>8} {:>8}\n", entry.bug->id, entry.programs.size(),
               entry.programs.empty() ? -1 : entry.programs.front());
}

void printBugs(const std::vector<Holders> &entries) {
  std::map<std::string, std::set<int64_t>> programs;
  for (const Holders &entry : entries)
    programs[entry.bug->id].insert(entry.programs.begin(), entry.programs.end());
  for (const KnownBug &bug : KnownBugs::builtIn().all())
    if (bug.structure.is_null())
      programs.erase(bug.id);
  fmt::print("{}\n", nlohmann::json(programs).dump());
}

} // namespace

int main(int count, char **arguments) {
  std::span<char *> words(arguments + 1, static_cast<size_t>(count - 1));
  const bool ofBugs = !words.empty() && words.front() == std::string_view("bugs");
  if (ofBugs)
    words = words.subspan(1);
  const auto plan = planFrom(!words.empty() ? words[0] : "default");
  if (!plan) {
    fmt::print(stderr, "{}\n", plan.error().message);
    return 2;
  }
  const int64_t programs = words.size() > 1 ? std::strtoll(words[1], nullptr, 10) : 20'000;
  const uint64_t seed = words.size() > 2 ? std::strtoull(words[2], nullptr, 10) : 1;
  std::vector<Holders> entries = holdersOfAll(*plan, programs, seed);
  if (ofBugs)
    printBugs(entries);
  else
    printCounts(std::move(entries), programs, seed);
}
