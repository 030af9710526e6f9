#include "campaign/store/Store.h"
#include "campaign/report/Summary.h"
#include "campaign/store/Paths.h"
#include "campaign/store/Schema.h"
#include "support/WriteFile.h"
#include "tests/unit/campaign/TemporaryFolder.h"

#include <SQLiteCpp/SQLiteCpp.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <tuple>

using namespace assay;
using assay::test::TemporaryFolder;

namespace {

CampaignParameters parameters(uint64_t seed = 1) {
  return {seed, "default", {"cpu:O0"_target, "cpu:O2"_target}, "", "0.1.0"};
}

CheckRow check(int64_t index, int target, const char *verdict = "agree",
               const char *signature = "") {
  return {index, target, verdict, signature, 1, 4, 2, 1};
}

FindingRow finding(const char *raw, const char *signature, bool reduced, int64_t size) {
  FindingRow row;
  row.raw = raw;
  row.signature = signature;
  row.reduced = reduced;
  row.verdict = "mismatch";
  row.target = "cpu:O2"_target;
  row.size = size;
  row.caseName = "case" + std::to_string(size);
  return row;
}

Store opened(const std::filesystem::path &path, Store::Mode mode = Store::Mode::Write) {
  auto store = Store::open(path, mode);
  if (!store)
    FAIL(store.error().message);
  return std::move(*store);
}

void must(const Expected<void> &done) {
  INFO((done ? "" : done.error().message));
  REQUIRE(done);
}

std::string contentOf(const std::filesystem::path &path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

void write(const std::filesystem::path &path, const std::string &text) {
  std::ofstream(path, std::ios::binary) << text;
}

/// Every row of every table.
std::string dump(const std::filesystem::path &path) {
  SQLite::Database database(path.string());
  std::string out;
  for (const char *table : {"campaigns", "checks", "findings", "sessions", "samples", "devices",
                            "pending", "known", "coverage", "sources", "coverage_by_source"}) {
    SQLite::Statement query(database, std::string("SELECT * FROM ") + table);
    while (query.executeStep()) {
      for (int i = 0; i < query.getColumnCount(); ++i)
        out += query.getColumn(i).getString() + "|";
      out += "\n";
    }
  }
  return out;
}

std::string messageOf(const std::filesystem::path &path, Store::Mode mode = Store::Mode::Write) {
  auto store = Store::open(path, mode);
  REQUIRE_FALSE(store);
  return store.error().message;
}

/// A store with some rows that depend on `seed` and `machine`, and some that do not.
void fill(const std::filesystem::path &path, uint64_t seed, int machine) {
  Store store = opened(path);
  auto campaign = parameters(seed);
  must(store.addCampaign(campaign));
  int64_t key = campaign.key();
  for (int i = 0; i < 3 + machine; ++i)
    for (int target = 0; target < 2; ++target)
      must(store.addCheck(key, check(i, target)));
  // Machines disagree on what is flaky.
  must(store.addCheck(key, check(9, 0, machine ? "flaky" : "mismatch", machine ? "flaky:a" : "a")));
  must(store.putFinding(key, finding("a", machine ? "final" : "a", machine != 0, 10 + machine)));
  std::string id = "session" + std::to_string(machine);
  must(store.putSession(key, {id, 2, 10.0 + machine, {1, 2, 3, 4, 5}}));
  must(store.putSession(key, {"shared", 2, 10.0 + machine, {1, 2, 3, 4, 5}}));
  must(store.addSample({id, 1, 7}));
  must(store.addKnown(key, {0, machine, "bug", "mismatch", "mismatch:a"}));
  must(store.addKnown(key, {2, 1, machine ? "wide" : "narrow", "crash", "crash:run"}));
  must(store.addOther(key, {0, machine}, machine ? "wide" : "narrow"));
  must(store.addDevice({key, "hip:O1", {"lib", "GPU", machine ? "gfx90a" : "gfx942"}}));
  must(store.addDevice({key, "hip:O0", {"lib", "GPU", "gfx942"}}));
  must(store.addSample({"shared", 1, 7 + machine}));
  must(store.addSource({key, 0, 3, 64, 1.5 + machine, {{11, 2 + machine}, {12 + machine, 1}}}));
  must(
      store.putPending(key, std::vector{PendingRow{20, 0, machine ? "x" : "y", machine != 0}}, {}));
  must(store.commit());
  must(writeFile(Paths(path).caseFile("case" + std::to_string(10 + machine)), "{}"));
}

} // namespace

TEST_CASE("What was committed is there when the store is opened again, the rest is not") {
  TemporaryFolder folder;
  auto path = folder / "a.db";
  {
    Store store = opened(path);
    must(store.addCampaign(parameters()));
    must(store.addCheck(parameters().key(), check(0, 0)));
    must(store.commit());
    must(store.addCheck(parameters().key(), check(0, 1)));
  }
  Store store = opened(path, Store::Mode::Read);
  CHECK(store.totals()->checks == 1);
  CHECK(*store.campaigns() == std::vector{parameters()});
}

TEST_CASE("A campaign goes on behind its last check, in the middle of a program too") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto campaign = parameters();
  must(store.addCampaign(campaign));
  CHECK(*store.position(campaign) == Position{0, 0});
  must(store.addCheck(campaign.key(), check(0, 0)));
  CHECK(*store.position(campaign) == Position{0, 1});
  must(store.addCheck(campaign.key(), check(0, 1)));
  CHECK(*store.position(campaign) == Position{1, 0});
  CHECK(*store.position(parameters(2)) == Position{0, 0});
}

