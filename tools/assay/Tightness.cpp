#include "check/Tightness.h"

#include "tools/assay/Cli.h"
#include "tools/assay/ProgramFlags.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace assay {
namespace {

struct Flags {
  std::optional<TargetName> target = *TargetName::parse("cpu:O0");
  ProgramFlags programs;
  std::string profile; // or the plan's name
  uint64_t seed = 777;
  int64_t count = 10000;
  std::string json;

  FILE *out() const { return json == "-" ? stderr : stdout; }
};

constexpr double share = 0.9;

std::string cell(std::optional<double> ulps) {
  return ulps ? fmt::format("{:.3g}", *ulps) : std::string("-");
}

struct Column {
  const char *name, *key;
  std::optional<double> (*of)(const Tightness &seen);
};
constexpr Column columns[] = {
    {"any", "anyElement", [](const Tightness &seen) { return seen.anyElement.reportedIn(share); }},
    {"element", "elementAlone",
     [](const Tightness &seen) { return seen.oneElement.alone.reportedIn(share); }},
    {"result", "resultAlone",
     [](const Tightness &seen) { return seen.wholeResult.alone.reportedIn(share); }},
    {"element in", "elementInProgram",
     [](const Tightness &seen) { return seen.oneElement.inProgram.reportedIn(share); }},
    {"result in", "resultInProgram",
     [](const Tightness &seen) { return seen.wholeResult.inProgram.reportedIn(share); }},
    {"returned", "returned",
     [](const Tightness &seen) { return seen.returned.reportedInOfVisible(share); }},
};

/// Nothing of it has a bound.
bool isEmpty(const Tightness &seen) { return seen.oneElement.inProgram.cases() == 0; }

std::string text(const TightnessTable &table) {
  std::string out = fmt::format("{:24}{:>9}", "", "cases");
  for (const Column &column : columns)
    out += fmt::format("{:>12}", column.name);
  out += "   visible\n";
  for (const auto &[op, seen] : table) {
    if (isEmpty(seen))
      continue;
    out += fmt::format("{:24}{:>9}", op, seen.oneElement.inProgram.cases());
    for (const Column &column : columns)
      out += fmt::format("{:>12}", cell(column.of(seen)));
    if (seen.returned.cases() > 0)
      out += fmt::format("{:>8.0f} %", 100.0 * static_cast<double>(seen.returned.visible()) /
                                           static_cast<double>(seen.returned.cases()));
    out += "\n";
  }
  return out;
}

nlohmann::ordered_json toJson(const Flags &flags, const TightnessTable &table) {
  nlohmann::ordered_json ops = nlohmann::ordered_json::array();
  for (const auto &[op, seen] : table) {
    if (isEmpty(seen))
      continue;
    nlohmann::ordered_json row{{"op", op},
                               {"casesAlone", seen.oneElement.alone.cases()},
                               {"casesInProgram", seen.oneElement.inProgram.cases()},
                               {"casesReturned", seen.returned.cases()},
                               {"visible", seen.returned.visible()}};
    for (const Column &column : columns) {
      const auto units = column.of(seen);
      row[column.key] = units ? nlohmann::ordered_json(*units) : nlohmann::ordered_json();
    }
    ops.push_back(std::move(row));
  }
  return {{"target", flags.target->text()}, {"profile", flags.profile}, {"seed", flags.seed},
          {"programs", flags.count},        {"share", share},           {"ops", std::move(ops)}};
}

int runTightness(Flags flags, const Context &context) {
  auto source = flags.programs.choose(context.services);
  if (!source)
    return complain(source.error());
  flags.profile = source->name;
  const auto target = context.services.makeTarget(*flags.target, {});
  if (!target)
    return complain(target.error());
  const Accuracy accuracy = (*target)->accuracy();
  TightnessTable table;
  for (int64_t index = 0; index < flags.count; ++index) {
    const auto testCase =
        context.services.generate(flags.seed, static_cast<uint64_t>(index), flags.profile);
    if (!testCase)
      return complain(testCase.error());
    measureTightness(*testCase, accuracy, table);
  }
  if (!flags.json.empty())
    if (auto written = writeOutput(flags.json, toJson(flags, table).dump(2) + "\n"); !written)
      return complain(written.error());
  say(flags.out(),
      "{}, profile {}, seed {}, {} programs: the least error, in ulp, that is reported in {:.0f} % "
      "of the cases\n{}",
      flags.target->text(), flags.profile, flags.seed, flags.count, 100 * share, text(table));
  return AllAgree;
}

} // namespace

Action declareTightness(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("--target", &flags->target, "The target whose accuracy is granted; default: cpu:O0");
  addProgramFlags(parser, flags->programs);
  parser.add("--seed", "N", &flags->seed, "Determines every program")
      .check(seedNumber())
      .showDefault();
  parser.add("--count", "C", &flags->count, "Programs").check(wholeNumber(1)).showDefault();
  parser.add("--json", "FILE", &flags->json, "Write the table as JSON, or - for standard output");
  return [flags](const Context &context) { return runTightness(*flags, context); };
}

} // namespace assay
