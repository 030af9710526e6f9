#include "support/WriteFile.h"
#include "tools/assay/Cli.h"
#include "tools/assay/Say.h"
#include "tools/assay/ShareFlags.h"

#include <random>
#include <sched.h>

namespace assay {

int complain(const Error &error) {
  say(stderr, "assay: {}\n", error.message);
  return UsageError;
}

Expected<void> writeOutput(const std::string &path, const std::string &text) {
  if (path != "-")
    return writeFile(path, text);
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0)
    return Error{"cannot write to standard output; name a file instead"};
  return {};
}

int defaultJobs() {
  cpu_set_t set;
  int count = sched_getaffinity(0, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : 1;
  return std::max(1, count);
}

void addWorkerFlags(ArgumentParser &parser, int &jobs) {
  parser.add("--jobs", "J", &jobs, "Workers").check(workersNumber()).showDefault();
  addShareFlags(parser);
}

uint64_t freshSeed() { return std::random_device()() % 1'000'000'000; }

} // namespace assay
