#include "triage/bugs/BugRecord.h"
#include "triage/bugs/BugExport.h"

#include "check/CauseJson.h"
#include "support/ReadFile.h"
#include "tests/unit/campaign/TemporaryFolder.h"
#include "triage/known/KnownBugs.h"

#include <catch2/catch.hpp>

using namespace assay;
namespace fs = std::filesystem;

static BugRecords builtIn() {
  auto bugs = BugRecords::load({});
  if (!bugs)
    FAIL(bugs.error().message);
  return std::move(*bugs);
}

static const BugRecord &bugNamed(const BugRecords &bugs, const char *id) {
  auto bug = bugs.find(id);
  if (!bug)
    FAIL(bug.error().message);
  return **bug;
}

TEST_CASE("the cases that the known list names come along") {
  const BugRecords bugs = builtIn();
  size_t named = 0;
  for (const KnownBug &known : KnownBugs::builtIn().all())
    if (!known.caseFile.empty()) {
      INFO(known.caseFile);
      CHECK(bugs.caseText(known.caseFile));
      ++named;
    }
  CHECK(named > 100);
  CHECK_FALSE(bugs.caseText("none"));
}

TEST_CASE("the bugs that come along are those of the folders, with all that these say") {
  const BugRecords bugs = builtIn();
  size_t folders = 0;
  for (const auto &folder : fs::directory_iterator(ASSAY_BUGS)) {
    if (!folder.is_directory())
      continue;
    ++folders;
    const BugRecord &bug = bugNamed(bugs, folder.path().filename().c_str());
    INFO(bug.id);
    CHECK_FALSE(bug.title.empty());
    const auto report = readFile(folder.path() / "report.md");
    CHECK(bug.report == (report ? *report : ""));
    CHECK(bug.cases.empty() == bug.said.contains("no_case"));
    auto journals = readJournals(folder.path() / "journal", bug.id);
    if (!journals)
      FAIL(journals.error().message);
    CHECK(bug.history.entries().size() == journals->size());
    // Nothing of a report is lost on the way to those who can mend the bug.
    if (report)
      CHECK(bug.results().empty() == (report->find("| target | result |") == report->npos));
  }
  CHECK(bugs.all().size() == folders);
}

TEST_CASE("what a record says of a bug") {
  const BugRecords bugs = builtIn();
  const BugRecord &bug = bugNamed(bugs, "iree-attention-dynamic-depth");
  CHECK(bug.title.starts_with("A dynamic depth of attention is tiled"));
  CHECK(bug.releases() == "3.10.0 to 3.13.0");
  CHECK(bug.newestWithIt() == parseVersion("3.13.0"));
  CHECK(bug.kinds() == std::vector<std::string>{"wrong result", "compile failure"});
  CHECK(bug.ops() == std::vector<std::string>{"attention"});
  CHECK(bug.pass() == "iree-llvmcpu-select-lowering-strategy");
  CHECK(bug.cause().find("A static depth is not tiled.") != std::string::npos);
  CHECK(bug.cause().find("Steps to reproduce") == std::string::npos);
  const auto results = bug.results();
  REQUIRE(results.size() == 16);
  CHECK(results[0].target == "iree@3.3.0:llvm-cpu:O2");
  CHECK(results[0].result == "crash: SIGFPE");
  CHECK(results.back().target == "cpu:O2");
  CHECK(results.back().isRight);
  CHECK(bug.history.state() == BugState::Confirmed);
  CHECK(bugNamed(bugs, "iree-folds-cast-sort").history.state() == BugState::Duplicate);
  CHECK(bugNamed(bugs, "iree-dynamic-alloca").history.state() == BugState::Reported);
}

TEST_CASE("an export has the commands of what was released, and none where these do not tell") {
  const BugRecords bugs = builtIn();
  const BugRecord &bug = bugNamed(bugs, "iree-attention-dynamic-depth");
  const auto commands = releasedCommands(bug, "CASE", "SCRATCH");
  REQUIRE(commands.size() == 2);
  CHECK(commands[0].starts_with("iree-compile CASE -o SCRATCH.vmfb --iree-hal"));
  CHECK(commands[1].starts_with("iree-run-module --module=SCRATCH.vmfb"));
  CHECK(reproduceScript(bugNamed(bugs, "iree-alloca-in-loop")).empty());
  for (const BugRecord &one : bugs.all())
    for (const std::string &command : releasedCommands(one, "CASE", "SCRATCH"))
      CHECK(command.find('%') == command.npos);
}

TEST_CASE("a retest takes the place of what a report says of a target") {
  BugRecords bugs = builtIn();
  BugRecord bug = bugNamed(bugs, "iree-attention-dynamic-depth");
  JournalEntry test;
  test.bug = bug.id;
  test.time = "2026-12-01T00:00:00.000000Z";
  test.target = "iree@3.14.0:llvm-cpu:O2";
  test.result = "fails";
  bug.history.add({sealed(test)});
  CHECK(bug.newestWithIt() == parseVersion("3.14.0"));
  test.target = "iree@3.13.0:llvm-cpu:O2";
  test.result = "right";
  bug.history.add({sealed(test)});
  const auto results = bug.results();
  CHECK(results.size() == 17);
  CHECK(std::ranges::count(results, "iree@3.13.0:llvm-cpu:O2", &BugResult::target) == 1);
}

