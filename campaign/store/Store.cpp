#include "campaign/store/Store.h"

#include "campaign/store/Paths.h"
#include "campaign/store/StoreState.h"
#include "check/CauseJson.h"
#include "support/Hash.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <sqlite3.h>
#include <utility>

using nlohmann::json;

namespace assay {
namespace fs = std::filesystem;

std::vector<std::string> textsOf(std::span<const TargetName> targets) {
  std::vector<std::string> texts;
  for (const TargetName &target : targets)
    texts.push_back(target.text());
  return texts;
}

int64_t pointKey(const CoveragePoint &point) {
  return static_cast<int64_t>(
      hash64(fmt::format("{}\n{}\n{}", nameOf(point.kind), point.name, point.root)) >> 1);
}

TargetName targetFromStore(const std::string &text) {
  auto name = TargetName::parse(text);
  if (!name)
    throw SQLite::Exception(name.error().message);
  return std::move(*name);
}

std::string differences(const CampaignParameters &there, const CampaignParameters &here) {
  std::vector<std::string> out;
  auto add = [&](const char *what, const auto &a, const auto &b) {
    if (a != b)
      out.push_back(fmt::format("{} {} there, {} here", what, a, b));
  };
  add("seed", there.seed, here.seed);
  add(there.plan.empty() && here.plan.empty() ? "profile" : "plan or profile", there.profile,
      here.profile);
  add("targets", fmt::format("{}", fmt::join(textsOf(there.targets), ",")),
      fmt::format("{}", fmt::join(textsOf(here.targets), ",")));
  auto addOptional = [&](const char *what, const std::string &a, const std::string &b) {
    add(what, a.empty() ? "none" : a, b.empty() ? "none" : b);
  };
  addOptional("fault", there.inject, here.inject);
  const auto text = [](const std::optional<TargetName> &name) { return name ? name->text() : ""; };
  addOptional("baseline", text(there.baseline), text(here.baseline));
  addOptional("watch", textOf(there.watch), textOf(here.watch));
  add("version", there.version, here.version);
  addOptional("list of known bugs", there.known.substr(0, 8), here.known.substr(0, 8));
  return fmt::format("{}", fmt::join(out, "; "));
}

int64_t CampaignParameters::key() const {
  json identity = {seed, profile, textsOf(targets), inject, version};
  // Without these, as before there were any. A plan is named by its content.
  if (baseline)
    identity.push_back(baseline->text());
  if (!known.empty())
    identity.push_back({{"known", known}});
  if (!watch.empty())
    identity.push_back({{"watch", textOf(watch)}});
  return static_cast<int64_t>(hash64(identity.dump()) >> 1);
}

Error damagedStore(const fs::path &path, std::string_view why) {
  // SQLite's checks begin with a line that says which of the databases it is.
  const size_t heading = why.starts_with("*** in database") ? why.find('\n') : why.npos;
  std::string line(heading == why.npos ? why : why.substr(heading + 1));
  std::ranges::replace(line, '\n', ' ');
  return {fmt::format("the store {} is damaged ({}); take a copy of it from elsewhere, or begin a "
                      "new one",
                      path.string(), line)};
}

Error storeError(const fs::path &path, const SQLite::Exception &exception) {
  std::string where = path.string();
  switch (exception.getErrorCode()) {
  case SQLITE_NOTADB:
    return {fmt::format("{} is no store of assay; name another file", where)};
  case SQLITE_CORRUPT:
    return damagedStore(path, exception.what());
  case SQLITE_FULL:
  case SQLITE_IOERR:
    return {
        fmt::format("cannot write to the store {} ({}); free some space there and give the same "
                    "command again to go on: nothing is lost",
                    where, exception.what())};
  case SQLITE_CANTOPEN:
  case SQLITE_READONLY:
  case SQLITE_PERM:
    return {
        fmt::format("cannot open the store {} ({}); check the folder and its permissions, or name "
                    "another file",
                    where, exception.what())};
  case SQLITE_BUSY:
  case SQLITE_LOCKED:
    return {fmt::format("the store {} is in use; wait for the other process, or name another file",
                        where)};
  default:
    return {
        fmt::format("the store {} gave an error: {}; take a copy of it from elsewhere, or begin "
                    "a new one",
                    where, exception.what())};
  }
}

bool hasColumn(SQLite::Database &database, const char *table, const char *column) {
  SQLite::Statement query(database, "SELECT COUNT(*) FROM pragma_table_info(?) WHERE name = ?");
  SQLite::bind(query, table, column);
  query.executeStep();
  return query.getColumn(0).getInt() > 0;
}

namespace {

/// How a store is named to SQLite that is only read. That of a session which ended in good order
/// has no log or journal beside it, and needs none: its folder may be one that nobody can write to.
std::string readOnlyUri(const fs::path &path) {
  std::string uri = "file:";
  for (const char c : fs::absolute(path).string())
    uri += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", c) : std::string(1, c);
  std::error_code ignored;
  const bool isWhole = !fs::exists(path.string() + "-wal", ignored) &&
                       !fs::exists(path.string() + "-journal", ignored);
  return uri + (isWhole ? "?immutable=1" : "?mode=ro");
}

using DatabasePointer = std::unique_ptr<SQLite::Database>;

DatabasePointer openAs(const std::string &name, int flags) {
  auto database = std::make_unique<SQLite::Database>(name, flags, busyMilliseconds);
  database->execAndGet("PRAGMA schema_version"); // what is wrong with the file shows here
  return database;
}

/// Without a change of the file. A campaign may go on writing meanwhile, but for a merge.
DatabasePointer openReadOnly(const fs::path &path, Store::Mode mode) {
  if (mode != Store::Mode::Merge)
    try {
      return openAs(path.string(), SQLite::OPEN_READONLY);
    } catch (const SQLite::Exception &exception) {
      // SQLite writes a log beside what others may write to: not in such a folder.
      if (exception.getErrorCode() != SQLITE_CANTOPEN)
        throw;
    }
  return openAs(readOnlyUri(path), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
}

/// The same of what is a store. Whoever may write takes the log away again.
DatabasePointer openToRead(const fs::path &path) {
  try {
    auto database = openAs(path.string(), SQLite::OPEN_READWRITE);
    database->exec("PRAGMA query_only = 1");
    return database;
  } catch (const SQLite::Exception &) {
    return openReadOnly(path, Store::Mode::Read);
  }
}

DatabasePointer openToWrite(const fs::path &path) {
  auto database =
      openAs(path.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE | SQLite::OPEN_URI);
  database->exec("PRAGMA journal_mode = WAL");
  database->exec("PRAGMA synchronous = NORMAL");
  migrate(*database, storeMigrations());
  return database;
}

/// What SQLite finds wrong first, else "ok": indices as well, by which findings are counted. Takes
/// 0.3 s for a million programs.
std::string problemIn(SQLite::Database &database) {
  return database.execAndGet("PRAGMA integrity_check(1)").getString();
}

/// Everything that can be found wrong without changing the file.
Expected<void> inspect(const fs::path &path, Store::Mode mode) {
  const bool isMerged = mode == Store::Mode::Merge;
  const DatabasePointer opened = openReadOnly(path, mode);
  SQLite::Database &database = *opened;
  int application = database.execAndGet("PRAGMA application_id").getInt();
  int version = database.execAndGet("PRAGMA user_version").getInt();
  int tables = database.execAndGet("SELECT COUNT(*) FROM sqlite_schema").getInt();
  if (application == 0 && version == 0 && tables == 0)
    return {}; // an empty file, or one that was killed before its first table
  if (application != storeApplicationId)
    return Error{
        fmt::format("{} is a database of another program; name another file", path.string())};
  int known = static_cast<int>(storeMigrations().size());
  if (version > known)
    return Error{
        fmt::format("the store {} was written by a newer assay (schema {}, this one knows {}); "
                    "use that version",
                    path.string(), version, known)};
  if (isMerged && version < known)
    return Error{fmt::format("the store {} was written by an older assay (schema {}, this one has "
                             "{}); merge it with that version",
                             path.string(), version, known)};
  if (const std::string problem = problemIn(database); problem != "ok")
    return damagedStore(path, problem);
  return {};
}

/// Takes away the empty log that SQLite lays beside what it only reads, if it may: the last that
/// closes the store does so.
bool removeEmptyLog(const fs::path &path) try {
  openAs(path.string(), SQLite::OPEN_READWRITE);
  return true;
} catch (const SQLite::Exception &) {
  return false;
}

/// The same of what a kill may have left in the middle of a write, which is undone first: that
/// takes more than reading.
Expected<void> recoverAndInspect(const fs::path &path, Store::Mode mode) {
  std::error_code ignored;
  const bool hadLog = fs::exists(path.string() + "-wal", ignored);
  const auto leaveAsItWas = [&] {
    if (!hadLog && fs::exists(path.string() + "-wal", ignored))
      (void)removeEmptyLog(path);
  };
  try {
    auto inspected = inspect(path, mode);
    if (!inspected)
      leaveAsItWas();
    return inspected;
  } catch (const SQLite::Exception &exception) {
    if (exception.getErrorCode() != SQLITE_READONLY) {
      leaveAsItWas();
      throw;
    }
  }
  openAs(path.string(), SQLite::OPEN_READWRITE);
  return inspect(path, mode);
}

/// Holds the folder of cases for as long as the result is open: one writer at a time, or any number
/// of merges. Nothing is held of a store that is only read and has no cases.
Expected<FolderLock> lockFolder(const Paths &paths, Store::Mode mode) {
  std::error_code failure;
  if (mode == Store::Mode::Write)
    fs::create_directories(paths.cases(), failure);
  else if (!fs::exists(paths.cases(), failure))
    return FolderLock();
  FolderLock folder(paths.cases());
  if (!folder.isOpen())
    return Error{
        fmt::format("cannot make the folder {} ({}); check its permissions, or name another "
                    "file",
                    paths.cases().string(), failure ? failure.message() : strerror(errno))};
  const bool isWriter = mode == Store::Mode::Write;
  if (!(isWriter ? folder.tryHold() : folder.tryShare()))
    return Error{fmt::format("the store {} is in use; wait for the other process{}",
                             paths.store().string(), isWriter ? ", or name another file" : "")};
  return folder;
}

} // namespace

Store::Store(std::unique_ptr<State> state) : state(std::move(state)) {}
Store::Store(Store &&) noexcept = default;
Store &Store::operator=(Store &&) noexcept = default;
Store::~Store() = default;

const fs::path &Store::path() const { return state->path; }

Expected<Store> Store::open(const fs::path &path, Mode mode) try {
  auto state = std::make_unique<State>();
  state->path = path;
  std::error_code ignored;
  bool exists = fs::exists(path, ignored);
  if (!exists && mode != Mode::Write)
    return Error{
        fmt::format("there is no store {}; `assay fuzz --store` makes one", path.string())};
  if (fs::is_directory(path, ignored))
    return Error{fmt::format("{} is a folder; name a file in it", path.string())};
  if (exists && !fs::is_regular_file(path, ignored))
    return Error{fmt::format("{} is no file that can hold a store; name another", path.string())};
  // What is no store gets no folder either.
  if (exists && mode == Mode::Write && !fs::exists(Paths(path).cases(), ignored))
    ASSAY_TRY(recoverAndInspect(path, mode));
  if (mode != Mode::Read) {
    auto lock = lockFolder(Paths(path), mode);
    if (!lock)
      return lock.error();
    state->lock = std::move(*lock);
  }
  if (exists)
    ASSAY_TRY(recoverAndInspect(path, mode));
  state->database = mode == Mode::Write  ? openToWrite(path)
                    : mode == Mode::Read ? openToRead(path)
                                         : openReadOnly(path, mode);
  if (mode != Mode::Write && !state->database->tableExists("campaigns"))
    return Error{
        fmt::format("the store {} is empty; `assay fuzz --store` fills it", path.string())};
  return Store(std::move(state));
} catch (const SQLite::Exception &exception) {
  return storeError(path, exception);
}

bool Store::isDamaged(const fs::path &path) try {
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored))
    return false;
  return problemIn(*openReadOnly(path, Mode::Read)) != "ok";
} catch (const SQLite::Exception &exception) {
  return exception.getErrorCode() == SQLITE_NOTADB || exception.getErrorCode() == SQLITE_CORRUPT;
}

