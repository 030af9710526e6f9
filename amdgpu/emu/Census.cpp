#include "amdgpu/emu/Emu.h"
#include "amdgpu/machine/Repertoire.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace assay::amdgpu {
namespace {

struct Count {
  size_t uses = 0, holes = 0;
  std::string why;
};

int runCensus(const std::vector<std::string> &files) {
  std::map<std::string, Count> counts;
  for (const std::string &file : files) {
    auto object = readCodeObject(file);
    if (!object)
      return complain(object.error());
    const Program program = decode(object->sections(), Disassembler(object->chip), bestSimdLevel());
    for (uint32_t i = 0; i < program.code.size(); ++i) {
      if (program.code[i].address == program.code[i].nextAddress) // the end of a section
        continue;
      Count &count = counts[program.names[program.code[i].name]];
      ++count.uses;
      if (auto hole = program.holes.find(i); hole != program.holes.end()) {
        ++count.holes;
        count.why = hole->second;
      }
    }
  }
  std::vector<std::pair<std::string, Count>> sorted(counts.begin(), counts.end());
  std::ranges::sort(sorted, [](const auto &a, const auto &b) {
    return std::pair(b.second.uses, a.first) < std::pair(a.second.uses, b.first);
  });
  size_t missing = 0;
  for (const auto &[name, count] : sorted) {
    fmt::print("{:7} {}", count.uses, name);
    if (count.holes > 0) {
      ++missing;
      fmt::print("   missing {} times: {}", count.holes, count.why);
    }
    fmt::print("\n");
  }
  fmt::print("{} instructions, {} of them missing in some form\n", sorted.size(), missing);
  return missing == 0 ? AllRight : SomethingWrong;
}

int printMissing(Chip chip) {
  size_t count = 0, missing = 0, refused = 0;
  for (const auto &[format, names] : repertoire(chip))
    for (const std::string &name : names) {
      ++count;
      const Semantics *semantics = findSemantics(bestSimdLevel(), name);
      refused += semantics && semantics->refusal;
      if (semantics)
        continue;
      ++missing;
      fmt::print("{:6} {}\n", nameOf(format), name);
    }
  fmt::print("{} has {} instructions, {} of them without an entry, {} refused on purpose\n",
             nameOf(chip), count, missing, refused);
  return missing == 0 ? AllRight : SomethingWrong;
}

} // namespace

Action declareCensus(CLI::App &app) {
  auto files = std::make_shared<std::vector<std::string>>();
  auto chip = std::make_shared<std::string>();
  auto *file = app.add_option("FILE", *files, "Code objects (.hsaco)");
  auto *missing =
      app.add_option("--missing", *chip, "Instructions of a whole chip without an entry");
  missing->check(CLI::IsMember({"gfx942", "gfx90a"}))->excludes(file);
  return [files, chip] {
    return chip->empty() ? runCensus(*files) : printMissing(*chipFromName(*chip));
  };
}

} // namespace assay::amdgpu