TEST_CASE("Adding a check again changes nothing") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  must(store.addCampaign(parameters()));
  must(store.addCheck(parameters().key(), check(0, 0)));
  must(store.addCheck(parameters().key(), check(0, 0, "mismatch", "other")));
  CHECK(store.totals()->verdicts.at("agree") == 1);
  CHECK(store.totals()->verdicts.at("mismatch") == 0);
}

TEST_CASE("Findings with one final signature are one, with the smallest reduced case") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  must(store.putFinding(key, finding("raw1", "final", true, 50)));
  must(store.putFinding(key, finding("raw2", "final", true, 40)));
  must(store.putFinding(key, finding("final", "final", false, 10)));
  must(store.putFinding(key, finding("other", "other", false, 5)));
  for (int i = 0; i < 5; ++i)
    must(store.addCheck(key, check(i, 0, "mismatch", i < 2 ? "raw1" : i < 4 ? "raw2" : "final")));
  auto findings = store.findings();
  REQUIRE(findings);
  REQUIRE(findings->size() == 2);
  CHECK((*findings)[0].row.signature == "final");
  CHECK((*findings)[0].row.raw == "raw2");
  CHECK((*findings)[0].count == 5);
  CHECK((*findings)[1].count == 0);
}

TEST_CASE("A finding counts its checks by target, and how often they showed it") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  must(store.putFinding(key, finding("raw1", "final", true, 50)));
  must(store.putFinding(key, finding("raw2", "final", true, 40)));
  for (int i = 0; i < 4; ++i) {
    CheckRow row = check(i, i == 0 ? 0 : 1, "mismatch", i < 2 ? "raw1" : "raw2");
    row.frequency = {i == 3 ? 2 : 3, 3};
    must(store.addCheck(key, row));
  }
  const auto findings = store.findings();
  REQUIRE(findings->size() == 1);
  const Finding &found = findings->front();
  CHECK(found.targets == std::vector<TargetCount>{{"cpu:O0", 1}, {"cpu:O2", 3}});
  CHECK(found.count == 4);
  CHECK(found.frequency == Frequency{11, 12});
}

TEST_CASE("What is not deterministic is a finding for each target and op") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  auto add = [&](const std::string &op, int target) {
    const std::string raw = "nondeterministic-mismatch:" + op;
    FindingRow row = finding(raw.c_str(), raw.c_str(), false, 9);
    row.about = parameters().targets[static_cast<size_t>(target)].text();
    must(store.putFinding(key, row));
    static int64_t index = 0;
    must(store.addCheck(key, check(++index, target, "mismatch", raw.c_str())));
  };
  for (const char *op : {"a", "b", "c", "d", "e"})
    add(op, 1);
  add("a", 0);
  const auto few = store.findings();
  REQUIRE(few->size() == 6);
  for (const Finding &found : *few)
    CHECK(found.targets == std::vector<TargetCount>{{found.row.about, 1}});
  // More than five are one of the target.
  add("f", 1);
  const auto findings = *store.findings();
  REQUIRE(findings.size() == 2);
  CHECK(findings[0].row.signature == "nondeterministic-mismatch");
  CHECK(findings[0].targets == std::vector<TargetCount>{{"cpu:O2", 6}});
  CHECK(findings[1].row.signature == "nondeterministic-mismatch:a");
  CHECK(findings[1].targets == std::vector<TargetCount>{{"cpu:O0", 1}});
}