Expected<std::vector<CampaignParameters>> Store::campaigns() const {
  return state->guard([&] {
    std::vector<CampaignParameters> out;
    const auto column = [&](const char *name) {
      return hasColumn(*state->database, "campaigns", name) ? name : "''";
    };
    SQLite::Statement query(
        *state->database,
        fmt::format("SELECT seed, profile, targets, inject, version, {}, {}, {}, {} FROM campaigns "
                    "ORDER BY key",
                    column("baseline"), column("plan"), column("known"), column("watch")));
    while (query.executeStep()) {
      CampaignParameters campaign;
      campaign.seed = std::stoull(query.getColumn(0).getString());
      campaign.profile = query.getColumn(1).getString();
      for (const std::string target : json::parse(query.getColumn(2).getString()))
        campaign.targets.push_back(targetFromStore(target));
      campaign.inject = query.getColumn(3).getString();
      campaign.version = query.getColumn(4).getString();
      if (const std::string baseline = query.getColumn(5); !baseline.empty())
        campaign.baseline = targetFromStore(baseline);
      campaign.plan = query.getColumn(6).getString();
      campaign.known = query.getColumn(7).getString();
      auto watch = metricsFrom(query.getColumn(8).getString());
      if (!watch)
        throw SQLite::Exception(watch.error().message);
      campaign.watch = std::move(*watch);
      out.push_back(std::move(campaign));
    }
    return out;
  });
}

