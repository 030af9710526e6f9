#include "triage/bugs/BugRecord.h"

#include "check/CauseJson.h"
#include "support/Closest.h"
#include "support/FolderLock.h"
#include "support/ReadFile.h"
#include "support/ReplaceAll.h"
#include "support/Sync.h"
#include "support/WriteFile.h"
#include "target/TargetName.h"
#include "triage/bugs/BuiltInFolders.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace assay {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

void addOnce(std::vector<std::string> &texts, const std::string &text) {
  if (!text.empty() && std::ranges::find(texts, text) == texts.end())
    texts.push_back(text);
}

/// The texts of a value that is one, or a list of them.
void addTexts(std::vector<std::string> &texts, const json &value) {
  if (value.is_string())
    addOnce(texts, value);
  else if (value.is_array())
    for (const json &one : value)
      addTexts(texts, one);
}

void addOps(std::vector<std::string> &ops, const json &structure) {
  if (structure.is_array())
    for (const json &one : structure)
      addOps(ops, one);
  if (!structure.is_object())
    return;
  for (const auto &[key, value] : structure.items())
    if (key == "op")
      addTexts(ops, value);
    else
      addOps(ops, value);
}

/// Where a bug stands of which nobody wrote anything down: that it has a folder is that somebody
/// looked at it.
BugHistory historyOf(const json &said) {
  if (said.contains("same_cause"))
    return BugHistory(BugState::Duplicate, said["same_cause"]);
  std::vector<std::string> links;
  addTexts(links, said.value("link", json()));
  for (const json &form : said.value("forms", json::array()))
    addTexts(links, form.value("link", json()));
  return links.empty() ? BugHistory(BugState::Confirmed)
                       : BugHistory(BugState::Reported, links.front());
}

/// What keeps an object from being a bug.json; empty for nothing.
std::string wrongBug(const json &said) {
  if (!said.is_object())
    return "is no JSON object";
  if (!said.value("forms", json()).is_array() ||
      !std::ranges::all_of(said["forms"], [](const json &form) { return form.is_object(); }))
    return "has no list of forms";
  for (const char *key : {"compiler", "same_cause", "title"})
    if (!said.value(key, json("")).is_string())
      return fmt::format("has a {} that is no text", key);
  return said.contains("compiler") ? "" : "names no compiler";
}

/// What in words is markup.
constexpr std::string_view markup[][2] = {{"<", "\\<"}, {"`", "\\`"}};

/// The words of markdownText().
std::string wordsOf(std::string text) {
  for (const auto &[plain, escaped] : markup)
    replaceAll(text, escaped, plain);
  return text;
}

/// Empty where there is no such file.
std::string textOf(const fs::path &file) {
  auto text = readFile(file);
  return text ? std::move(*text) : std::string();
}

bool isId(std::string_view id) {
  return !id.empty() && !id.starts_with('.') && !id.starts_with('-') &&
         id.find_first_not_of(
             "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-") == id.npos;
}

Error noId(std::string_view name) {
  return Error{
      fmt::format("{} is no name for a bug: take letters, digits, '.', '_' and '-', and no "
                  "'.' or '-' in front",
                  name)};
}

/// What the folder of a bug is called before it is whole.
constexpr std::string_view freshPrefix = ".new-";

/// Removes what kills left of bugs. Whoever writes one holds the lock of the folder, as the caller
/// does.
void removeUnfinished(const fs::path &folder) {
  std::error_code failure;
  std::vector<fs::path> unfinished;
  for (const auto &one : fs::directory_iterator(folder, failure))
    if (one.path().filename().string().starts_with(freshPrefix))
      unfinished.push_back(one.path());
  for (const fs::path &path : unfinished)
    fs::remove_all(path, failure);
}