TEST_CASE("What is pending is there until it is in its place") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  const std::vector<PendingRow> rows = {{0, 1, "reply", true, 0, 0, 8},
                                        {3, 0, "other", false, 0, 0, 8, {}, {"bug", "wide"}}};
  must(store.putPending(key, rows, {0, 1}));
  CHECK(*store.pending(key) == rows);
  CHECK(store.pending(key + 1)->empty());
  must(store.addCheck(key, check(0, 1)));
  CHECK(*store.pending(key) == std::vector{rows[1]});
  must(store.putPending(key, {}, {3, 1}));
  CHECK(store.pending(key)->empty());
}

TEST_CASE("A target keeps every device that it ran on, once") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  const DeviceRow emulated{1, "hip:O1", {"libamdhip64.so", "assay AMDGPU emulator", "gfx942"}};
  const DeviceRow real{1, "hip:O1", {"libamdhip64.so", "a GPU", "gfx942"}};
  for (const DeviceRow &row : {emulated, real, emulated})
    must(store.addDevice(row));
  CHECK(*store.devices() == std::vector{real, emulated});
}

TEST_CASE("A store of the first schema is read, gone on with and merged") {
  TemporaryFolder folder;
  {
    SQLite::Database database((folder / "old.db").string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    migrate(database, storeMigrations().first(1));
    database.exec("INSERT INTO campaigns VALUES(7, '1', 'default', '[\"cpu:O0\"]', '', '0.1.0', "
                  "'[]')");
    database.exec("INSERT INTO checks VALUES(7, 3, 0, 'mismatch', 'raw', 0, 1, 0, 0)");
    database.exec("INSERT INTO findings VALUES(7, 'raw', 'final', 1, 'mismatch', '', '', 3, "
                  "'cpu:O0', 9, 2, 'case', 0)");
  }
  for (Store::Mode mode : {Store::Mode::Read, Store::Mode::Write, Store::Mode::Read}) {
    Store old = opened(folder / "old.db", mode);
    const auto findings = old.findings();
    REQUIRE(findings);
    REQUIRE(findings->size() == 1);
    CHECK(findings->front().row.signature == "final");
    CHECK(findings->front().count == 1);
    CHECK_FALSE(findings->front().cause);
    CHECK(findings->front().frequency.isAlways());
    CHECK(old.pending(7)->empty());
    CHECK(old.coverage()->empty());
    if (mode == Store::Mode::Read)
      CHECK(old.devices()->empty());
  }
  CHECK(opened(folder / "old.db", Store::Mode::Read).devices()->empty());
  CHECK(opened(folder / "old.db", Store::Mode::Read).campaigns()->front().baseline == std::nullopt);
  fill(folder / "new.db", 1, 0);
  must(opened(folder / "new.db").merge(folder / "old.db"));
  Store old = opened(folder / "old.db");
  must(old.addDevice({1, "hip:O1", {"lib", "GPU", "gfx942"}}));
  CHECK(old.devices()->size() == 1);
}

TEST_CASE("Causes are kept with their findings, and of two stores the same one is kept") {
  TemporaryFolder folder;
  const auto causeOf = [](const char *pass) {
    Cause cause;
    cause.kind = "mismatch";
    cause.passes = {{pass, Evidence::LeftOut}};
    return cause;
  };
  const int64_t key = parameters().key();
  for (const char *name : {"a", "b"}) {
    Store store = opened(folder / (std::string(name) + ".db"));
    must(store.addCampaign(parameters()));
    must(store.putFinding(key, finding("raw", "final", true, 9)));
    must(store.putFinding(key, finding("other", "final", true, 5)));
    must(store.putCause(key, {"raw", "", "case9", causeOf(name)}));
    must(store.commit());
    REQUIRE(store.causes(key)->size() == 1);
    CHECK(store.causes(key)->front() == CauseRow{"raw", "", "case9", causeOf(name)});
    CHECK(store.causes(key + 1)->empty());
    // That of any row is that of the finding.
    REQUIRE(store.findings()->size() == 1);
    CHECK(store.findings()->front().cause->cause == causeOf(name));
  }
  must(opened(folder / "a.db").merge(folder / "b.db"));
  must(opened(folder / "b.db").merge(folder / "a.db"));
  for (const char *name : {"a.db", "b.db"})
    CHECK(opened(folder / name).causes(key)->front().cause == causeOf("a"));
}

TEST_CASE("What stays where another finding of its name is hidden counts the checks that do") {
  TemporaryFolder folder;
  const auto fill = [&](const char *name) {
    Store store = opened(folder / name);
    const int64_t key = parameters().key();
    must(store.addCampaign(parameters()));
    for (int64_t index = 0; index < 5; ++index)
      must(store.addCheck(key, check(index, 1, "mismatch", "raw")));
    must(store.addCheck(key, check(5, 0, "mismatch", "raw")));
    must(store.addCheck(key, check(6, 1)));
    FindingRow first = finding("raw", "final", true, 9);
    must(store.putFinding(key, first));
    FindingRow second = first;
    second.about = "cpu:O2,without=cse";
    second.index = 2;
    must(store.putFinding(key, second));
    // Asked: the first, which is in the other's program, two that stay, and two that do not.
    for (const auto &[index, signature] :
         std::vector<std::pair<int64_t, const char *>>{{0, "raw"}, {2, "raw"}, {3, ""}, {4, "x"}})
      must(store.addCounterfactual(key, {index, 1, second.about, signature}));
    must(store.addCounterfactual(key, {2, 1, second.about + ",without=fuse", ""}));
    must(store.commit());
    return store;
  };
  Store store = fill("a.db");
  const auto findings = *store.findings();
  REQUIRE(findings.size() == 2);
  // The check that it was found in stays its own.
  CHECK(findings[0].targets == std::vector<TargetCount>{{"cpu:O0", 1}, {"cpu:O2", 4}});
  CHECK(findings[0].counterfactual == Counterfactual{"cpu:O2,without=cse", 4, 1, 2, {{"x", 1}}});
  CHECK(
      findings[0].counterfactual->sentence() ==
      "1 of 4 programs that fail so are right on cpu:O2,without=cse, as its case is; 2 fail there "
      "as well, and are another finding; 1 shows something else there, x");
  CHECK(findings[1].targets == std::vector<TargetCount>{{"cpu:O2", 2}});
  CHECK(findings[1].counterfactual ==
        Counterfactual{"cpu:O2,without=cse,without=fuse", 1, 1, 0, {}});
  CHECK(titleOf(findings[0].row) == "final");
  CHECK(titleOf(findings[1].row) == "final (also without=cse)");
  FindingRow drawn = findings[1].row;
  drawn.target = "iree@3.13.0:vmvx:random=7"_target;
  drawn.about = "iree@3.13.0:vmvx:random=7,--what-hides";
  CHECK(titleOf(drawn) == "final (also --what-hides)");
  // Failures that may be asked for.
  const int64_t key = parameters().key();
  const auto places = [&](const FindingRow &row, int target, size_t most) {
    const auto positions = store.failuresOf(key, row, target, most);
    REQUIRE(positions);
    std::vector<int64_t> out;
    for (const Position &place : *positions)
      out.push_back(place.index);
    return out;
  };
  CHECK(places(findings[0].row, 1, 3) == std::vector<int64_t>{0, 1, 2});
  CHECK(places(findings[0].row, 0, 3) == std::vector<int64_t>{5});
  CHECK(places(findings[1].row, 1, 9) == std::vector<int64_t>{0, 2});
  // A merge keeps what both know.
  {
    Store other = fill("b.db");
    must(other.addCounterfactual(key, {1, 1, "cpu:O2,without=cse", "raw"}));
    must(other.commit());
  }
  must(store.merge(folder / "b.db"));
  CHECK(store.counterfactuals(key)->size() == 6);
  CHECK(store.findings()->at(1).count == 3);
}

TEST_CASE("A campaign with a baseline is another one, and is read back whole") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  CampaignParameters against = parameters();
  against.baseline = "cpu:O0"_target;
  CHECK(against.key() != parameters().key());
  must(store.addCampaign(parameters()));
  must(store.addCampaign(against));
  const auto campaigns = store.campaigns();
  REQUIRE(campaigns);
  CHECK(std::ranges::count(*campaigns, parameters()) == 1);
  CHECK(std::ranges::count(*campaigns, against) == 1);
}

