#include "campaign/Store.h"
#include "campaign/Paths.h"
#include "campaign/Schema.h"
#include "campaign/Summary.h"
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
  return {seed, "default", {"cpu:O0", "cpu:O2"}, "", "0.1.0"};
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
  row.target = "cpu:O2";
  row.size = size;
  row.caseName = "case" + std::to_string(size);
  return row;
}

Store opened(const std::filesystem::path &path, Store::Mode mode = Store::Mode::Write) {
  auto store = Store::open(path, mode);
  REQUIRE(store);
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
  for (const char *table : {"campaigns", "checks", "findings", "sessions", "samples", "devices"}) {
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
  must(store.addDevice({key, "hip:O1", {"lib", "GPU", machine ? "gfx90a" : "gfx942"}}));
  must(store.addDevice({key, "hip:O0", {"lib", "GPU", "gfx942"}}));
  must(store.addSample({"shared", 1, 7 + machine}));
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
    database.exec("INSERT INTO campaigns VALUES(7, '1', 'default', '[]', '', '0.1.0', '[]')");
  }
  CHECK(opened(folder / "old.db", Store::Mode::Read).devices()->empty());
  CHECK(opened(folder / "old.db", Store::Mode::Read).campaigns()->front().baseline.empty());
  fill(folder / "new.db", 1, 0);
  must(opened(folder / "new.db").merge(folder / "old.db"));
  Store old = opened(folder / "old.db");
  must(old.addDevice({1, "hip:O1", {"lib", "GPU", "gfx942"}}));
  CHECK(old.devices()->size() == 1);
}

TEST_CASE("A campaign with a baseline is another one, and is read back whole") {
  TemporaryFolder folder;
  Store store = opened(folder / "a.db");
  CampaignParameters against = parameters();
  against.baseline = "cpu:O0";
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
  std::string before = contentOf(path);
  (void)Store::open(path, Store::Mode::Write);
  (void)Store::open(path, Store::Mode::Read);
  CHECK(contentOf(path) == before);
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

TEST_CASE("A migration that fails leaves the version before it whole") {
  TemporaryFolder folder;
  SQLite::Database database((folder / "m.db").string(),
                            SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
  constexpr std::string_view all[] = {"CREATE TABLE t(x)", "CREATE TABLE u(x); CREATE TABLE t(x)"};
  CHECK_THROWS(migrate(database, all));
  CHECK(database.execAndGet("PRAGMA user_version").getInt() == 1);
  CHECK_FALSE(database.tableExists("u"));
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
  add([](auto &other) { other.targets = {"cpu:O0,cpu:O2"}; });
  add([](auto &other) { other.targets = {"cpu:O2", "cpu:O0"}; });
  add([](auto &other) { other.inject = "fault"; });
  add([](auto &other) { other.version = "0.2.0"; });
}