/// A bug of a folder that has a bug.json.
Expected<BugRecord> readBug(const fs::path &folder) {
  BugRecord bug;
  bug.id = folder.filename().string();
  auto text = readFile(folder / "bug.json");
  if (!text)
    return text.error();
  bug.said = json::parse(*text, nullptr, false);
  if (std::string why = wrongBug(bug.said); !why.empty())
    return Error{fmt::format("{} {}; docs/known-bugs.md says what it holds",
                             (folder / "bug.json").string(), why)};
  bug.history = historyOf(bug.said);
  bug.report = textOf(folder / "report.md");
  bug.keptCause = textOf(folder / "case.cause.json");
  bug.passInput = textOf(folder / "pass.mlir");
  bug.phaseInput = textOf(folder / "phase.mlir");
  bug.beforePass = textOf(folder / "before.mlir");
  if (bug.beforePass.empty())
    bug.beforePass = bug.passInput;
  bug.afterPass = textOf(folder / "after.mlir");
  const std::string firstLine = bug.report.substr(0, bug.report.find('\n'));
  bug.title =
      bug.said.value("title", firstLine.starts_with("# ") ? wordsOf(firstLine.substr(2)) : bug.id);
  std::vector<std::string> files{"case.mlir"};
  for (const json &form : bug.said["forms"])
    addTexts(files, form.value("case", json()));
  for (const std::string &file : files)
    if (auto content = readFile(folder / file))
      bug.cases.push_back({(folder / file).lexically_normal().string(), std::move(*content)});
  return bug;
}

const std::vector<BugRecord> &builtIn() {
  static const std::vector<BugRecord> bugs = [] {
    std::vector<BugRecord> out;
    const json all = json::parse(std::string_view(builtInFolders));
    for (const json &one : all) {
      BugRecord bug;
      bug.id = one.at("id");
      bug.said = one.at("bug");
      bug.title = one.at("title");
      bug.report = one.at("report");
      bug.passInput = one.at("passInput");
      bug.beforePass = one.at("beforePass");
      bug.afterPass = one.at("afterPass");
      bug.history = historyOf(bug.said);
      for (const json &file : one.at("cases"))
        bug.cases.push_back({file.at("file"), file.at("text")});
      // Tests look at the journals of the repository.
      for (const json &file : one.at("journals"))
        if (auto entries = parseJournal(file.at("text").get_ref<const std::string &>(), bug.id,
                                        file.at("file").get_ref<const std::string &>()))
          bug.history.add(*entries);
      out.push_back(std::move(bug));
    }
    return out;
  }();
  return bugs;
}

/// The cells of a row of a Markdown table.
std::vector<std::string> cellsOf(std::string_view line) {
  std::vector<std::string> cells;
  for (size_t at = 1; at < line.size();) {
    const size_t end = std::min(line.find(" |", at), line.size());
    std::string cell(line.substr(at, end - at));
    cell.erase(0, std::min(cell.find_first_not_of(' '), cell.size()));
    cells.push_back(std::move(cell));
    at = end + 2;
  }
  return cells;
}

/// Where the part of a report ends that begins there: at the next that has its name in bold, which
/// what stands in a fence is not.
size_t partEnd(std::string_view report, size_t begin) {
  std::string_view fence; // of the block that a line is in
  for (size_t at = begin; at < report.size();) {
    const size_t end = std::min(report.find('\n', at), report.size());
    const std::string_view line = report.substr(at, end - at);
    const std::string_view ticks =
        line.substr(0, std::min(line.find_first_not_of('`'), line.size()));
    if (fence.empty() && ticks.size() >= 3)
      fence = ticks;
    else if (!fence.empty() && line == fence)
      fence = {};
    else if (fence.empty() && line.starts_with("**") && at > begin + 2 && report[at - 2] == '\n')
      return at - 2;
    at = end + 1;
  }
  return report.size();
}