TEST_CASE("Acceptance counts the ops of refused programs as not accepted") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  must(store.addCheck(key, check(0, 0)));
  must(store.addCheck(key, check(1, 0, "compile_failure", "compile-failure:x")));
  must(store.addCheck(key, check(2, 0, "crash", "crash:compile:SIGSEGV")));
  must(store.addCheck(key, check(3, 0, "crash", "crash:run:SIGSEGV")));
  must(store.addCheck(key, check(4, 0, "mismatch", "mismatch:unary")));
  auto unary = store.totals()->ops.at("unary"); // bit 0
  CHECK(unary.checks == 5);
  CHECK(unary.accepted == 3);
  CHECK(store.totals()->ops.at("binary").checks == 0);
}

TEST_CASE("Acceptance counts what a known failure would be, and nothing that was passed over") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  for (int i = 0; i < 4; ++i)
    must(store.addCheck(key, check(i, 0, "known", "known:bug")));
  must(store.addKnown(key, {0, 0, "bug", "compile_failure", "compile-failure:x"}));
  must(store.addKnown(key, {1, 0, "bug", "crash", "crash:compile:SIGSEGV"}));
  must(store.addKnown(key, {2, 0, "bug", "mismatch", "mismatch:unary"}));
  auto unary = store.totals()->ops.at("unary");
  CHECK(unary.checks == 3);
  CHECK(unary.accepted == 1);
}

