#include "support/Closest.h"
#include "support/DurationText.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "targets/toolchains/Toolchain.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/StatusLine.h"
#include "triage/known/Entry.h"
#include "triage/known/KnownBugs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> names;
  bool check = false;
  std::string root;
  std::string add, to;
  std::optional<TargetName> target;
};

std::string versionsOf(const KnownBug &bug) {
  return bug.since ? fmt::format("@{}..{}", bug.since->text(), bug.until->text()) : "";
}

/// The bugs of these names, or all.
Expected<std::vector<const KnownBug *>> chosen(const KnownBugs &known,
                                               const std::vector<std::string> &wanted) {
  std::vector<const KnownBug *> out;
  std::vector<std::string_view> ids;
  for (const KnownBug &bug : known.all()) {
    ids.push_back(bug.id);
    if (wanted.empty() || std::ranges::find(wanted, bug.id) != wanted.end())
      out.push_back(&bug);
  }
  for (const std::string &id : wanted)
    if (std::ranges::find(ids, id) == ids.end())
      return Error{fmt::format("no known bug is called {}; `assay known` lists them{}", id,
                               didYouMean(id, ids))};
  return out;
}

int runList(const std::vector<const KnownBug *> &bugs) {
  for (const KnownBug *bug : bugs)
    say("{:32} {}{} {} {}\n", bug->id, bug->compiler, versionsOf(*bug),
        fmt::join(bug->verdicts, ", "), bug->link);
  return AllAgree;
}

/// The target on which a bug is to be looked for: of IREE's the newest release that is installed.
Expected<TargetName> targetFor(const KnownBug &bug, const CaseFile &file,
                               const std::vector<IreeToolchain> &installed) {
  if (!file.target)
    return Error{fmt::format("{} names no target to check it on: take the .mlir file of a finding",
                             bug.caseFile)};
  if (bug.compiler != "iree")
    return *file.target;
  if (installed.empty())
    return Error{"no release is installed: run `assay target add iree@3.13.0`"};
  TargetName target = *file.target;
  target.release = installed.back().release;
  return target;
}

/// The case that shows the bug: as it comes with this program, unless a folder is named.
Expected<CaseFile> caseOf(const Flags &flags, const KnownBug &bug) {
  if (!flags.root.empty())
    return readCaseFile(std::filesystem::path(flags.root) / bug.caseFile);
  if (const auto text = KnownBugs::builtInCase(bug.caseFile))
    return caseFileFrom(*text, bug.caseFile);
  return readCaseFile(bug.caseFile);
}

Expected<bool> stillFails(const Flags &flags, const Context &context, const KnownBug &bug,
                          const std::vector<IreeToolchain> &installed, StatusLine &status,
                          const std::string &progress) {
  auto file = caseOf(flags, bug);
  if (!file)
    return file.error();
  auto target = targetFor(bug, *file, installed);
  if (!target)
    return target.error();
  const auto show = [&] {
    status.show(fmt::format("{}: {} on {}", progress, bug.id, target->text()));
  };
  show();
  auto verdict = verdictOn(context, *target, bug.caseFile, file->testCase, show);
  if (!verdict)
    return verdict.error();
  const bool fails =
      knownAs(context, {bug.caseFile, *target, *verdict, ""}, file->testCase).has_value();
  status.clear();
  say("{:32} {}: {}\n", bug.id, target->text(),
      fails ? "still fails" : fmt::format("no longer fails so: {}", verdict->name()));
  std::fflush(stdout);
  return fails;
}

int runCheck(const Flags &flags, const Context &context, std::vector<const KnownBug *> bugs) {
  auto installed = ireeToolchains();
  if (!installed)
    return complain(installed.error());
  std::erase_if(*installed, [](const IreeToolchain &one) { return !one.isRelease(); });
  std::vector<std::string> withoutCase;
  for (const KnownBug *bug : bugs)
    if (bug->caseFile.empty())
      withoutCase.push_back(bug->id);
  std::erase_if(bugs, [](const KnownBug *bug) { return bug->caseFile.empty(); });
  StatusLine status(stderr);
  size_t still = 0, mended = 0;
  // What keeps one from being checked, such as a release that is not there, keeps not all.
  std::map<std::string, size_t> unchecked;
  if (!flags.names.empty() && !withoutCase.empty())
    unchecked[fmt::format("no case shows {}", fmt::join(withoutCase, ", "))] = withoutCase.size();
  for (size_t i = 0; i < bugs.size(); ++i) {
    auto fails = stillFails(flags, context, *bugs[i], *installed, status,
                            fmt::format("{} of {}", i + 1, bugs.size()));
    if (!fails)
      ++unchecked[fails.error().message];
    else
      ++(*fails ? still : mended);
  }
  status.clear();
  say("\n{} of {} still fail, {} no longer; took {}\n", still, bugs.size(), mended,
      durationText(status.seconds()));
  std::fflush(stdout);
  for (const auto &[why, count] : unchecked)
    complain({fmt::format("{} could not be checked: {}", count, why)});
  return mended ? SomethingFound : unchecked.empty() ? AllAgree : UsageError;
}

/// The list in a file that may not be there yet.
Expected<nlohmann::ordered_json> readList(const std::string &file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored))
    return nlohmann::ordered_json::array();
  auto text = readFile(file);
  if (!text)
    return text.error();
  ASSAY_TRY(KnownBugs::parse(*text, file));
  return nlohmann::ordered_json::parse(*text);
}

/// Writes down what a case shows.
int runAdd(const Flags &flags, const Context &context) {
  auto file = readCaseFile(flags.add);
  if (!file)
    return complain(file.error());
  const std::optional<TargetName> given = flags.target ? flags.target : file->target;
  if (!given)
    return complain({"the case names no target: give --target"});
  const TargetName &target = *given;
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
        {fmt::format("{} does not fail on {}: {}", flags.add, target.text(), verdict->name())});
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

Action declareKnown(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  parser.add("NAME", &flags->names, "These alone; default: all");
  parser.add(
      "--check", &flags->check,
      "Run the case of each on the newest release that is installed; 1 if one no longer fails");
  parser.add("--root", "DIR", &flags->root,
             "For --check: take the cases from assay's repository there; default: as they were "
             "when this program was built");
  const Option to =
      parser.add("--to", "FILE", &flags->to, "The list to add to; made if it is not there");
  parser.add("--add", "CASE", &flags->add, "Write down what this case shows, as it is reduced")
      .needs(to);
  parser.add("--target", &flags->target, "For --add; default: the one that it was found on");
  addKnownFlag(parser);
  return [flags](const Context &context) {
    if (!flags->add.empty())
      return runAdd(*flags, context);
    auto known = KnownBugs::withThoseOf(context.knownFile);
    if (!known)
      return complain(known.error());
    auto bugs = chosen(*known, flags->names);
    if (!bugs)
      return complain(bugs.error());
    return flags->check ? runCheck(*flags, context, *bugs) : runList(*bugs);
  };
}

} // namespace assay