/// Calls `body` with each line of a text, without its end.
void forEachLine(std::string_view text, const auto &body) {
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    body(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

} // namespace

std::string markdownText(std::string_view words) {
  std::string text(words);
  for (const auto &[plain, escaped] : markup)
    replaceAll(text, plain, escaped);
  return text;
}

std::string kindText(std::string verdict) {
  std::ranges::replace(verdict, '_', ' ');
  return verdict == "mismatch" ? "wrong result" : verdict == "timeout" ? "time-out" : verdict;
}

std::vector<std::string> BugRecord::valuesOf(std::string_view key) const {
  std::vector<std::string> values;
  const std::string name(key);
  addTexts(values, said.value(name, json()));
  for (const json &form : said["forms"])
    addTexts(values, form.value(name, json()));
  return values;
}

std::vector<std::string> BugRecord::ops() const {
  std::vector<std::string> ops;
  for (const json &form : said["forms"])
    addOps(ops, form.value("structure", json()));
  return ops;
}

std::vector<std::string> BugRecord::kinds() const {
  std::vector<std::string> kinds = valuesOf("verdict");
  std::ranges::transform(kinds, kinds.begin(), kindText);
  return kinds;
}

std::string BugRecord::releases() const {
  std::vector<VersionNumber> versions;
  for (const char *key : {"since", "until"})
    for (const std::string &text : valuesOf(key))
      if (auto version = parseVersion(text))
        versions.push_back(*version);
  if (versions.empty())
    return "";
  const auto [first, last] = std::ranges::minmax(versions);
  return first == last ? first.text() : fmt::format("{} to {}", first.text(), last.text());
}

std::optional<VersionNumber> BugRecord::newestWithIt() const {
  std::optional<VersionNumber> newest;
  for (const std::string &text : valuesOf("until"))
    newest = std::max(newest, parseVersion(text));
  for (const JournalEntry &entry : history.entries())
    if (entry.result == "fails")
      if (auto target = TargetName::parse(entry.target))
        newest = std::max(newest, target->version());
  return newest;
}

std::vector<std::string> BugRecord::links() const {
  std::vector<std::string> links = valuesOf("link");
  for (const JournalEntry &entry : history.entries()) {
    addOnce(links, entry.link);
    if (entry.state == BugState::Reported)
      addOnce(links, entry.detail);
  }
  return links;
}

std::string BugRecord::cause() const {
  const size_t begin = report.find("**Cause**");
  // What follows it is another part of the report.
  return begin == report.npos ? "" : wordsOf(report.substr(begin, partEnd(report, begin) - begin));
}

std::string BugRecord::reportWithout(std::initializer_list<std::string_view> parts) const {
  std::string out;
  for (size_t at = report.find('\n'); at < report.size();) {
    const size_t end = partEnd(report, at);
    const std::string part = report.substr(at, end - at);
    const std::string_view text =
        std::string_view(part).substr(std::min(part.find_first_not_of('\n'), part.size()));
    if (std::ranges::none_of(parts, [&](std::string_view name) {
          return text.starts_with("**") && text.substr(2).starts_with(name);
        }))
      out += part;
    at = end;
  }
  out.erase(0, out.find_first_not_of('\n'));
  out.resize(out.find_last_not_of('\n') + 1);
  return out;
}

std::string BugRecord::pass() const {
  for (const char *key : {"phase", "pass"})
    if (const auto values = valuesOf(key); !values.empty())
      return fmt::format("{}", fmt::join(values, ", "));
  if (const auto found = foundCauseFromJson(
          nlohmann::ordered_json::parse(keptCause, nullptr, /*allow_exceptions=*/false))) {
    if (const std::vector<std::string> passes = blamedPasses(found->cause); !passes.empty())
      return fmt::format("{}", fmt::join(passes, ", "));
    if (found->cause.phase)
      return found->cause.phase->name;
  }
  const std::string text = cause();
  // The first name in the cause that looks like one of a pass; tools do as well.
  for (size_t at = 0; (at = text.find('`', at)) != text.npos;) {
    const size_t end = text.find('`', at + 1);
    if (end == text.npos)
      break;
    const std::string word = text.substr(at + 1, end - at - 1);
    const bool isName =
        word.find('-') != word.npos && word.find('.') == word.npos &&
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == word.npos;
    if (isName && !word.starts_with("-") && word != "iree-compile" && word != "iree-opt" &&
        word != "iree-run-module" && word != "mlir-opt")
      return word;
    at = end + 1;
  }
  return "";
}

std::vector<BugResult> BugRecord::results() const {
  std::vector<BugResult> results;
  bool isInTable = false;
  forEachLine(report, [&](std::string_view line) {
    const std::vector<std::string> cells = cellsOf(line);
    if (!line.starts_with("| ") || cells.size() < 2) {
      isInTable = false;
    } else if (cells[0] == "target" && cells[1] == "result") {
      isInTable = true;
    } else if (isInTable && !cells[0].starts_with("---")) {
      results.push_back({cells[0], cells[1], cells[1] == "right" || cells[1] == "compiles", ""});
    }
  });
  for (const JournalEntry &entry : history.entries()) {
    if (!entry.isTest())
      continue;
    std::erase_if(results, [&](const BugResult &old) { return old.target == entry.target; });
    results.push_back({entry.target, entry.result + (entry.why.empty() ? "" : ": " + entry.why),
                       entry.result == "right", entry.time});
  }
  return results;
}

namespace {

/// One of the bug's forms as an entry.
json entryOf(const BugRecord &bug, const json &form) {
  json entry = bug.said;
  for (const char *key : {"forms", "title", "same_cause", "no_case", "no_forms"})
    entry.erase(key);
  entry.update(form);
  entry["id"] = bug.id;
  if (!bug.keptCause.empty() && form == bug.said["forms"].front())
    entry["cause"] = bug.keptCause;
  if (bug.history.state() == BugState::Duplicate)
    entry["same_cause"] = bug.history.detail();
  if (const auto all = bug.links(); !all.empty() && !entry.contains("link"))
    entry["link"] = all.back();
  return entry;
}

struct Releases {
  VersionNumber first, last;
};

/// The releases that an entry names; nothing where it names none, or what is no release.
std::optional<Releases> releasesOf(const json &entry) {
  const auto version = [&](const char *key) {
    return entry.contains(key) && entry[key].is_string()
               ? parseVersion(entry[key].get_ref<const std::string &>())
               : std::nullopt;
  };
  const auto since = version("since"), until = version("until");
  return since && until ? std::optional(Releases{*since, *until}) : std::nullopt;
}

/// The releases of the entry's compiler and backend on which a retest saw the bug last.
std::set<VersionNumber> retestedWith(const json &entry, const BugHistory &history) {
  std::set<VersionNumber> releases;
  for (const JournalEntry &test : history.entries()) {
    if (test.result != "fails" || history.lastTestOn(test.target) != &test)
      continue;
    const auto target = TargetName::parse(test.target);
    if (target && target->version() &&
        (!entry.contains("backend") || entry["backend"] == target->backend))
      releases.insert(*target->version());
  }
  return releases;
}

/// The entry for those of the releases that it does not name.
std::vector<json> entriesBeyond(const json &entry, const std::set<VersionNumber> &releases) {
  const auto named = releasesOf(entry);
  if (!named)
    return {};
  std::vector<VersionNumber> before, after;
  for (const VersionNumber &release : releases)
    if (release < named->first)
      before.push_back(release);
    else if (named->last < release)
      after.push_back(release);
  std::vector<json> beyond;
  for (const auto &some : {before, after}) {
    if (some.empty())
      continue;
    json more = entry;
    more["since"] = some.front().text();
    more["until"] = some.back().text();
    beyond.push_back(std::move(more));
  }
  return beyond;
}

} // namespace

std::vector<json> BugRecord::entries() const {
  const BugState state = history.state();
  const bool isGone = state == BugState::Fixed || state == BugState::Obsolete;
  std::vector<json> entries;
  for (const json &form : said["forms"])
    if (json entry = entryOf(*this, form); !isGone || entry.contains("until"))
      entries.push_back(std::move(entry));
  for (json &entry : retestedEntries())
    entries.push_back(std::move(entry));
  return entries;
}

std::vector<json> BugRecord::retestedEntries() const {
  std::vector<json> entries;
  for (const json &form : said["forms"]) {
    const json entry = entryOf(*this, form);
    for (json &more : entriesBeyond(entry, retestedWith(entry, history)))
      entries.push_back(std::move(more));
  }
  return entries;
}

bool BugRecord::leavesOut(const TargetName &target) const {
  const auto release = target.version();
  std::vector<json> all = retestedEntries();
  for (const json &form : said["forms"])
    all.push_back(entryOf(*this, form));
  std::erase_if(all, [&](const json &entry) {
    return entry.contains("backend") && entry["backend"] != target.backend;
  });
  return release && !all.empty() && std::ranges::none_of(all, [&](const json &entry) {
           const auto named = releasesOf(entry);
           return !named || (named->first <= *release && *release <= named->last);
         });
}

BugRecord *BugRecords::lookUp(std::string_view id) {
  const auto found = std::ranges::find(bugs, id, &BugRecord::id);
  return found == bugs.end() ? nullptr : &*found;
}

/// Reads what a folder says of one bug.
Expected<void> BugRecords::readOne(const fs::path &folder, bool hasBug) {
  const std::string id = folder.filename().string();
  if (!isId(id))
    return noId(folder.string());
  BugRecord *there = lookUp(id);
  if (!there && !hasBug)
    return Error{fmt::format("{} has journals of a bug that is not known here; put its bug.json "
                             "there, or move them elsewhere",
                             folder.string())};
  if (hasBug) {
    auto bug = readBug(folder);
    if (!bug)
      return bug.error();
    if (there) {
      bug->history.add(there->history.entries());
      *there = std::move(*bug);
    } else {
      bugs.push_back(std::move(*bug));
    }
    there = lookUp(id);
  }
  auto entries = readJournals(folder / "journal", id);
  if (!entries)
    return entries.error();
  there->history.add(*entries);
  return {};
}

Expected<void> BugRecords::readFolder(const fs::path &folder) {
  std::error_code failure;
  if (fs::exists(folder, failure) && !fs::is_directory(folder, failure))
    return Error{fmt::format("{} is no folder of bugs; name one with --bugs", folder.string())};
  for (const auto &one : fs::directory_iterator(folder, failure)) {
    const std::string id = one.path().filename().string();
    // One with a dot in front is what add() did not come to the end of.
    if (!one.is_directory(failure) || id.starts_with('.'))
      continue;
    const bool hasBug = fs::exists(one.path() / "bug.json", failure);
    if (hasBug || fs::exists(one.path() / "journal", failure))
      if (auto read = readOne(one.path(), hasBug); !read)
        unread.emplace(id, read.error());
  }
  return {};
}

Expected<BugRecords> BugRecords::load(const std::vector<fs::path> &folders) {
  BugRecords records;
  records.bugs = builtIn();
  // The first has the last word.
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder)
    ASSAY_TRY(records.readFolder(*folder));
  if (!folders.empty())
    records.own = folders.front();
  std::erase_if(records.bugs,
                [&](const BugRecord &bug) { return records.unread.contains(bug.id); });
  std::ranges::sort(records.bugs, {}, &BugRecord::id);
  return records;
}