TEST_CASE("Known bugs are counted by target, and in findings where they are reported as well") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  auto key = parameters().key();
  must(store.addCampaign(parameters()));
  must(store.addCheck(key, check(0, 0, "known", "known:rare")));
  must(store.addKnown(key, {0, 0, "rare", "mismatch", "a"}));
  must(store.addCheck(key, check(0, 1, "known", "known:often")));
  must(store.addKnown(key, {0, 1, "often", "mismatch", "a"}));
  CheckRow passedOver = check(1, 0, "known", "known:often");
  passedOver.rest = "agree";
  must(store.addCheck(key, passedOver));
  must(store.addCheck(key, check(2, 0, "mismatch", "a")));
  must(store.addKnown(key, {2, 0, "often", "mismatch", "a"}));
  must(store.addCheck(key, check(3, 0, "mismatch", "a"))); // news
  must(store.addCheck(key, check(4, 0, "mismatch", "b")));
  must(store.addOther(key, {4, 0}, "rare"));
  must(store.addOther(key, {0, 1}, "rare"));
  must(store.addOther(key, {0, 1}, "rare"));
  must(store.putFinding(key, finding("a", "final", true, 1)));
  must(store.putFinding(key, finding("b", "news", true, 2)));
  const auto tallies = store.knownTallies();
  REQUIRE(tallies);
  REQUIRE(tallies->size() == 2);
  CHECK((*tallies)[0].bug == "often");
  CHECK((*tallies)[0].failures == 2);
  CHECK((*tallies)[0].passedOver == 1);
  CHECK((*tallies)[0].restRight == 1);
  CHECK((*tallies)[0].endedKnown == 2);
  CHECK((*tallies)[0].targets == Counts{{"cpu:O0", 2}, {"cpu:O2", 1}});
  CHECK((*tallies)[1].bug == "rare");
  CHECK((*tallies)[1].failures == 1);
  CHECK((*tallies)[1].restRight == 0);
  CHECK((*tallies)[1].besideOthers == 2);
  const auto findings = store.findings();
  REQUIRE(findings);
  CHECK(findings->at(0).count == 2);
  CHECK(findings->at(0).known == Counts{{"often", 1}});
  CHECK(findings->at(1).known.empty());
}