Expected<void> Store::addCampaign(const CampaignParameters &parameters) {
  return state->write([&] {
    json ops = json::array();
    for (OpKind kind : allOpKinds)
      ops.push_back(name(kind));
    SQLite::Statement insert(*state->database,
                             "INSERT OR IGNORE INTO campaigns VALUES(?,?,?,?,?,?,?,?,?,?,?)");
    SQLite::bind(insert, parameters.key(), std::to_string(parameters.seed), parameters.profile,
                 json(textsOf(parameters.targets)).dump(), parameters.inject, parameters.version,
                 ops.dump(), parameters.baseline ? parameters.baseline->text() : "",
                 parameters.plan, parameters.known, textOf(parameters.watch));
    insert.exec();
  });
}

Expected<void> Store::putShard(int64_t campaign, const Shard &shard, bool isEnded) {
  return state->write([&] {
    SQLite::Statement insert(*state->database, "INSERT OR REPLACE INTO shards VALUES(?,?,?,?)");
    SQLite::bind(insert, campaign, shard.index, shard.count, isEnded ? 1 : 0);
    insert.exec();
  });
}

Expected<std::vector<Shard>> Store::shards(int64_t campaign, Shards which) const {
  return state->guard([&] {
    // What is only read may have been written before there were any.
    const bool areAll = which == Shards::All;
    if (!state->database->tableExists("shards"))
      return areAll ? std::vector<Shard>{Shard()} : std::vector<Shard>();
    if (!areAll && !hasColumn(*state->database, "shards", "ended"))
      return std::vector<Shard>();
    std::vector<Shard> out;
    SQLite::Statement query(*state->database,
                            fmt::format("SELECT shard, shards FROM shards WHERE campaign = ? {} "
                                        "ORDER BY shards, shard",
                                        areAll ? "" : "AND ended = 0"));
    query.bind(1, campaign);
    while (query.executeStep())
      out.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getInt64()});
    return out;
  });
}