Expected<const BugRecord *> BugRecords::find(std::string_view id) const {
  const auto found = std::ranges::find(bugs, id, &BugRecord::id);
  if (found != bugs.end())
    return &*found;
  if (const auto wrong = unread.find(std::string(id)); wrong != unread.end())
    return wrong->second;
  std::vector<std::string_view> ids;
  for (const BugRecord &bug : bugs)
    ids.push_back(bug.id);
  return Error{
      fmt::format("no bug is called {}; `assay bug list` lists them{}", id, didYouMean(id, ids))};
}

std::optional<std::string_view> BugRecords::caseText(std::string_view file) const {
  for (const BugRecord &bug : bugs)
    for (const BugCase &one : bug.cases)
      if (one.file == file)
        return one.text;
  return {};
}

Expected<void> BugRecords::write(JournalEntry entry) {
  if (auto found = find(entry.bug); !found)
    return found.error();
  BugHistory &history = lookUp(entry.bug)->history;
  if (entry.state) {
    ASSAY_TRY(checkDetail(*entry.state, entry.detail));
    ASSAY_TRY(checkFollows(history.state(), *entry.state));
    // Where that leads must not be where it began.
    for (std::string id = entry.detail; entry.state == BugState::Duplicate;) {
      auto other = find(id);
      if (!other)
        return other.error();
      if (id == entry.bug)
        return Error{fmt::format("{} would be a duplicate of itself{}", id,
                                 id == entry.detail ? "" : ", by way of " + entry.detail)};
      if ((*other)->history.state() != BugState::Duplicate)
        break;
      id = (*other)->history.detail();
    }
    for (const JournalEntry *head : history.heads())
      entry.after.push_back(head->id);
  }
  if (!entry.link.empty() && !isLink(entry.link))
    return Error{fmt::format("'{}' is no link: one begins with https://", entry.link)};
  if (entry.who.empty())
    entry.who = writerName();
  entry.time = entryTime(history.changed());
  entry = sealed(std::move(entry));
  ASSAY_TRY(appendToJournal(own / entry.bug / "journal", entry));
  history.add({entry});
  return {};
}

