#include "tools/assay/Cli.h"

#include "campaign/Paths.h"
#include "campaign/Version.h"

#include <csignal>
#include <cstdio>
#include <fmt/format.h>
#include <sched.h>

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

/// CLI11's exceptions end here.
int parse(CLI::App &app, int argc, char **argv) {
  try {
    app.parse(argc, argv);
    return -1;
  } catch (const CLI::CallForVersion &) {
    fmt::print("assay {}\n", version);
    return allAgree;
  } catch (const CLI::Success &help) {
    return app.exit(help) == 0 ? allAgree : usageError;
  } catch (const CLI::ParseError &error) {
    std::string where = "assay";
    for (CLI::App *sub : app.get_subcommands())
      where += " " + sub->get_name();
    fmt::print(stderr, "assay: {}; see `{} --help`\n", error.what(), where);
    return usageError;
  }
}

} // namespace

int assayMain(int argc, char **argv, const Services &services) {
  CLI::App app("Differential correctness fuzzer and reducer for ML compilers", "assay");
  app.set_version_flag("--version", version);
  app.require_subcommand(1);
  app.footer(exitCodes);
  app.get_formatter()->column_width(34);

  std::vector<std::pair<CLI::App *, Action>> actions;
  for (const Subcommand &subcommand : subcommands()) {
    CLI::App *sub = app.add_subcommand(subcommand.name, subcommand.summary);
    sub->footer(footer(subcommand));
    if (subcommand.hidden)
      sub->group("");
    actions.emplace_back(sub, subcommand.declare(*sub));
  }
  if (int code = parse(app, argc, argv); code >= 0)
    return code;

  // A file that grows too large is a failed write like any other.
  std::signal(SIGXFSZ, SIG_IGN);
  Context context{services, {"/proc/self/exe", "worker"}, argv[0]};
  for (const auto &[sub, action] : actions)
    if (sub->parsed())
      return action(context);
  return usageError;
}

int complain(const Error &error) {
  fmt::print(stderr, "assay: {}\n", error.message);
  return usageError;
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

} // namespace assay
