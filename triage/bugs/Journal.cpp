#include "triage/bugs/Journal.h"

#include "support/FileWord.h"
#include "support/FolderLock.h"
#include "support/Hash.h"
#include "support/ReadFile.h"
#include "support/Sync.h"
#include "support/WriteFile.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <pwd.h>
#include <unistd.h>

namespace assay {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

constexpr const char *headKey = "assay-journal";
constexpr int journalVersion = 1;
constexpr const char *suffix = ".jsonl";

json toJson(const JournalEntry &entry) {
  json out{{"bug", entry.bug}, {"time", entry.time}, {"who", entry.who}};
  const auto put = [&](std::string_view key, const std::string &value) {
    if (!value.empty())
      out[std::string(key)] = value;
  };
  put("why", entry.why);
  put("link", entry.link);
  if (entry.state) {
    out["state"] = nameOf(*entry.state);
    out["after"] = entry.after;
    put(rowOf(*entry.state).detail, entry.detail);
  }
  if (entry.isTest()) {
    out["target"] = entry.target;
    out["result"] = entry.result;
    out["found"] = entry.found;
    out["checks"] = entry.checks;
  }
  return out;
}

/// What somebody typed need not be UTF-8, which JSON is.
std::string dumped(const json &value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

/// What is wrong with it, or the entry.
Expected<JournalEntry> entryFrom(json said, std::string_view bug) {
  JournalEntry entry;
  entry.id = said.value("id", "");
  said.erase("id");
  if (entry.id != contentName(dumped(said)))
    return Error{"was changed since it was written"};
  entry.bug = said.value("bug", "");
  if (entry.bug != bug)
    return Error{fmt::format("is about another bug, {}", entry.bug)};
  entry.time = said.value("time", "");
  entry.who = said.value("who", "");
  entry.why = said.value("why", "");
  if (said.contains("state")) {
    entry.state = enumeratorNamed<BugState>(said.value("state", ""));
    if (!entry.state)
      return Error{fmt::format("has the state '{}', which there is not", said.value("state", ""))};
    const std::string key(rowOf(*entry.state).detail);
    entry.detail = key.empty() ? "" : said.value(key, "");
    if (auto right = checkDetail(*entry.state, entry.detail); !right)
      return Error{right.error().message};
    entry.after = said.value("after", std::vector<std::string>());
  } else {
    entry.link = said.value("link", "");
  }
  entry.target = said.value("target", "");
  entry.result = said.value("result", "");
  entry.found = said.value("found", 0);
  entry.checks = said.value("checks", 0);
  return entry;
}

std::string hostName() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

/// That of the journal that is written here in this name: each person and machine has one.
std::string fileName(const std::string &who) {
  const std::string at = "@" + hostName();
  return fileWord(who.ends_with(at) ? who : who + at) + suffix;
}

/// Makes a folder and those that it is in, all on the disk when this returns.
void makeFolder(const fs::path &folder) {
  std::error_code failure;
  if (folder.empty() || fs::exists(folder, failure))
    return;
  makeFolder(folder.parent_path());
  fs::create_directory(folder, failure);
  sync(folder.has_parent_path() ? folder.parent_path() : ".");
}

} // namespace

JournalEntry sealed(JournalEntry entry) {
  entry.id = contentName(dumped(toJson(entry)));
  return entry;
}

std::string textOf(const JournalEntry &entry) {
  json out = toJson(entry);
  out["id"] = entry.id;
  return dumped(out);
}

Expected<std::vector<JournalEntry>> parseJournal(std::string_view text, std::string_view bug,
                                                 std::string_view source) {
  std::vector<JournalEntry> entries;
  for (int line = 1; !text.empty(); ++line) {
    const size_t end = text.find('\n');
    const json said = end == text.npos ? json() : json::parse(text.substr(0, end), nullptr, false);
    const bool isHead = line == 1;
    if (isHead && (!said.is_object() || !said.contains(headKey)))
      return Error{fmt::format("{} is no journal of a bug: move it elsewhere", source)};
    if (isHead && said[headKey] != journalVersion)
      return Error{fmt::format("the journal {} was written by a newer assay (version {}, this one "
                               "knows {}); use that version",
                               source, dumped(said[headKey]), journalVersion)};
    if (!said.is_object())
      return Error{fmt::format("the journal {} is torn in line {}: take a copy of it from "
                               "elsewhere, or delete the line",
                               source, line)};
    if (!isHead)
      try {
        auto entry = entryFrom(said, bug);
        if (!entry)
          return Error{
              fmt::format("line {} of the journal {} {}: take a copy of it from elsewhere, "
                          "or delete the line",
                          line, source, entry.error().message)};
        entries.push_back(std::move(*entry));
      } catch (const json::exception &) {
        return Error{
            fmt::format("line {} of the journal {} is no entry of one: delete it", line, source)};
      }
    text.remove_prefix(end + 1);
  }
  return entries;
}

Expected<std::vector<JournalEntry>> readJournals(const fs::path &folder, std::string_view bug) {
  std::vector<JournalEntry> all;
  std::error_code failure;
  for (const auto &file : fs::directory_iterator(folder, failure)) {
    if (file.path().extension() != suffix)
      continue;
    auto text = readFile(file.path());
    if (!text)
      return text.error();
    auto entries = parseJournal(*text, bug, file.path().string());
    if (!entries)
      return entries.error();
    all.insert(all.end(), entries->begin(), entries->end());
  }
  return all;
}

std::string writerName() {
  if (const char *who = std::getenv("ASSAY_WHO"); who && *who)
    return who;
  const passwd *user = getpwuid(getuid());
  return fmt::format("{}@{}", user ? user->pw_name : std::to_string(getuid()), hostName());
}

std::string entryTime(std::string_view seen) {
  using namespace std::chrono;
  auto time = floor<microseconds>(system_clock::now());
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, micro = 0;
  // The clock of another machine may be ahead: what follows an entry is later all the same.
  if (std::sscanf(std::string(seen).c_str(), "%d-%d-%dT%d:%d:%d.%dZ", &year, &month, &day, &hour,
                  &minute, &second, &micro) == 7) {
    const sys_days date = std::chrono::year(year) / month / day;
    time = std::max(time, sys_time<microseconds>(date) + hours(hour) + minutes(minute) +
                              seconds(second) + microseconds(micro + 1));
  }
  const auto midnight = floor<days>(time);
  const year_month_day date(midnight);
  const hh_mm_ss<microseconds> clock(time - midnight);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:06}Z", int(date.year()),
                     unsigned(date.month()), unsigned(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

Expected<void> appendToJournal(const fs::path &folder, const JournalEntry &entry) {
  std::error_code failure;
  makeFolder(folder);
  FolderLock lock(folder);
  if (!lock.hold())
    return Error{fmt::format("cannot write into {}: check its permissions, or name another folder "
                             "with --bugs",
                             folder.string())};
  const fs::path file = folder / fileName(entry.who);
  std::string text = fmt::format("{}\n", dumped({{headKey, journalVersion}}));
  if (fs::exists(file, failure)) {
    auto there = readFile(file);
    if (!there)
      return there.error();
    if (auto entries = parseJournal(*there, entry.bug, file.string()); !entries)
      return entries.error();
    text = std::move(*there);
  }
  return writeDurably(file, text + textOf(entry) + "\n");
}

} // namespace assay