Expected<void> Store::addCheck(int64_t campaign, const CheckRow &row) {
  return state->write([&] {
    if (!state->insertCheck)
      state->insertCheck = std::make_unique<SQLite::Statement>(
          *state->database, "INSERT OR IGNORE INTO checks VALUES(?,?,?,?,?,?,?,?,?,?,?,?)");
    SQLite::Statement &insert = *state->insertCheck;
    insert.reset();
    SQLite::bind(insert, campaign, row.index, row.target, row.verdict, row.signature,
                 static_cast<int64_t>(row.ops), row.exact, row.bounded, row.inconclusive,
                 row.frequency.found, row.frequency.checks, row.rest);
    insert.exec();
  });
}

Expected<void> Store::addKnown(int64_t campaign, const KnownRow &row) {
  return state->write([&] {
    SQLite::Statement insert(*state->database, "INSERT OR IGNORE INTO known VALUES(?,?,?,?,?,?)");
    SQLite::bind(insert, campaign, row.index, row.target, row.bug, row.verdict, row.signature);
    insert.exec();
  });
}

Expected<void> Store::addOther(int64_t campaign, Position place, const std::string &bug) {
  return state->write([&] {
    SQLite::Statement insert(*state->database, "INSERT OR IGNORE INTO others VALUES(?,?,?,?)");
    SQLite::bind(insert, campaign, place.index, place.target, bug);
    insert.exec();
  });
}

