#include "known/KnownBugs.h"

#include "toolchains/Toolchain.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>

namespace assay {
namespace {

struct Flags {
  bool check = false;
  std::string root = ".";
};

int runList() {
  for (const KnownBug &bug : KnownBugs::builtIn().all())
    say("{:32} {}@{}..{} {} {}\n", bug.id, bug.compiler, bug.since.text(), bug.until.text(),
        bug.verdict, bug.link);
  return AllAgree;
}

/// What became of a bug on the newest release that is installed.
Expected<bool> stillFails(const Flags &flags, const Context &context, const KnownBug &bug,
                          VersionNumber version) {
  auto file = readCaseFile(std::filesystem::path(flags.root) / bug.caseFile);
  if (!file)
    return file.error();
  const std::string target = fmt::format("{}@{}{}", bug.compiler, version.text(),
                                         file->target.substr(file->target.find(':')));
  auto verdict = verdictOn(context, target, bug.caseFile, file->testCase);
  if (!verdict)
    return verdict.error();
  const bool fails = KnownBugs::builtIn().explain(file->testCase, target, *verdict) != nullptr;
  say("{:32} {}: {}\n", bug.id, target,
      fails ? "still fails" : fmt::format("no longer fails so: {}", verdict->name()));
  return fails;
}

int runCheck(const Flags &flags, const Context &context) {
  auto installed = ireeToolchains();
  if (!installed)
    return complain(installed.error());
  if (installed->empty())
    return complain({"no release is installed: run `assay target add iree@3.13.0`"});
  bool allFail = true;
  for (const KnownBug &bug : KnownBugs::builtIn().all()) {
    if (bug.caseFile.empty())
      continue;
    auto fails = stillFails(flags, context, bug, installed->back().version);
    if (!fails)
      return complain(fails.error());
    allFail &= *fails;
  }
  return allFail ? AllAgree : SomethingFound;
}

} // namespace

Action declareKnown(CLI::App &app) {
  auto flags = std::make_shared<Flags>();
  app.add_flag(
      "--check", flags->check,
      "Run the case of each on the newest release that is installed; 1 if one no longer fails");
  app.add_option("--root", flags->root, "Where assay's repository lies, which has the cases")
      ->type_name("DIR");
  return [flags](const Context &context) {
    return flags->check ? runCheck(*flags, context) : runList();
  };
}

} // namespace assay
