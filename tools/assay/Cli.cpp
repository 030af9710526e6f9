#include "tools/assay/Cli.h"

#include "tools/assay/Inventory.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/KnownLists.h"
#include "tools/assay/Say.h"
#include "tools/assay/ShareFlags.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

namespace assay {
namespace {

constexpr const char *exitCodes =
    "Exit codes: 0 all agree, 1 something was found, 2 usage or environment, 3 nothing "
    "could be concluded.";

/// Two blanks of indentation are CLI11's own.
std::string footer(const Subcommand &subcommand) {
  return *subcommand.examples ? fmt::format("Examples:\n{}\n\n{}", subcommand.examples, exitCodes)
                              : std::string(exitCodes);
}

/// A file that is opened while 0, 1 or 2 are closed would get that number, and what is printed.
void reserveStandardFiles() {
  int file = 0;
  while (file >= 0 && file <= STDERR_FILENO)
    file = open("/dev/null", O_RDONLY);
  if (file >= 0)
    close(file);
}

/// Whether whoever read our output closed it, as `head` does when it has seen enough.
bool readerIsGone() {
  pollfd file{STDOUT_FILENO, POLLOUT, 0};
  return poll(&file, 1, 0) == 1 && (file.revents & POLLERR);
}

/// Whether a command has --known: then it knows the user's own bugs as well.
bool takesKnown(const ArgumentParser &parser) {
  const CommandDescription command = parser.describe();
  return std::ranges::any_of(command.options, [](const OptionDescription &option) {
    return std::ranges::find(option.names, knownFlag) != option.names.end();
  });
}

/// `code`, unless standard output could not be written for another reason than a reader that left.
int afterOutput(int code) {
  errno = 0;
  bool failed = std::fflush(stdout) != 0 || std::ferror(stdout);
  if (!failed || code == UsageError || readerIsGone())
    return code;
  return complain({fmt::format("cannot write to standard output{}{}; free some space or send it "
                               "elsewhere",
                               errno ? ": " : "", errno ? std::strerror(errno) : "")});
}

} // namespace

int assayMain(int argc, char **argv, const Services &services) {
  reserveStandardFiles();
  CommandLine commandLine("assay", "Differential correctness fuzzer and reducer for ML compilers");
  commandLine.requireSubcommand();
  commandLine.footer(exitCodes);
  commandLine.helpColumn(34);
  commandLine.addToVersion([&] { return inventory(services); });

  struct Declared {
    const Subcommand &subcommand;
    ArgumentParser parser;
    Action action;
  };
  std::vector<Declared> all;
  for (const Subcommand &subcommand : subcommands()) {
    ArgumentParser parser = commandLine.addSubcommand(subcommand.name, subcommand.summary);
    parser.footer(footer(subcommand));
    if (subcommand.hidden)
      parser.hide();
    all.push_back({subcommand, parser, subcommand.declare(parser)});
  }
  if (auto code = commandLine.parse(argc, argv))
    return afterOutput(*code);

  // A file that grows too large is a failed write like any other.
  std::signal(SIGXFSZ, SIG_IGN);
  const auto chosen =
      std::ranges::find_if(all, [](const Declared &one) { return one.parser.isChosen(); });
  if (!chosen->subcommand.hidden)
    if (auto taken = takeShare(chosen->parser); !taken)
      return complain(taken.error());
  const bool isForUsers = !chosen->subcommand.hidden;
  const std::string known = isForUsers ? knownFile(chosen->parser) : "";
  if (!known.empty() && services.addKnownBugs)
    if (auto added = services.addKnownBugs(known); !added)
      return complain(added.error());
  const Context context{services, workerCommand(services, known), known, argv[0]};
  auto withOwn = isForUsers && takesKnown(chosen->parser) ? withKnownLists(context, ownBugs())
                                                          : Expected<Context>(context);
  return withOwn ? afterOutput(chosen->action(*withOwn)) : complain(withOwn.error());
}

WorkerCommand workerCommand(const Services &services, const std::string &known) {
  WorkerCommand worker{{thisProgram, "worker"}, services.functionAt};
  if (!known.empty())
    worker.words.insert(worker.words.end(), {knownFlag, known});
  return worker;
}

} // namespace assay
