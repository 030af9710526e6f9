#include "known/Entry.h"
#include "known/KnownBugs.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "toolchains/Toolchain.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/Say.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay {
namespace {

struct Flags {
  bool check = false;
  std::string root = ".";
  std::string add, to, target;
};

std::string versionsOf(const KnownBug &bug) {
  return bug.since ? fmt::format("@{}..{}", bug.since->text(), bug.until->text()) : "";
}

int runList(const KnownBugs &known) {
  for (const KnownBug &bug : known.all())
    say("{:32} {}{} {} {}\n", bug.id, bug.compiler, versionsOf(bug), fmt::join(bug.verdicts, ", "),
        bug.link);
  return AllAgree;
}

/// The target on which a bug is to be looked for: of IREE's the newest release that is installed.
Expected<std::string> targetFor(const KnownBug &bug, const CaseFile &file,
                                const std::vector<IreeToolchain> &installed) {
  if (file.target.empty())
    return Error{fmt::format("{} names no target to check it on: take the .mlir file of a finding",
                             bug.caseFile)};
  if (bug.compiler != "iree")
    return file.target;
  if (installed.empty())
    return Error{"no release is installed: run `assay target add iree@3.13.0`"};
  return fmt::format("{}@{}{}", bug.compiler, installed.back().version.text(),
                     file.target.substr(file.target.find(':')));
}

Expected<bool> stillFails(const Flags &flags, const Context &context, const KnownBug &bug,
                          const std::vector<IreeToolchain> &installed) {
  auto file = readCaseFile(std::filesystem::path(flags.root) / bug.caseFile);
  if (!file)
    return file.error();
  auto target = targetFor(bug, *file, installed);
  if (!target)
    return target.error();
  auto verdict = verdictOn(context, *target, bug.caseFile, file->testCase);
  if (!verdict)
    return verdict.error();
  const bool fails =
      knownAs(context, {bug.caseFile, *target, *verdict, ""}, file->testCase).has_value();
  say("{:32} {}: {}\n", bug.id, *target,
      fails ? "still fails" : fmt::format("no longer fails so: {}", verdict->name()));
  return fails;
}

int runCheck(const Flags &flags, const Context &context, const KnownBugs &known) {
  auto installed = ireeToolchains();
  if (!installed)
    return complain(installed.error());
  bool allFail = true;
  for (const KnownBug &bug : known.all()) {
    if (bug.caseFile.empty())
      continue;
    auto fails = stillFails(flags, context, bug, *installed);
    if (!fails)
      return complain(fails.error());
    allFail &= *fails;
  }
  return allFail ? AllAgree : SomethingFound;
}

/// The list in a file that may not be there yet.
Expected<nlohmann::ordered_json> readList(const std::string &file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return nlohmann::ordered_json::array();
  auto text = readFile(file);
  if (!text)
    return text.error();
  if (auto known = KnownBugs::parse(*text, file); !known)
    return known.error();
  return nlohmann::ordered_json::parse(*text);
}

/// Writes down what a case shows.
int runAdd(const Flags &flags, const Context &context) {
  auto file = readCaseFile(flags.add);
  if (!file)
    return complain(file.error());
  const std::string target = flags.target.empty() ? file->target : flags.target;
  if (target.empty())
    return complain({"the case names no target: give --target"});
  if (!file->inject.empty())
    return complain({"the case is about an injected fault, which no compiler has"});
  auto list = readList(flags.to);
  if (!list)
    return complain(list.error());
  auto verdict = verdictOn(context, target, flags.add, file->testCase);
  if (!verdict)
    return complain(verdict.error());
  if (!verdict->isFinding())
    return complain(
        {fmt::format("{} does not fail on {}: {}", flags.add, target, verdict->name())});
  if (auto bug = knownAs(context, {flags.add, target, *verdict, ""}, file->testCase)) {
    say("known already: {}\n", bug->describe());
    return AllAgree;
  }
  const auto entry =
      entryFor(file->testCase, target, *verdict, std::filesystem::absolute(flags.add).string());
  list->push_back(entry);
  if (auto written = writeFile(flags.to, list->dump(2) + "\n"); !written)
    return complain(written.error());
  say("{}\nadded to {}: look whether it says too little or too much, then `{} fuzz --known {}`\n",
      entry.dump(2), flags.to, context.self, flags.to);
  return AllAgree;
}

} // namespace

Action declareKnown(CLI::App &app) {
  auto flags = std::make_shared<Flags>();
  app.add_flag(
      "--check", flags->check,
      "Run the case of each on the newest release that is installed; 1 if one no longer fails");
  app.add_option("--root", flags->root, "Where assay's repository lies, which has the cases")
      ->type_name("DIR");
  auto *to = app.add_option("--to", flags->to, "The list to add to; made if it is not there")
                 ->type_name("FILE");
  app.add_option("--add", flags->add, "Write down what this case shows, as it is reduced")
      ->needs(to)
      ->type_name("CASE");
  app.add_option("--target", flags->target, "For --add; default: the one that it was found on")
      ->type_name("T");
  addKnownFlag(app);
  return [flags](const Context &context) {
    if (!flags->add.empty())
      return runAdd(*flags, context);
    auto known = KnownBugs::inUse();
    if (!known)
      return complain(known.error());
    return flags->check ? runCheck(*flags, context, *known) : runList(*known);
  };
}

} // namespace assay
