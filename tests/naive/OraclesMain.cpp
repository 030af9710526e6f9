// Holds the two oracles against each other on generated programs, or on cases in files, and prints
// what docs/trust.md cites.

#include "generator/Generator.h"
#include "program/Json.h"
#include "program/Text.h"
#include "tests/naive/Agree.h"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

using namespace assay;

namespace {

struct Options {
  uint64_t seed = 1;
  uint64_t first = 0;
  uint64_t count = 1000;
  std::string profile = "default";
  std::string write;
  std::vector<std::string> files;
};

/// What both oracles said so far.
struct Summary {
  naive::Statistics statistics;
  uint64_t programs = 0;
  uint64_t disagreeing = 0;

  void hold(const TestCase &testCase, const std::string &label, const Options &options) {
    ++programs;
    std::vector<std::string> lines = naive::agree(testCase, statistics);
    if (lines.empty())
      return;
    ++disagreeing;
    for (const std::string &line : lines)
      std::printf("%s: %s\n", label.c_str(), line.c_str());
    if (!options.write.empty())
      std::ofstream(options.write + "/" + label + ".json") << writeJson(testCase);
    std::fflush(stdout);
  }
};

Expected<TestCase> readCase(const std::string &path) {
  std::ifstream file(path);
  if (!file)
    return Error{fmt::format("{} cannot be read", path)};
  std::stringstream text;
  text << file.rdbuf();
  return path.ends_with(".json") ? readJson(text.str(), path) : readText(text.str(), path);
}

Expected<Summary> holdAll(const Options &options) {
  Summary summary;
  for (const std::string &path : options.files) {
    Expected<TestCase> testCase = readCase(path);
    if (!testCase)
      return testCase.error();
    summary.hold(*testCase, path, options);
  }
  if (!options.files.empty())
    return summary;
  Expected<Profile> profile = profileFromName(options.profile);
  if (!profile)
    return profile.error();
  for (uint64_t i = options.first; i < options.first + options.count; ++i)
    summary.hold(generate(options.seed, i, *profile), fmt::format("{}-{}", options.seed, i),
                 options);
  return summary;
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app{"Holds the two oracles against each other. Exit code 1: they disagree."};
  app.add_option("--seed", options.seed, "seed of the generated programs")->capture_default_str();
  app.add_option("--first", options.first, "index of the first program")->capture_default_str();
  app.add_option("--count", options.count, "number of programs")->capture_default_str();
  app.add_option("--profile", options.profile, "the generator's profile")->capture_default_str();
  app.add_option("--write", options.write, "folder for the cases on which they disagree");
  app.add_option("files", options.files, "cases to take instead, JSON or text");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  auto start = std::chrono::steady_clock::now();
  Expected<Summary> summary = holdAll(options);
  if (!summary) {
    std::fprintf(stderr, "%s\n", summary.error().message.c_str());
    return 2;
  }
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  std::printf("%s\n%llu programs in %.0f s, %llu with a disagreement\n",
              naive::table(summary->statistics).c_str(),
              static_cast<unsigned long long>(summary->programs), seconds.count(),
              static_cast<unsigned long long>(summary->disagreeing));
  return summary->disagreeing ? 1 : 0;
}