std::string BugRecords::freeId(const std::string &wanted) const {
  std::string id = wanted;
  for (int number = 2; std::ranges::find(bugs, id, &BugRecord::id) != bugs.end(); ++number)
    id = fmt::format("{}-{}", wanted, number);
  return id;
}

Expected<fs::path> BugRecords::add(const NewBug &bug) {
  if (!isId(bug.id))
    return noId("'" + bug.id + "'");
  if (lookUp(bug.id))
    return Error{fmt::format("there is a bug {} already: `assay bug show {}`; name another with "
                             "--id",
                             bug.id, bug.id)};
  const fs::path folder = own / bug.id;
  // Nobody sees it before it is whole.
  const fs::path fresh = own / (std::string(freshPrefix) + bug.id);
  ASSAY_TRY(makeWritable(own));
  FolderLock lock(own);
  std::error_code failure;
  const auto fails = [&](const std::string &why) {
    fs::remove_all(fresh, failure);
    return Error{
        fmt::format("cannot write {}: {}; name another folder with --bugs", folder.string(), why)};
  };
  if (!lock.hold())
    return Error{fmt::format(
        "cannot write {}: it cannot be locked; name another folder with --bugs", own.string())};
  removeUnfinished(own);
  if (fs::exists(folder, failure))
    return fails("it is there already");
  std::map<std::string, std::string> files = bug.files;
  files["bug.json"] = bug.said.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
  for (const auto &[name, text] : files)
    if (auto written = writeDurably(fresh / name, text); !written)
      return fails(written.error().message);
  JournalEntry entry;
  entry.bug = bug.id;
  entry.who = bug.who.empty() ? writerName() : bug.who;
  entry.why = bug.why;
  entry.state = BugState::New;
  entry.time = entryTime("");
  if (auto written = appendToJournal(fresh / "journal", sealed(std::move(entry))); !written)
    return fails(written.error().message);
  sync(fresh);
  fs::rename(fresh, folder, failure);
  if (failure)
    return fails(failure.message());
  sync(own);
  ASSAY_TRY(readOne(folder, true));
  std::ranges::sort(bugs, {}, &BugRecord::id);
  return folder;
}

