#pragma once

#include "campaign/workers/Pool.h"
#include "campaign/workers/Services.h"

#include <CLI/CLI.hpp>

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

/// What a subcommand does once its flags are read; the result is the exit code.
using Action = std::function<int(const Context &)>;

/// One line in the table of Subcommands.cpp.
struct Subcommand {
  const char *name;
  const char *summary;
  /// Shown at the end of --help.
  const char *examples;
  /// Declares the flags.
  Action (*declare)(CLI::App &app);
  /// Not for users.
  bool hidden = false;
};
std::span<const Subcommand> subcommands();

Action declareGen(CLI::App &app);
Action declareCheck(CLI::App &app);
Action declareFuzz(CLI::App &app);
Action declareMutate(CLI::App &app);
Action declareReduce(CLI::App &app);
Action declareReplay(CLI::App &app);
Action declareReport(CLI::App &app);
Action declareBisect(CLI::App &app);
Action declareExplain(CLI::App &app);
Action declareKnown(CLI::App &app);
Action declareTarget(CLI::App &app);
Action declareTargets(CLI::App &app);
Action declareProfiles(CLI::App &app);
Action declareOps(CLI::App &app);
Action declareWorker(CLI::App &app);

/// The whole program, for any services.
int assayMain(int argc, char **argv, const Services &services);

/// Prints "assay: MESSAGE" to stderr; returns UsageError.
int complain(const Error &error);

/// Writes to a file, or to stdout for "-".
Expected<void> writeOutput(const std::string &path, const std::string &text);

/// An option, or an argument if `name` has no dashes, that names targets, may be given several
/// times, and takes several with commas between: splitTargetNames().
CLI::Option *addTargets(CLI::App &app, const std::string &name, std::vector<TargetName> &targets,
                        const std::string &help);
/// One that names one target.
CLI::Option *addTarget(CLI::App &app, const std::string &name, std::optional<TargetName> &target,
                       const std::string &help);

/// Cores that this process may use.
int defaultJobs();

} // namespace assay
