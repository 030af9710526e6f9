#include "triage/bugs/BugHistory.h"

#include <catch2/catch.hpp>
#include <fmt/format.h>

using namespace assay;
using Catch::Matchers::Contains;

static JournalEntry setTo(BugState state, std::string detail, std::string time,
                          std::vector<std::string> after = {}) {
  JournalEntry entry;
  entry.bug = "b";
  entry.time = std::move(time);
  entry.who = "me";
  entry.state = state;
  entry.detail = std::move(detail);
  entry.after = std::move(after);
  return sealed(entry);
}

static std::string journal(const std::vector<JournalEntry> &entries) {
  std::string text = "{\"assay-journal\":1}\n";
  for (const JournalEntry &entry : entries)
    text += textOf(entry) + "\n";
  return text;
}

TEST_CASE("the union of journals is the same in any order and however often") {
  const auto first = setTo(BugState::Confirmed, "", "2026-01-01");
  const auto second = setTo(BugState::Fixed, "3.14.0", "2026-01-02", {first.id});
  BugHistory one, other;
  one.add({first, second});
  other.add({second});
  other.add({second, first});
  CHECK(one.entries() == other.entries());
  CHECK(other.entries().size() == 2);
  CHECK(other.state() == BugState::Fixed);
  CHECK(other.detail() == "3.14.0");
  CHECK(other.conflicts().empty());
}

TEST_CASE("two states that were set at once are a conflict, and the later one counts") {
  const auto base = setTo(BugState::Confirmed, "", "2026-01-01");
  const auto fixed = setTo(BugState::Fixed, "3.14.0", "2026-01-02", {base.id});
  const auto reported = setTo(BugState::Reported, "https://x/1", "2026-01-03", {base.id});
  BugHistory history;
  history.add({reported, fixed, base});
  CHECK(history.state() == BugState::Reported);
  REQUIRE(history.conflicts().size() == 1);
  CHECK(history.conflicts()[0]->id == fixed.id);

  SECTION("whoever saw both settles it") {
    history.add({setTo(BugState::Fixed, "3.14.0", "2026-01-04", {fixed.id, reported.id})});
    CHECK(history.conflicts().empty());
    CHECK(history.state() == BugState::Fixed);
  }
  SECTION("two that say the same agree") {
    BugHistory same;
    same.add({base, fixed, setTo(BugState::Fixed, "3.14.0", "2026-01-05", {base.id})});
    CHECK(same.heads().size() == 2);
    CHECK(same.conflicts().empty());
  }
}

TEST_CASE("a journal comes back as it was written") {
  auto entry = setTo(BugState::Reported, "https://x/1", "2026-01-01", {"a"});
  entry.why = "said \"so\" <script>\x1b[31m";
  entry = sealed(entry);
  JournalEntry test;
  test.bug = "b";
  test.target = "iree@3.14.0:vmvx:O2";
  test.result = "right";
  test.found = 0;
  test.checks = 3;
  test = sealed(test);
  auto read = parseJournal(journal({entry, test}), "b", "j");
  REQUIRE(read);
  CHECK(*read == std::vector{entry, test});
}

TEST_CASE("what is wrong with a journal is a sentence that names the place") {
  const std::string text = journal({setTo(BugState::Fixed, "3.14.0", "2026-01-01")});
  const auto fails = [](const std::string &text, const char *bug, const char *words) {
    auto read = parseJournal(text, bug, "j.jsonl");
    REQUIRE(!read);
    CHECK_THAT(read.error().message, Contains(words) && Contains("j.jsonl"));
  };
  fails(text.substr(0, text.size() - 1), "b", "is torn in line 2");
  fails(text.substr(0, text.size() - 9) + "\n", "b", "is torn in line 2");
  fails(text, "c", "is about another bug, b");
  std::string changed = text;
  changed.replace(changed.find("3.14.0"), 6, "3.15.0");
  fails(changed, "b", "was changed since it was written");
  fails("{\"assay-journal\":2}\n", "b", "written by a newer assay");
  fails("[1]\n", "b", "is no journal");
  fails("{\"assay-journal\":1}\n{\"id\":7}\n", "b", "is no entry of one");
  CHECK(parseJournal("", "b", "j"));
}

TEST_CASE("a time is later than what was seen, whatever the clock says") {
  CHECK(entryTime("2999-12-31T23:59:59.999999Z") == "3000-01-01T00:00:00.000000Z");
  CHECK(entryTime("") > "2026");
  CHECK(entryTime("2020-01-01T00:00:00.000000Z") > "2026");
}

TEST_CASE("what may follow what is in the table") {
  CHECK(checkFollows(BugState::New, BugState::Fixed));
  CHECK(checkFollows(BugState::Fixed, BugState::Regressed));
  CHECK(checkFollows(BugState::Duplicate, BugState::Confirmed));
  const auto wrong = checkFollows(BugState::Confirmed, BugState::Regressed);
  REQUIRE(!wrong);
  CHECK_THAT(wrong.error().message, Contains("regressed cannot follow confirmed; reported, "));
  CHECK(!checkFollows(BugState::Duplicate, BugState::Fixed));
  CHECK(!checkFollows(BugState::Reported, BugState::New));
}

TEST_CASE("what is said with a state is looked at") {
  CHECK(checkDetail(BugState::Reported, "https://github.com/iree-org/iree/issues/1"));
  for (const char *link : {"javascript:alert(1)", "https://x/\"onclick", "https://x/ y", "http:x"})
    CHECK(!checkDetail(BugState::Reported, link));
  CHECK(!checkDetail(BugState::Reported, ""));
  CHECK(checkDetail(BugState::NotABug, "premise"));
  CHECK(!checkDetail(BugState::NotABug, "boring"));
  CHECK(!checkDetail(BugState::Confirmed, "x"));
}