TEST_CASE("A store from before known bugs were counted names those that it met") {
  TemporaryFolder folder;
  {
    SQLite::Database database((folder / "old.db").string(),
                              SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    migrate(database, storeMigrations().first(3));
    database.exec("INSERT INTO campaigns VALUES(7, '1', 'default', '[\"cpu:O0\"]', '', '0.1.0', "
                  "'[\"unary\"]', '')");
    database.exec("INSERT INTO checks VALUES(7, 0, 0, 'known', 'known:bug', 1, 0, 0, 0)");
  }
  for (Store::Mode mode : {Store::Mode::Read, Store::Mode::Write}) {
    Store store = opened(folder / "old.db", mode);
    const auto tallies = store.knownTallies();
    INFO((tallies ? "" : tallies.error().message));
    REQUIRE(tallies);
    CHECK(tallies->at(0).bug == "bug");
    CHECK(tallies->at(0).failures == 1);
    CHECK(store.totals()->ops.at("unary").accepted == 1);
  }
}

TEST_CASE("Merging is idempotent and commutative, rows that differ included") {
  TemporaryFolder folder;
  for (uint64_t otherSeed : {1, 2}) {
    auto name = [&](const char *stem) {
      return folder / (stem + std::to_string(otherSeed) + ".db");
    };
    for (const char *copy : {"a", "a'"})
      fill(name(copy), 1, 0);
    for (const char *copy : {"b", "b'"})
      fill(name(copy), otherSeed, 1);
    must(opened(name("a")).merge(name("b")));
    must(opened(name("b'")).merge(name("a'")));
    CHECK(dump(name("a")) == dump(name("b'")));
    CHECK(std::filesystem::exists(Paths(name("a")).caseFile("case11")));
    CHECK(std::filesystem::exists(Paths(name("b'")).caseFile("case10")));

    std::string once = dump(name("a"));
    must(opened(name("a")).merge(name("b")));
    must(opened(name("a")).merge(name("b'")));
    CHECK(dump(name("a")) == once);
  }
}

namespace {

CoverageRow covered(const char *name, int64_t tries, int64_t successes, int64_t programs,
                    std::optional<int64_t> first) {
  return {0, "", {CoveragePoint::Kind::Pattern, name, "t.a"}, tries, successes, programs, first};
}

/// The rows but for their targets, which are `target`.
std::vector<CoverageRow> on(const char *target, std::vector<CoverageRow> rows) {
  for (CoverageRow &row : rows)
    row.target = target;
  return rows;
}

std::vector<CoverageRow> coverageOf(const Store &store) {
  auto rows = store.coverage();
  REQUIRE(rows);
  return coverageOverCampaigns(*rows);
}

} // namespace

TEST_CASE("Coverage of one target grows with its checks, apart from others'") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  must(store.addCampaign(parameters()));
  const int64_t key = parameters().key();
  for (const auto &row : {covered("Fold", 5, 0, 0, {}), covered("Fold", 4, 3, 2, 7),
                          covered("Fold", 1, 1, 1, 9), covered("Never", 2, 0, 0, {})})
    must(store.addCoverage(key, 1, row));
  const CoverageRow other = covered("Fold", 1, 1, 1, 0);
  must(store.addCoverage(key, 0, other));
  must(store.commit());
  auto expected = on("cpu:O0", {other});
  for (const CoverageRow &row :
       on("cpu:O2", {covered("Fold", 10, 4, 3, 7), covered("Never", 2, 0, 0, {})}))
    expected.push_back(row);
  CHECK(coverageOf(store) == expected);
}

TEST_CASE("Coverage of one campaign in two stores is not counted twice, and that of two is added") {
  TemporaryFolder folder;
  const auto fill = [&](const char *file, uint64_t seed, const CoverageRow &row) {
    Store store = opened(folder / file);
    must(store.addCampaign(parameters(seed)));
    must(store.addCoverage(parameters(seed).key(), 1, row));
    must(store.commit());
  };
  fill("short.db", 1, covered("Fold", 3, 0, 0, {}));
  fill("long.db", 1, covered("Fold", 9, 2, 1, 6));
  fill("other.db", 2, covered("Fold", 10, 5, 4, 3));
  for (const char *target : {"short.db", "long.db"}) {
    Store store = opened(folder / target);
    for (const char *source : {"short.db", "long.db", "long.db"})
      if (std::string_view(source) != target)
        must(store.merge(folder / source));
    CHECK(coverageOf(store) == on("cpu:O2", {covered("Fold", 9, 2, 1, 6)}));
  }
  Store store = opened(folder / "long.db");
  const auto apart = [&](const char *file) {
    return *opened(folder / file, Store::Mode::Read).coverage();
  };
  std::vector<CoverageRow> rows = apart("short.db");
  for (const char *file : {"other.db", "long.db", "other.db"})
    std::ranges::copy(apart(file), std::back_inserter(rows));
  must(store.merge(folder / "other.db"));
  CHECK(coverageOf(store) == on("cpu:O2", {covered("Fold", 19, 7, 5, 3)}));
  CHECK(coverageOverCampaigns(rows) == coverageOf(store));
}

TEST_CASE("Two processes do not write one store") {
  TemporaryFolder folder;
  Store first = opened(folder / "a.db");
  CHECK_THAT(messageOf(folder / "a.db"), Catch::Contains("in use"));
  Store reader = opened(folder / "a.db", Store::Mode::Read);
}

