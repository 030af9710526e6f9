#include "support/Closest.h"
#include "support/WriteFile.h"
#include "tools/assay/BugAdd.h"
#include "tools/assay/Say.h"
#include "triage/bugs/BugExport.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>

namespace assay {
namespace {

struct Flags {
  BugFlags bugs;
  BugAddFlags added;
  std::vector<std::string> states, compilers, kinds, ops;
  std::string words;
  bool json = false;
  std::string id, state, other, link, text, output;
  std::string details[5]; // in the order of detailKeys
};

/// What may be said with a state.
constexpr std::string_view detailKeys[] = {"link", "fix", "release", "of", "reason"};

nlohmann::ordered_json toJson(const JournalEntry &entry) {
  return nlohmann::ordered_json::parse(textOf(entry));
}

nlohmann::ordered_json toJson(const BugRecord &bug) {
  const BugHistory &history = bug.history;
  nlohmann::ordered_json out{{"id", bug.id},
                             {"title", bug.title},
                             {"state", nameOf(history.state())},
                             {"detail", history.detail()},
                             {"open", rowOf(history.state()).isOpen},
                             {"compiler", bug.compiler()},
                             {"backends", bug.valuesOf("backend")},
                             {"releases", bug.releases()},
                             {"kinds", bug.kinds()},
                             {"ops", bug.ops()},
                             {"pass", bug.pass()},
                             {"links", bug.links()},
                             {"changed", history.changed()}};
  out["conflicts"] = nlohmann::ordered_json::array();
  for (const JournalEntry *entry : history.conflicts())
    out["conflicts"].push_back(toJson(*entry));
  return out;
}

bool holdsAny(const std::vector<std::string> &wanted, const std::vector<std::string> &there) {
  return wanted.empty() || std::ranges::any_of(wanted, [&](const std::string &one) {
           return std::ranges::find(there, one) != there.end();
         });
}

bool isListed(const Flags &flags, const BugRecord &bug) {
  const BugState state = bug.history.state();
  std::vector<std::string> states{std::string(nameOf(state))};
  states.emplace_back(rowOf(state).isOpen ? "open" : "closed");
  if (!bug.history.conflicts().empty())
    states.emplace_back("conflict");
  return holdsAny(flags.states, states) && holdsAny(flags.compilers, {bug.compiler()}) &&
         holdsAny(flags.kinds, bug.kinds()) && holdsAny(flags.ops, bug.ops()) &&
         (bug.id + " " + bug.title + " " + bug.report).find(flags.words) != std::string::npos;
}

/// A state that none can be in is a slip.
Expected<void> checkStates(const std::vector<std::string> &asked) {
  std::vector<std::string_view> known{"open", "closed", "conflict"};
  const auto states = names(BugState());
  known.insert(known.end(), states.begin(), states.end());
  for (const std::string &state : asked)
    if (std::ranges::find(known, state) == known.end())
      return Error{fmt::format("there is no state '{}'; there are {}{}", state,
                               fmt::join(known, ", "), didYouMean(state, known))};
  return {};
}

/// What was asked for and no bug has, of the compiler, kind or op that `valuesOf` tells; empty if
/// some bug has all. That may be a slip, or as it should be.
std::string nobodyHas(std::string_view what, const std::vector<std::string> &asked,
                      const BugRecords &bugs, const auto &valuesOf) {
  std::set<std::string> there;
  for (const BugRecord &bug : bugs.all())
    for (std::string &value : valuesOf(bug))
      there.insert(std::move(value));
  const std::vector<std::string_view> known(there.begin(), there.end());
  std::string out;
  for (const std::string &one : asked)
    if (!there.contains(one))
      out += fmt::format("; none has the {} '{}'{}", what, one, didYouMean(one, known));
  return out;
}

int runList(const Flags &given, const BugRecords &bugs) {
  Flags flags = given;
  for (std::string &compiler : flags.compilers) {
    TargetName named;
    named.compiler = compiler;
    compiler = named.absoluteCompiler();
  }
  if (auto known = checkStates(flags.states); !known)
    return complain(known.error());
  auto list = nlohmann::ordered_json::array();
  size_t shown = 0, conflicts = 0;
  for (const BugRecord &bug : bugs.all()) {
    if (!isListed(flags, bug))
      continue;
    ++shown;
    const bool isConflict = !bug.history.conflicts().empty();
    conflicts += isConflict;
    if (flags.json)
      list.push_back(toJson(bug));
    else
      say("{:40} {}{}  {}{}  {}\n    {}\n", bug.id, isConflict ? "CONFLICT, " : "",
          describe(bug.history.state(), bug.history.detail()), bug.compiler(),
          bug.releases().empty() ? "" : " " + bug.releases(), fmt::join(bug.kinds(), ", "),
          bug.title);
  }
  if (flags.json)
    say("{}\n", list.dump(2));
  else
    say("\n{} of {} bugs{}{}{}{}\n", shown, bugs.all().size(),
        conflicts ? fmt::format(", {} with states that were set at once: `assay bug show` says "
                                "which",
                                conflicts)
                  : "",
        nobodyHas("compiler", flags.compilers, bugs,
                  [](const BugRecord &bug) { return std::vector{bug.compiler()}; }),
        nobodyHas("kind", flags.kinds, bugs, std::mem_fn(&BugRecord::kinds)),
        nobodyHas("op", flags.ops, bugs, std::mem_fn(&BugRecord::ops)));
  int code = AllAgree;
  for (const auto &[bug, why] : bugs.broken())
    code = complain({fmt::format("{} is not listed: {}", bug, why.message)});
  return code;
}

void sayEntry(const JournalEntry &entry) {
  say("  {}  {}\n", entry.time, entry.who);
  if (entry.state)
    say("      {}\n", describe(*entry.state, entry.detail));
  if (entry.isTest())
    say("      on {}: {} ({} of {} checks)\n", entry.target, entry.result, entry.found,
        entry.checks);
  for (const std::string &text : {entry.link, entry.why})
    if (!text.empty())
      say("      {}\n", text);
}

int runShow(const Flags &flags, const BugRecord &bug) {
  const BugHistory &history = bug.history;
  if (flags.json) {
    auto out = toJson(bug);
    out["cause"] = bug.cause();
    for (const char *list : {"results", "history", "cases"})
      out[list] = nlohmann::ordered_json::array();
    for (const BugResult &one : bug.results())
      out["results"].push_back({{"target", one.target}, {"result", one.result}});
    for (const JournalEntry &entry : history.entries())
      out["history"].push_back(toJson(entry));
    for (const BugCase &one : bug.cases)
      out["cases"].push_back(one.file);
    say("{}\n", out.dump(2));
    return AllAgree;
  }
  say("{}: {}\n\n", bug.id, bug.title);
  say("  state     {}\n", describe(history.state(), history.detail()));
  for (const JournalEntry *entry : history.conflicts())
    say("  CONFLICT  {} said at {}, without knowing of that: {}\n", entry->who, entry->time,
        describe(*entry->state, entry->detail));
  say("  compiler  {}{}\n", bug.compiler(), bug.releases().empty() ? "" : " " + bug.releases());
  say("  kind      {}\n", fmt::join(bug.kinds(), ", "));
  if (const auto ops = bug.ops(); !ops.empty())
    say("  ops       {}\n", fmt::join(ops, ", "));
  if (!bug.pass().empty())
    say("  pass      {}\n", bug.pass());
  for (const std::string &link : bug.links())
    say("  link      {}\n", link);
  for (const BugCase &one : bug.cases)
    say("  case      {}\n", one.file);
  if (!bug.cause().empty())
    say("\n{}\n", bug.cause());
  if (!history.entries().empty())
    say("\nHistory\n");
  for (const JournalEntry &entry : history.entries())
    sayEntry(entry);
  return AllAgree;
}

/// Writes it down, and says what that makes of the bug.
int write(const Flags &flags, BugRecords &bugs, JournalEntry entry) {
  entry.bug = flags.id;
  entry.who = flags.bugs.who;
  if (auto written = bugs.write(std::move(entry)); !written)
    return complain(written.error());
  const BugHistory &history = (*bugs.find(flags.id))->history;
  say("{}: {}\n", flags.id, describe(history.state(), history.detail()));
  return AllAgree;
}

const Error noWhy{"--why is how that is known: give its text"};

int runSet(const Flags &flags, BugRecords &bugs, const Context &) {
  JournalEntry entry;
  entry.state = enumeratorNamed<BugState>(flags.state);
  if (!entry.state)
    return complain({fmt::format("there is no state '{}'; there are {}{}", flags.state,
                                 fmt::join(names(BugState()), ", "),
                                 didYouMean(flags.state, names(BugState())))});
  for (size_t i = 0; i < std::size(detailKeys); ++i) {
    if (flags.details[i].empty())
      continue;
    if (detailKeys[i] != rowOf(*entry.state).detail)
      return complain({fmt::format("{} is not said with --{}", flags.state, detailKeys[i])});
    entry.detail = flags.details[i];
  }
  if (flags.text.empty())
    return complain(noWhy);
  if (auto bug = bugs.find(flags.id); bug && rowOf(*entry.state).detail == "release" &&
                                      !entry.detail.empty() && (*bug)->newestWithIt() &&
                                      !parseVersion(entry.detail))
    return complain({fmt::format("'{}' is no release of {}: one is written as {}", entry.detail,
                                 (*bug)->compiler(), (*bug)->newestWithIt()->text())});
  entry.why = flags.text;
  return write(flags, bugs, std::move(entry));
}

/// A link is where the bug was reported, unless that is told already.
int runLink(const Flags &flags, BugRecords &bugs, const Context &) {
  auto bug = bugs.find(flags.id);
  if (!bug)
    return complain(bug.error());
  JournalEntry entry;
  entry.why = flags.text;
  const BugState state = (*bug)->history.state();
  if (state == BugState::New || state == BugState::Confirmed || state == BugState::Regressed) {
    entry.state = BugState::Reported;
    entry.detail = flags.link;
  } else {
    entry.link = flags.link;
  }
  return write(flags, bugs, std::move(entry));
}

int runDuplicate(const Flags &flags, BugRecords &bugs, const Context &) {
  if (flags.text.empty())
    return complain(noWhy);
  JournalEntry entry;
  entry.state = BugState::Duplicate;
  entry.detail = flags.other;
  entry.why = flags.text;
  return write(flags, bugs, std::move(entry));
}

int runNote(const Flags &flags, BugRecords &bugs, const Context &) {
  JournalEntry entry;
  entry.why = flags.text;
  if (entry.why.empty())
    return complain({"a note says something: give its text"});
  return write(flags, bugs, std::move(entry));
}

int runExport(const Flags &flags, const BugRecord &bug) {
  if (flags.output.empty() || flags.output.ends_with(".md")) {
    // What a file holds is for an editor; a terminal gets it as everything else.
    if (flags.output.empty())
      say("{}", exportOf(bug).text);
    else if (auto written = writeFile(flags.output, exportOf(bug).text); !written)
      return complain(written.error());
  } else if (flags.output.ends_with(".tar.gz")) {
    if (auto written = writeArchive(bug, flags.output); !written)
      return complain(written.error());
  } else {
    return complain({fmt::format("{} is neither a .md nor a .tar.gz", flags.output)});
  }
  if (!flags.output.empty())
    say("{}\n", flags.output);
  return AllAgree;
}

/// One line in the table of what can be done with bugs.
struct BugCommand {
  const char *name, *summary;
  bool writes;
  void (*declare)(ArgumentParser &parser, Flags &flags);
  int (*run)(const Flags &flags, BugRecords &bugs, const Context &context);
};

void declareId(ArgumentParser &parser, Flags &flags) {
  parser.add("ID", &flags.id, "As `assay bug list` has it").required();
}
void declareWhy(ArgumentParser &parser, Flags &flags) {
  parser.add("--why", "TEXT", &flags.text, "How that is known").required();
}

/// Runs something with the bug that is named.
template <int (*run)(const Flags &, const BugRecord &)>
int withBug(const Flags &flags, BugRecords &bugs, const Context &) {
  auto bug = bugs.find(flags.id);
  return bug ? run(flags, **bug) : complain(bug.error());
}

constexpr BugCommand commands[] = {
    {"list", "List bugs, all or some", false,
     [](ArgumentParser &parser, Flags &flags) {
       parser.add("WORDS", &flags.words,
                  "Only those that have this in their name, title or report");
       parser
           .add("--state", "STATE", &flags.states,
                "Only those in this state; open and closed are those that are not closed, and "
                "the others; conflict those whose state was set twice at once")
           .oneEach();
       parser.add("--compiler", "NAME", &flags.compilers, "Only those of this compiler").oneEach();
       parser.add("--kind", "KIND", &flags.kinds, "Only this kind, such as 'wrong result'")
           .oneEach();
       parser.add("--op", "OP", &flags.ops, "Only those in which this op takes part").oneEach();
       parser.add("--json", &flags.json, "As JSON");
     },
     [](const Flags &flags, BugRecords &bugs, const Context &) { return runList(flags, bugs); }},
    {"add", "Write a finding down as a bug of your own", true,
     [](ArgumentParser &parser, Flags &flags) { declareBugAdd(parser, flags.added); },
     [](const Flags &flags, BugRecords &bugs, const Context &context) {
       return runBugAdd(flags.added, flags.bugs, bugs, context);
     }},
    {"show", "Print what is known of a bug, and its history", false,
     [](ArgumentParser &parser, Flags &flags) {
       declareId(parser, flags);
       parser.add("--json", &flags.json, "As JSON");
     },
     withBug<runShow>},
    {"set", "Set a bug's state", true,
     [](ArgumentParser &parser, Flags &flags) {
       declareId(parser, flags);
       parser
           .add("STATE", &flags.state, fmt::format("One of {}", fmt::join(names(BugState()), ", ")))
           .required();
       parser.add("--link", "URL", &flags.details[0], "Where it was reported");
       parser.add("--fix", "TEXT", &flags.details[1], "The change that is said to mend it");
       parser.add("--release", "RELEASE", &flags.details[2],
                  "The release that mends it, or has it again");
       parser.add("--of", "ID", &flags.details[3], "The bug that it is a duplicate of");
       parser.add("--reason", "REASON", &flags.details[4],
                  "Why it is no bug: premise, contract or ours");
       declareWhy(parser, flags);
     },
     runSet},
    {"link", "Say where a bug was reported, or is spoken of", true,
     [](ArgumentParser &parser, Flags &flags) {
       declareId(parser, flags);
       parser.add("URL", &flags.link, "The issue").required();
       parser.add("--why", "TEXT", &flags.text, "What is to be read there");
     },
     runLink},
    {"duplicate", "Say that a bug is another one", true,
     [](ArgumentParser &parser, Flags &flags) {
       declareId(parser, flags);
       parser.add("OTHER", &flags.other, "The bug that it is").required();
       declareWhy(parser, flags);
     },
     runDuplicate},
    {"note", "Add a note to a bug", true,
     [](ArgumentParser &parser, Flags &flags) {
       declareId(parser, flags);
       parser.add("TEXT", &flags.text, "The note").required();
     },
     runNote},
    {"export", "Write what an upstream issue needs", false,
     [](ArgumentParser &parser, Flags &flags) {
       declareId(parser, flags);
       parser.add("-o,--output", "FILE", &flags.output,
                  "A .md, or a .tar.gz with text, case and script; default: Markdown on standard "
                  "output");
     },
     withBug<runExport>},
};

} // namespace

Action declareBug(ArgumentParser &parser) {
  auto flags = std::make_shared<Flags>();
  std::vector<std::pair<ArgumentParser, const BugCommand *>> declared;
  for (const BugCommand &command : commands) {
    ArgumentParser sub = parser.addSubcommand(command.name, command.summary);
    command.declare(sub, *flags);
    declareBugFlags(sub, flags->bugs, command.writes);
    declared.emplace_back(sub, &command);
  }
  parser.requireSubcommand();
  return [flags, declared](const Context &context) {
    for (const auto &[sub, command] : declared)
      if (sub.isChosen()) {
        flags->bugs.writes = command->writes;
        auto bugs = readBugs(flags->bugs);
        return bugs ? command->run(*flags, *bugs, context) : complain(bugs.error());
      }
    return int(UsageError);
  };
}

} // namespace assay
