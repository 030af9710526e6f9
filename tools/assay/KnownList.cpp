#include "support/Closest.h"
#include "support/ReadFile.h"
#include "support/WriteFile.h"
#include "tools/assay/CheckedCase.h"
#include "tools/assay/KnownFlag.h"
#include "tools/assay/KnownLists.h"
#include "tools/assay/Say.h"
#include "triage/known/Entry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace assay {
namespace {

struct Flags {
  std::vector<std::string> names;
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
  const Option to =
      parser.add("--to", "FILE", &flags->to, "The list to add to; made if it is not there");
  parser.add("--add", "CASE", &flags->add, "Write down what this case shows, as it is reduced")
      .needs(to);
  parser.add("--target", &flags->target, "For --add; default: the one that it was found on");
  addKnownFlag(parser);
  return [flags](const Context &context) {
    if (!flags->add.empty())
      return runAdd(*flags, context);
    std::vector<std::string> lists;
    if (!context.knownFile.empty())
      lists.push_back(context.knownFile);
    for (std::string &folder : ownBugs())
      lists.push_back(std::move(folder));
    KnownBugs known = KnownBugs::builtIn();
    for (const std::string &list : lists) {
      auto users = readKnownList(list);
      if (!users)
        return complain(users.error());
      known = users->followedBy(known);
    }
    auto bugs = chosen(known, flags->names);
    if (!bugs)
      return complain(bugs.error());
    return runList(*bugs);
  };
}

} // namespace assay