TEST_CASE("A store that is not there is made for writing, and an error for reading") {
  TemporaryFolder folder;
  CHECK_THAT(messageOf(folder / "a.db", Store::Mode::Read), Catch::Contains("no store"));
  CHECK_FALSE(std::filesystem::exists(folder / "a.db"));
  opened(folder / "deep/er/a.db");
}

TEST_CASE("Reading a store leaves nothing beside it") {
  TemporaryFolder folder;
  const std::filesystem::path path = folder / "a.db";
  opened(path);
  CHECK(opened(path, Store::Mode::Read).campaigns());
  CHECK_FALSE(std::filesystem::exists(path.string() + "-wal"));
  CHECK_FALSE(std::filesystem::exists(path.string() + "-shm"));
}

TEST_CASE("Files that are no stores are refused and not touched") {
  TemporaryFolder folder;
  auto path = folder / "x.db";
  SECTION("text") {
    write(path, std::string(5000, 'x'));
    CHECK_THAT(messageOf(path), Catch::Contains("no store of assay"));
  }
  SECTION("a short text") {
    write(path, "hello");
    CHECK_THAT(messageOf(path), Catch::Contains("no store of assay"));
  }
  SECTION("a database of another program") {
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
        .exec("CREATE TABLE theirs(x)");
    CHECK_THAT(messageOf(path), Catch::Contains("another program"));
  }
  SECTION("a store of a newer version") {
    opened(path);
    SQLite::Database(path.string(), SQLite::OPEN_READWRITE).exec("PRAGMA user_version = 99");
    CHECK_THAT(messageOf(path), Catch::Contains("newer assay (schema 99"));
  }
  const std::filesystem::path cases = Paths(path).cases();
  const bool hadCases = exists(cases);
  std::string before = contentOf(path);
  (void)Store::open(path, Store::Mode::Write);
  (void)Store::open(path, Store::Mode::Read);
  CHECK(contentOf(path) == before);
  CHECK(exists(cases) == hadCases);
}

TEST_CASE("An empty file becomes a store") {
  TemporaryFolder folder;
  write(folder / "a.db", "");
  opened(folder / "a.db");
}

TEST_CASE("A damaged store is refused with a sentence, and not touched") {
  TemporaryFolder folder;
  auto path = folder / "a.db";
  {
    Store store = opened(path);
    must(store.addCampaign(parameters()));
    for (int i = 0; i < 3000; ++i)
      must(store.addCheck(parameters().key(), check(i, 0)));
    must(store.commit());
  }
  std::string whole = contentOf(path);
  SECTION("truncated") { write(path, whole.substr(0, whole.size() / 2)); }
  SECTION("truncated in the middle of a page") {
    write(path, whole.substr(0, whole.size() / 2 + 99));
  }
  SECTION("overwritten in the middle") {
    std::string broken = whole;
    broken.replace(broken.size() / 2, 6000, std::string(6000, '\xa5'));
    write(path, broken);
  }
  std::string before = contentOf(path);
  CHECK_THAT(messageOf(path), Catch::Contains("damaged"));
  CHECK_THAT(messageOf(path, Store::Mode::Read), Catch::Contains("damaged"));
  CHECK(contentOf(path) == before);
}

TEST_CASE("What a kill left in the middle of a write is undone") {
  TemporaryFolder folder;
  const auto path = folder / "a.db";
  fill(path, 1, 0);
  const std::string whole = dump(path);
  {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec("PRAGMA journal_mode = DELETE");
    database.exec("PRAGMA cache_size = 1");
    database.exec("BEGIN");
    database.exec("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) "
                  "INSERT INTO samples SELECT 'x', i, i FROM n");
    for (const char *copy : {"read", "merge", "write"})
      for (const char *suffix : {".db", ".db-journal"})
        std::filesystem::copy_file(folder / (std::string("a") + suffix),
                                   folder / (copy + std::string(suffix)));
    database.exec("ROLLBACK");
  }
  using Mode = Store::Mode;
  for (const auto &[copy, mode] :
       {std::pair("read.db", Mode::Read), std::pair("merge.db", Mode::Merge),
        std::pair("write.db", Mode::Write)}) {
    CHECK(opened(folder / copy, mode).campaigns()->size() == 1);
    CHECK(dump(folder / copy) == whole);
  }
}

