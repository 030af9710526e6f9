#include "tools/assay/ShardFlag.h"

#include <charconv>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <vector>

namespace assay {
namespace {

/// An engine that runs the same command many times, and how it numbers the runs.
struct Engine {
  const char *name;
  const char *index;
  /// Null where the engine has none.
  const char *count;
  /// What the first run has as its index, unless a variable says so.
  int64_t first;
  const char *firstVariable = nullptr;
  /// From one index to the next.
  const char *stepVariable = nullptr;
  /// A file that the command has to make, by which the engine knows that it takes its part.
  const char *fileToMake = nullptr;
};

constexpr Engine engines[] = {
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 0, "SLURM_ARRAY_TASK_MIN",
     "SLURM_ARRAY_TASK_STEP"},
    {"Bazel", "TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS", 0, nullptr, nullptr,
     "TEST_SHARD_STATUS_FILE"},
    {"GitLab", "CI_NODE_INDEX", "CI_NODE_TOTAL", 1},
};

/// As many as anybody has machines; a limit at which nothing overflows.
constexpr int64_t mostShards = 1'000'000;

std::optional<int64_t> number(const std::string &text) {
  int64_t value = 0;
  const char *end = text.data() + text.size();
  const auto [rest, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || rest != end || value < 0 || value > mostShards)
    return std::nullopt;
  return value;
}

/// Reads an engine's variables, and keeps what they were.
class Variables {
public:
  explicit Variables(const Environment &environment) : environment(environment) {}

  Expected<int64_t> read(const char *name) {
    const auto text = environment(name);
    if (!text)
      return Error{fmt::format("--shard auto needs {}, which is not set; give --shard I/N", name)};
    seen.push_back(fmt::format("{}={}", name, *text));
    if (const auto value = number(*text))
      return *value;
    return Error{fmt::format("{}={} is no number of a shard; give --shard I/N", name, *text)};
  }
  /// `otherwise` if the engine has no such variable, or did not set it.
  Expected<int64_t> read(const char *name, int64_t otherwise) {
    return name && environment(name) ? read(name) : otherwise;
  }
  std::string text() const { return fmt::format("{}", fmt::join(seen, " ")); }

private:
  const Environment &environment;
  std::vector<std::string> seen;
};

/// `first` is the number that whoever counts gives the first of them.
Expected<ChosenShard> made(int64_t index, int64_t count, const std::string &text,
                           const std::string &from, int64_t first = 0) {
  if (count >= 1 && index >= 0 && index < count)
    return ChosenShard{{index, count}, from};
  return Error{first == 0
                   ? fmt::format("{} is no shard: of N there are those from 0 to N-1; give "
                                 "--shard I/N",
                                 text)
                   : fmt::format("{} is no shard: there tasks count from {}; give --shard I/N, "
                                 "with I from 0",
                                 text, first)};
}

Expected<ChosenShard> fromEngine(const Engine &engine, const Environment &environment) {
  Variables variables(environment);
  auto index = variables.read(engine.index);
  if (!index)
    return index.error();
  auto first = variables.read(engine.firstVariable, engine.first);
  if (!first)
    return first.error();
  auto step = variables.read(engine.stepVariable, 1);
  if (!step)
    return step.error();
  auto count = variables.read(engine.count);
  if (!count)
    return count.error();
  const std::string text = variables.text();
  if (*step < 1 || (*index - *first) % *step != 0)
    return Error{fmt::format("{} is no shard: the tasks' numbers are not equally far apart; give "
                             "--shard I/N",
                             text)};
  auto chosen = made((*index - *first) / *step, *count, text, text, *first);
  if (const auto file = engine.fileToMake ? environment(engine.fileToMake) : std::nullopt;
      chosen && file)
    if (std::FILE *made = std::fopen(file->c_str(), "a"))
      std::fclose(made);
  return chosen;
}

Expected<ChosenShard> fromEngines(const Environment &environment) {
  std::vector<const Engine *> found;
  std::vector<std::string> names;
  for (const Engine &engine : engines)
    if (environment(engine.index)) {
      found.push_back(&engine);
      names.emplace_back(engine.name);
    }
  if (found.empty())
    return Error{"--shard auto finds no variables of a Slurm array, a sharded Bazel test or a "
                 "parallel GitLab job; give --shard I/N, or --shard auto/N in a Kubernetes job"};
  if (found.size() > 1)
    return Error{fmt::format("--shard auto finds the variables of {}, and does not know which of "
                             "them deals the shards; give --shard I/N",
                             fmt::join(names, " and "))};
  return fromEngine(*found.front(), environment);
}

} // namespace

std::optional<std::string> environmentVariable(const char *name) {
  const char *value = std::getenv(name);
  return value && *value ? std::optional<std::string>(value) : std::nullopt;
}

Expected<ChosenShard> chooseShard(const std::string &text, const Environment &environment) {
  if (text == "auto")
    return fromEngines(environment);
  const size_t slash = text.find('/');
  const auto count = slash == std::string::npos ? std::nullopt : number(text.substr(slash + 1));
  const std::string before = text.substr(0, slash);
  if (count && before == "auto") {
    Variables variables(environment);
    auto index = variables.read("JOB_COMPLETION_INDEX");
    if (!index)
      return index.error();
    return made(*index, *count, fmt::format("{} of {}", variables.text(), *count),
                variables.text());
  }
  const auto index = number(before);
  if (!count || !index)
    return Error{fmt::format("--shard {} is none: write it as I/N, with I from 0 to N-1, as auto, "
                             "or as auto/N",
                             text)};
  return made(*index, *count, text, "");
}

} // namespace assay