Expected<std::string> BugRecords::knownListOf(const fs::path &folder) {
  std::vector<std::pair<std::tuple<int, std::string, size_t>, json>> found;
  std::error_code failure;
  for (const auto &one : fs::directory_iterator(folder, failure)) {
    const std::string id = one.path().filename().string();
    if (!isId(id))
      continue;
    const bool isOwn = fs::exists(one.path() / "bug.json", failure);
    const auto shipped = std::ranges::find(builtIn(), id, &BugRecord::id);
    if (!isOwn && shipped == builtIn().end())
      continue;
    auto bug = isOwn ? readBug(one.path()) : Expected<BugRecord>(*shipped);
    if (!bug)
      return bug.error();
    auto journal = readJournals(one.path() / "journal", id);
    if (!journal)
      return journal.error();
    bug->history.add(*journal);
    const fs::path casesIn = isOwn ? one.path() : fs::path("triage/known/bugs") / id;
    for (json &entry : isOwn ? bug->entries() : bug->retestedEntries()) {
      const json order = entry.value("order", json(0));
      entry.erase("order");
      if (entry.contains("case") && entry["case"].is_string())
        entry["case"] = (casesIn / entry["case"].get<std::string>()).lexically_normal().string();
      found.push_back(
          {{order.is_number_integer() ? order.get<int>() : 0, id, found.size()}, entry});
    }
  }
  if (found.empty())
    return std::string();
  std::ranges::sort(found, {}, &decltype(found)::value_type::first);
  json list = json::array();
  for (auto &[place, entry] : found)
    list.push_back(std::move(entry));
  return list.dump();
}

} // namespace assay