TEST_CASE("Migrations run in order, once, and keep what is there") {
  TemporaryFolder folder;
  SQLite::Database database((folder / "m.db").string(),
                            SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  constexpr std::string_view all[] = {"CREATE TABLE t(x); INSERT INTO t VALUES(1)",
                                      "ALTER TABLE t ADD y DEFAULT 5; INSERT INTO t VALUES(2, 6)"};
  migrate(database, std::span(all).first(1));
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == 1);
  migrate(database, all);
  migrate(database, all);
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == 2);
  CHECK(database.execAndGet("SELECT group_concat(x || ':' || y) FROM t").getString() == "1:5,2:6");
}

TEST_CASE("Migrations of which one fails leave the version that was there") {
  TemporaryFolder folder;
  SQLite::Database database((folder / "m.db").string(),
                            SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  constexpr std::string_view all[] = {"CREATE TABLE t(x)", "CREATE TABLE u(x)",
                                      "CREATE TABLE v(x); CREATE TABLE t(x)"};
  migrate(database, std::span(all).first(1));
  CHECK_THROWS(migrate(database, all));
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == 1);
  CHECK_FALSE(database.tableExists("u"));
  CHECK_FALSE(database.tableExists("v"));
}

TEST_CASE("Campaigns that differ in anything have different keys") {
  auto base = parameters();
  std::set<int64_t> keys = {base.key()};
  auto add = [&](auto change) {
    auto other = base;
    change(other);
    CHECK(keys.insert(other.key()).second);
  };
  add([](auto &other) { other.seed = 2; });
  add([](auto &other) { other.profile = "small"; });
  add([](auto &other) { other.targets = {"cpu:O0,cpu:O2"_target}; });
  add([](auto &other) { other.targets = {"cpu:O2"_target, "cpu:O0"_target}; });
  add([](auto &other) { other.inject = "fault"; });
  add([](auto &other) { other.version = "0.2.0"; });
}

TEST_CASE("A campaign's key is the one that stores were written with") {
  CHECK(CampaignParameters{98001, "default", {"cpu:O0"_target}, "", "0.1.0"}.key() ==
        2179036152489669777);
  CHECK(
      CampaignParameters{98002, "default", {"hip:O1"_target, "hip:O0"_target}, "", "0.1.0"}.key() ==
      5771120962246267048);
}

TEST_CASE("What came of sources adds up, and is gone of a store from before") {
  TemporaryFolder folder;
  auto path = folder / "a.db";
  const int64_t key = parameters().key();
  {
    Store store = opened(path);
    must(store.addCampaign(parameters()));
    must(store.addSource({key, 0, 3, 10, 1.5, {{11, 2}, {12, 1}}}));
    must(store.addSource({key, 0, 3, 20, 0.5, {{11, 4}}}));
    must(store.addSource({key, 1, 3, 5, 0.25, {}}));
    must(store.commit());
  }
  auto rows = opened(path, Store::Mode::Read).sources();
  REQUIRE(rows);
  CHECK(*rows ==
        std::vector<SourceRow>{{key, 0, 3, 30, 2.0, {{11, 6}, {12, 1}}}, {key, 1, 3, 5, 0.25, {}}});
  {
    SQLite::Database database(path.string(), SQLite::OPEN_READWRITE);
    database.exec("DROP TABLE sources");
  }
  CHECK(opened(path, Store::Mode::Read).sources()->empty());
}

TEST_CASE("What a campaign watches is kept, and is part of what it is") {
  TemporaryFolder folder;
  auto path = folder / "a.db";
  CampaignParameters campaign = parameters();
  campaign.watch = {Metric::Transposes, Metric::Bytes};
  {
    Store store = opened(path);
    must(store.addCampaign(campaign));
    must(store.commit());
  }
  CHECK(*opened(path, Store::Mode::Read).campaigns() == std::vector{campaign});
  CHECK(parameters().key() != campaign.key());
}

TEST_CASE("A campaign's plan and list of known bugs are kept, and are part of what it is") {
  TemporaryFolder folder;
  auto path = folder / "a.db";
  CampaignParameters campaign = parameters();
  campaign.profile = "plan-0123456789abcdef";
  campaign.plan = "{}";
  campaign.known = "0123";
  {
    Store store = opened(path);
    must(store.addCampaign(campaign));
    must(store.commit());
  }
  CHECK(*opened(path, Store::Mode::Read).campaigns() == std::vector{campaign});
  CampaignParameters other = campaign;
  other.known = "none";
  CHECK(other.key() != campaign.key());
}