Expected<void> Store::putFinding(int64_t campaign, const FindingRow &row) {
  return state->write([&] {
    SQLite::Statement insert(
        *state->database,
        "INSERT OR REPLACE INTO findings VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
    SQLite::bind(insert, campaign, row.raw, row.about, row.signature, int(row.reduced), row.verdict,
                 row.detail, row.outcome, row.index, row.target.text(), row.size, row.ops,
                 row.caseName, int(row.lit), json(row.structures).dump(), row.deferredBehind,
                 row.reducedTarget ? row.reducedTarget->text() : "", row.unreduced);
    insert.exec();
    state->namesCases = true;
  });
}

Expected<void> Store::putCause(int64_t campaign, const CauseRow &row) {
  return state->write([&] {
    SQLite::Statement insert(*state->database, "INSERT OR REPLACE INTO causes VALUES(?,?,?,?,?)");
    SQLite::bind(insert, campaign, row.raw, row.about, row.caseName,
                 toJson(row.cause).dump(-1, ' ', false, json::error_handler_t::replace));
    insert.exec();
  });
}

Expected<void> Store::addCounterfactual(int64_t campaign, const CounterfactualRow &row) {
  return state->write([&] {
    SQLite::Statement insert(*state->database,
                             "INSERT OR REPLACE INTO counterfactuals VALUES(?,?,?,?,?)");
    SQLite::bind(insert, campaign, row.index, row.target, row.hidingTarget, row.signature);
    insert.exec();
  });
}

Expected<void> Store::putPending(int64_t campaign, std::span<const PendingRow> rows,
                                 Position from) {
  return state->write([&] {
    SQLite::Statement past(*state->database,
                           "DELETE FROM pending WHERE campaign = ? AND (idx, target) < (?, ?)");
    SQLite::bind(past, campaign, from.index, from.target);
    past.exec();
    SQLite::Statement insert(*state->database,
                             "INSERT OR REPLACE INTO pending VALUES(?,?,?,?,?,?,?,?,?,?,?,?)");
    for (const PendingRow &row : rows) {
      insert.reset();
      SQLite::bind(insert, campaign, row.index, row.target, row.reply, int(row.settled), row.first,
                   row.firstTarget, row.end);
      int column = 9;
      for (const auto &text : {&KnownRow::bug, &KnownRow::verdict, &KnownRow::signature})
        row.known ? insert.bind(column++, (*row.known).*text) : insert.bind(column++);
      insert.bind(column, nlohmann::json(row.others).dump());
      insert.exec();
    }
  });
}

Expected<void> Store::putSession(int64_t campaign, const SessionRow &row) {
  return state->write([&] {
    SQLite::Statement insert(*state->database,
                             "INSERT OR REPLACE INTO sessions VALUES(?,?,?,?,?,?,?,?,?)");
    SQLite::bind(insert, row.id, campaign, row.jobs, row.seconds, row.stages.generate,
                 row.stages.oracle, row.stages.compile, row.stages.run, row.stages.compare);
    insert.exec();
  });
}

Expected<void> Store::addSample(const ThroughputSample &sample) {
  return state->write([&] {
    SQLite::Statement insert(*state->database, "INSERT OR REPLACE INTO samples VALUES(?,?,?)");
    SQLite::bind(insert, sample.session, sample.second, sample.programs);
    insert.exec();
  });
}

Expected<void> Store::addDevice(const DeviceRow &row) {
  return state->write([&] {
    SQLite::Statement insert(*state->database, "INSERT OR IGNORE INTO devices VALUES(?,?,?,?,?)");
    SQLite::bind(insert, row.campaign, row.target, row.device.library, row.device.name,
                 row.device.chip);
    insert.exec();
  });
}

Expected<void> Store::addCoverage(int64_t campaign, int target, const CoverageRow &row) {
  return state->write([&] {
    if (!state->insertCoverage)
      state->insertCoverage = std::make_unique<SQLite::Statement>(
          *state->database,
          "INSERT INTO coverage VALUES(?,?,?,?,?,?,?,?,?,?) ON CONFLICT DO UPDATE SET "
          "tries = tries + excluded.tries, successes = successes + excluded.successes, "
          "programs = programs + excluded.programs, first = COALESCE(first, excluded.first)");
    SQLite::Statement &insert = *state->insertCoverage;
    insert.reset();
    SQLite::bind(insert, campaign, row.shard, target, std::string(nameOf(row.point.kind)),
                 row.point.name, row.point.root, row.tries, row.successes, row.programs);
    row.first ? insert.bind(10, *row.first) : insert.bind(10);
    insert.exec();
  });
}

Expected<void> Store::addSource(const SourceRow &row) {
  return state->write([&] {
    SQLite::Statement source(*state->database,
                             "INSERT INTO sources VALUES(?,?,?,?,?,?) ON CONFLICT DO UPDATE SET "
                             "programs = programs + excluded.programs, "
                             "seconds = seconds + excluded.seconds");
    SQLite::bind(source, row.campaign, row.shard, row.target, row.source, row.programs,
                 row.seconds);
    source.exec();
    SQLite::Statement point(*state->database,
                            "INSERT INTO coverage_by_source VALUES(?,?,?,?,?,?) ON CONFLICT DO "
                            "UPDATE SET programs = programs + excluded.programs");
    for (const auto &[key, programs] : row.points) {
      point.reset();
      SQLite::bind(point, row.campaign, row.shard, row.target, row.source, key, programs);
      point.exec();
    }
  });
}

Expected<void> Store::commit() {
  return state->guard([&] {
    if (state->transaction)
      state->transaction->commit();
    state->transaction.reset();
    // Files go that no case names any more, which a loss of power must not bring to mind again. Of
    // the rest it may take what is not on the disk yet.
    if (std::exchange(state->namesCases, false))
      state->database->exec("PRAGMA wal_checkpoint(PASSIVE)");
  });
}

} // namespace assay