TEST_CASE("where a retest sees a bug fail its failures are known, before and after its releases") {
  BugRecord bug;
  bug.id = "x";
  bug.said = {{"compiler", "iree"},
              {"since", "3.5.0"},
              {"until", "3.13.0"},
              {"forms", {{{"backend", "vmvx"}}, {{"says", "y"}}}}};
  const auto test = [&](const char *target, const char *result, const char *time) {
    JournalEntry entry;
    entry.bug = bug.id;
    entry.time = time;
    entry.target = target;
    entry.result = result;
    bug.history.add({sealed(entry)});
  };
  const auto releases = [&] {
    std::vector<std::string> out;
    for (const nlohmann::json &entry : bug.entries())
      out.push_back(entry.value("backend", "any") + " " + entry["since"].get<std::string>() + " " +
                    entry["until"].get<std::string>());
    return out;
  };
  const std::vector<std::string> named{"vmvx 3.5.0 3.13.0", "any 3.5.0 3.13.0"};
  test("iree@3.12.0:llvm-cpu:O2", "fails", "2026-12-01T00:00:00.000000Z"); // as it is named
  test("iree@3.15.0:llvm-cpu:O2", "otherwise", "2026-12-01T00:00:00.000000Z");
  CHECK(releases() == named);
  CHECK(bug.leavesOut("iree@3.15.0:llvm-cpu:O2"_target));
  CHECK_FALSE(bug.leavesOut("iree@3.12.0:llvm-cpu:O2"_target));
  CHECK_FALSE(bug.leavesOut("iree@mine:llvm-cpu:O2"_target));
  test("iree@3.14.0:llvm-cpu:O2", "fails", "2026-12-01T00:00:00.000000Z");
  test("iree@3.16.0:llvm-cpu:O2", "fails", "2026-12-01T00:00:00.000000Z");
  test("iree@3.4.0:llvm-cpu:O2", "fails", "2026-12-01T00:00:00.000000Z");
  CHECK(releases() ==
        std::vector<std::string>{named[0], named[1], "any 3.4.0 3.4.0", "any 3.14.0 3.16.0"});
  CHECK_FALSE(bug.leavesOut("iree@3.15.0:llvm-cpu:O2"_target));
  CHECK(bug.retestedEntries().size() == 2);
  // The last retest of a target counts.
  test("iree@3.16.0:llvm-cpu:O2", "right", "2026-12-02T00:00:00.000000Z");
  test("iree@3.4.0:llvm-cpu:O2", "right", "2026-12-02T00:00:00.000000Z");
  CHECK(releases() == std::vector<std::string>{named[0], named[1], "any 3.14.0 3.14.0"});
}

TEST_CASE("the list of a folder has what its journals say of the bugs that come along") {
  const test::TemporaryFolder folder;
  const fs::path bugs = folder / "bugs";
  JournalEntry entry;
  entry.bug = "iree-erf-f64";
  entry.time = "2026-12-01T00:00:00.000000Z";
  entry.who = "ann";
  entry.target = "iree@3.12.0:llvm-cpu:O2";
  entry.result = "fails";
  const auto list = [&](const JournalEntry &added) {
    if (auto kept = appendToJournal(bugs / added.bug / "journal", sealed(added)); !kept)
      FAIL(kept.error().message);
    auto text = BugRecords::knownListOf(bugs);
    if (!text)
      FAIL(text.error().message);
    return text->empty() ? nlohmann::json::array() : nlohmann::json::parse(*text);
  };
  CHECK(list(entry).empty());
  entry.target = "iree@9.0.0:llvm-cpu:O2";
  const auto known = list(entry);
  REQUIRE(known.size() == 1);
  CHECK(known[0]["id"] == "iree-erf-f64");
  CHECK(known[0]["since"] == "9.0.0");
  CHECK(known[0]["until"] == "9.0.0");
}

TEST_CASE("the pass of a bug is that of the cause that is kept, whatever the report says first") {
  BugRecord bug;
  bug.said = {{"compiler", "iree"}, {"forms", nlohmann::json::array()}};
  bug.report =
      "# T\n\n**Cause**: perhaps that of iree-vmvx-multi-use-layout; it is `other-pass`.\n";
  CHECK(bug.pass() == "other-pass");
  Cause cause;
  const auto keep = [&] {
    bug.keptCause = toJson(FoundCause{"iree@3.13.0:vmvx:O2"_target, cause}).dump();
  };
  cause.phase = Blamed{"executable-targets", Evidence::Replayed};
  cause.passes = {{"iree-codegen-combine-result-layout-transformation", Evidence::Named}};
  keep();
  CHECK(bug.pass() == "iree-codegen-combine-result-layout-transformation");
  cause.passes[0].evidence = Evidence::Differs;
  keep();
  CHECK(bug.pass() == "iree-codegen-combine-result-layout-transformation or later");
  cause.passes.clear();
  keep();
  CHECK(bug.pass() == "executable-targets");
  bug.keptCause = "{";
  CHECK(bug.pass() == "other-pass");
}
