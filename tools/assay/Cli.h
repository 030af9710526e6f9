#pragma once

#include "campaign/workers/Pool.h"
#include "campaign/workers/Services.h"
#include "tools/assay/ArgumentParser.h"

#include <functional>

namespace assay {

/// The same for every subcommand.
enum ExitCode : int {
  AllAgree = 0,
  SomethingFound = 1,
  UsageError = 2,
  NothingConcluded = 3,
};

struct Context {
  const Services &services;
  /// How a worker is started.
  WorkerCommand worker;
  /// The user's own list of known bugs; empty for none.
  std::string knownFile;
  /// As the user called this program.
  std::string self;
};

/// This program, to start it again.
inline constexpr const char *thisProgram = "/proc/self/exe";

/// Starts workers that have the user's own list of known bugs; empty for none.
WorkerCommand workerCommand(const Services &services, const std::string &knownFile);

/// What a subcommand does once its flags are read; the result is the exit code.
using Action = std::function<int(const Context &)>;

/// One line in the table of Subcommands.cpp.
struct Subcommand {
  const char *name;
  const char *summary;
  /// Shown at the end of --help.
  const char *examples;
  /// Declares the flags.
  Action (*declare)(ArgumentParser &parser);
  /// Not for users.
  bool hidden = false;
};
std::span<const Subcommand> subcommands();

Action declareGen(ArgumentParser &parser);
Action declareCheck(ArgumentParser &parser);
Action declareFuzz(ArgumentParser &parser);
Action declareGate(ArgumentParser &parser);
Action declareNight(ArgumentParser &parser);
Action declareMutate(ArgumentParser &parser);
Action declareTightness(ArgumentParser &parser);
Action declareReduce(ArgumentParser &parser);
Action declareReplay(ArgumentParser &parser);
Action declareCoverage(ArgumentParser &parser);
Action declarePlan(ArgumentParser &parser);
Action declareMerge(ArgumentParser &parser);
Action declareSite(ArgumentParser &parser);
Action declareBisect(ArgumentParser &parser);
Action declareExplain(ArgumentParser &parser);
Action declareKnown(ArgumentParser &parser);
Action declareBug(ArgumentParser &parser);
Action declareRetest(ArgumentParser &parser);
Action declareTarget(ArgumentParser &parser);
Action declareTargets(ArgumentParser &parser);
Action declareProfiles(ArgumentParser &parser);
Action declareFaults(ArgumentParser &parser);
Action declareOps(ArgumentParser &parser);
Action declareHelp(ArgumentParser &parser);
Action declareCompletion(ArgumentParser &parser);
Action declareComplete(ArgumentParser &parser);
Action declareWorker(ArgumentParser &parser);

/// The whole program, for any services.
int assayMain(int argc, char **argv, const Services &services);

/// Prints "assay: MESSAGE" to stderr; returns UsageError.
int complain(const Error &error);

/// Writes to a file, or to stdout for "-".
Expected<void> writeOutput(const std::string &path, const std::string &text);

/// Cores that this process may use.
int defaultJobs();
/// The option --jobs J, for which what `jobs` is before is the default, and what workers may have
/// of the machine.
void addWorkerFlags(ArgumentParser &parser, int &jobs);
/// The seed where none was given: short enough to type.
uint64_t freshSeed();

} // namespace assay
