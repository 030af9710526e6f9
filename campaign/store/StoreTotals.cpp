#include "campaign/store/StoreState.h"
#include "check/CauseJson.h"
#include "check/VerdictJson.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

using nlohmann::json;

namespace assay {

bool isAccepted(const std::string &verdict, const std::string &signature) {
  if (verdict == "compile_failure" || verdict == "unsupported")
    return false;
  bool ended = verdict == "crash" || verdict == "timeout";
  return !ended || Signature::parse(signature).stage == Stage::Run;
}

std::map<int64_t, std::vector<std::string>> namesIn(SQLite::Database &database,
                                                    const char *column) {
  std::map<int64_t, std::vector<std::string>> out;
  SQLite::Statement query(database, fmt::format("SELECT key, {} FROM campaigns", column));
  while (query.executeStep())
    out[query.getColumn(0).getInt64()] = json::parse(query.getColumn(1).getString());
  return out;
}

void AcceptanceCount::add(uint64_t ops, bool accepted) {
  for (; ops; ops &= ops - 1) {
    OpAcceptance &op = byBit[static_cast<size_t>(std::countr_zero(ops))];
    ++op.checks;
    op.accepted += accepted;
  }
}

void AcceptanceCount::addTo(std::map<std::string, OpAcceptance> &ops,
                            const std::vector<std::string> &names) const {
  for (size_t bit = 0; bit < std::min(names.size(), byBit.size()); ++bit) {
    if (byBit[bit].checks == 0)
      continue;
    OpAcceptance &op = ops[names[bit]];
    op.checks += byBit[bit].checks;
    op.accepted += byBit[bit].accepted;
  }
}

namespace {

FindingRow findingFrom(SQLite::Statement &query) {
  FindingRow row;
  row.raw = query.getColumn("raw").getString();
  row.signature = query.getColumn("signature").getString();
  row.reduced = query.getColumn("reduced").getInt() != 0;
  row.verdict = query.getColumn("verdict").getString();
  row.detail = query.getColumn("detail").getString();
  row.outcome = query.getColumn("outcome").getString();
  row.index = query.getColumn("idx").getInt64();
  row.target = targetFromStore(query.getColumn("target").getString());
  row.size = query.getColumn("size").getInt64();
  row.ops = query.getColumn("ops").getInt64();
  row.caseName = query.getColumn("casename").getString();
  row.lit = query.getColumn("lit").getInt() != 0;
  // What is only read may have been written before there were these.
  for (int i = 0; i < query.getColumnCount(); ++i) {
    const std::string_view column = query.getColumnName(i);
    if (column == "about")
      row.about = query.getColumn(i).getString();
    else if (column == "structures")
      row.structures = json::parse(query.getColumn(i).getString());
    else if (column == "morelike")
      row.deferredBehind = query.getColumn(i).getString();
    else if (column == "unreduced")
      row.unreduced = query.getColumn(i).getString();
    else if (column == "reducedtarget" && !query.getColumn(i).getString().empty())
      row.reducedTarget = targetFromStore(query.getColumn(i).getString());
  }
  return row;
}

/// The bug that a known check's signature names.
constexpr std::string_view knownBug = "SUBSTR(checks.signature, LENGTH('known:') + 1)";

/// The table, or what migrate() would make it of what is only read and was written before there
/// was any.
std::string knownTable(SQLite::Database &database) {
  return database.tableExists("known")
             ? "known"
             : fmt::format("(SELECT campaign, idx, target, {} bug, '' verdict, '' signature FROM "
                           "checks WHERE checks.verdict = 'known')",
                           knownBug);
}

/// The checks with a signature: left alone, SQLite looks through all of a campaign for each.
constexpr std::string_view checksBySignature = "checks INDEXED BY checks_by_signature";

/// Whether it was kept what the rest of programs does that show a known bug.
bool hasRests(SQLite::Database &database) {
  return database.execAndGet("SELECT COUNT(*) FROM pragma_table_info('checks') WHERE name = 'rest'")
             .getInt() > 0;
}

/// The shard of a row of what adds up over checks: what is only read may have been written before
/// there were any.
const char *shardColumn(SQLite::Database &database, const char *table) {
  return hasColumn(database, table, "shard") ? "shard" : "0";
}

void addChecks(SQLite::Database &database, Totals &totals) {
  std::map<int64_t, AcceptanceCount> acceptance; // by campaign
  SQLite::Statement query(
      database,
      fmt::format("SELECT campaign, ops, checks.verdict, checks.signature, exact, bounded, "
                  "inconclusive, known.verdict, known.signature FROM checks LEFT JOIN {} AS known "
                  "USING(campaign, idx, target)",
                  knownTable(database)));
  while (query.executeStep()) {
    std::string verdict = query.getColumn(2), signature = query.getColumn(3);
    const bool isPassedOver = verdict == "known" && query.getColumn(7).isNull();
    const bool accepted = verdict == "known" ? isAccepted(query.getColumn(7), query.getColumn(8))
                                             : isAccepted(verdict, signature);
    ++totals.checks;
    ++totals.verdicts[verdict];
    totals.exact += query.getColumn(4).getInt64();
    totals.bounded += query.getColumn(5).getInt64();
    totals.inconclusive += query.getColumn(6).getInt64();
    if (!isPassedOver)
      acceptance[query.getColumn(0).getInt64()].add(
          static_cast<uint64_t>(query.getColumn(1).getInt64()), accepted);
  }
  auto names = namesIn(database, "ops"); // of the bits in checks.ops
  for (const auto &[campaign, count] : acceptance)
    count.addTo(totals.ops, names[campaign]);
}

/// Of each campaign, by key.
std::map<int64_t, uint64_t> seedsIn(SQLite::Database &database) {
  std::map<int64_t, uint64_t> out;
  SQLite::Statement query(database, "SELECT key, seed FROM campaigns");
  while (query.executeStep())
    out[query.getColumn(0).getInt64()] = std::stoull(query.getColumn(1).getString());
  return out;
}

/// The target of a check, as the campaign calls it.
std::string targetAt(size_t position, const std::vector<std::string> &targets,
                     const FindingRow &row) {
  return position < targets.size() ? targets[position] : row.target.text();
}

/// Whether failures were checked again where what hides a finding does so: what is only read may
/// have been written before any were.
bool hasCounterfactuals(SQLite::Database &database) {
  return database.tableExists("counterfactuals") &&
         database.execAndGet("SELECT EXISTS(SELECT * FROM counterfactuals)").getInt() != 0;
}

/// Which of the checks are the row's: of a row that stays where another is hidden, those that did
/// so; of that other, the rest, but for the program that it was found in.
std::string checksOfRow(const FindingRow &row) {
  constexpr std::string_view stays =
      "EXISTS (SELECT * FROM counterfactuals AS again WHERE again.campaign = checks.campaign AND "
      "again.idx = checks.idx AND again.target = checks.target AND again.signature = "
      "checks.signature{})";
  if (row.staysOn())
    return " AND " + fmt::format(stays, " AND again.hiding = ?");
  return fmt::format(" AND (idx = {} OR NOT {})", row.index, fmt::format(stays, ""));
}

/// Adds the checks of a campaign that show what the row is about.
void addCounts(SQLite::Database &database, int64_t campaign, const FindingRow &row,
               const std::vector<std::string> &targets, bool areAskedAgain, Finding &finding) {
  const bool counts = hasColumn(database, "checks", "found");
  SQLite::Statement query(
      database, fmt::format("SELECT target, COUNT(*), {} FROM {} WHERE campaign = ? AND "
                            "signature = ? AND signature <> ''{} GROUP BY target ORDER BY target",
                            counts ? "SUM(found), SUM(tries)" : "COUNT(*), COUNT(*)",
                            checksBySignature, areAskedAgain ? checksOfRow(row) : ""));
  SQLite::bind(query, campaign, row.raw);
  const bool stays = areAskedAgain && row.staysOn();
  if (stays)
    query.bind(3, row.about);
  while (query.executeStep()) {
    const std::string target = targetAt(query.getColumn(0).getUInt(), targets, row);
    if (!row.about.empty() && !stays && target != row.about)
      continue;
    const int64_t count = query.getColumn(1).getInt64();
    finding.count += count;
    finding.frequency.found += query.getColumn(2).getInt();
    finding.frequency.checks += query.getColumn(3).getInt();
    auto seen = std::ranges::find(finding.targets, target, &TargetCount::target);
    if (seen == finding.targets.end())
      finding.targets.push_back({target, count});
    else
      seen->count += count;
  }
}

/// Adds how many of these checks fail as known bugs do, by bug.
void addKnownCounts(SQLite::Database &database, int64_t campaign, const FindingRow &row,
                    const std::vector<std::string> &targets, Counts &known) {
  SQLite::Statement query(
      database,
      fmt::format("SELECT known.bug, target, COUNT(*) FROM {} CROSS JOIN {} AS known "
                  "USING(campaign, idx, target) WHERE checks.campaign = ? AND checks.signature = ? "
                  "AND checks.signature <> '' AND checks.verdict <> 'known' GROUP BY 1, 2",
                  checksBySignature, knownTable(database)));
  SQLite::bind(query, campaign, row.raw);
  while (query.executeStep())
    if (row.about.empty() || targetAt(query.getColumn(1).getUInt(), targets, row) == row.about)
      known[query.getColumn(0).getString()] += query.getColumn(2).getInt64();
}

/// What came of the failures of the row's name that were checked again where it is hidden.
std::optional<Counterfactual> counterfactualOf(SQLite::Database &database, int64_t campaign,
                                               const FindingRow &row) {
  std::optional<Counterfactual> most;
  SQLite::Statement query(
      database,
      fmt::format("SELECT again.hiding, again.signature, COUNT(*) FROM {} CROSS JOIN "
                  "counterfactuals AS again USING(campaign, idx, target) WHERE checks.campaign = ? "
                  "AND checks.signature = ? AND checks.signature <> '' GROUP BY 1, 2",
                  checksBySignature));
  SQLite::bind(query, campaign, row.raw);
  std::map<std::string, Counterfactual> byTarget;
  while (query.executeStep()) {
    const std::string hidingTarget = query.getColumn(0), signature = query.getColumn(1);
    const int64_t count = query.getColumn(2).getInt64();
    Counterfactual &one = byTarget[hidingTarget];
    one.hidingTarget = hidingTarget;
    one.asked += count;
    (signature.empty()      ? one.right
     : signature == row.raw ? one.same
                            : one.otherwise[signature]) += count;
  }
  for (auto &[hidingTarget, one] : byTarget) {
    // What hides a row that stays where another is hidden is set on top of what hides that, and is
    // asked of fewer.
    const bool isOfRow = hidingTarget != row.about && hidingTarget.starts_with(row.about);
    if (isOfRow && (!most || one.asked > most->asked))
      most = std::move(one);
  }
  return most;
}

/// As the campaigns name them.
void sortTargets(std::vector<TargetCount> &counts,
                 const std::map<int64_t, std::vector<std::string>> &targets) {
  std::map<std::string, ptrdiff_t> places;
  for (const auto &[campaign, names] : targets)
    for (const std::string &name : names)
      places.emplace(name, std::ranges::find(names, name) - names.begin());
  std::ranges::sort(counts, {}, [&](const TargetCount &count) {
    return std::pair(places[count.target], count.target);
  });
}

void addSessions(SQLite::Database &database, Totals &totals) {
  SQLite::Statement query(
      database, "SELECT jobs, seconds, generate, oracle, compile, run, compare FROM sessions");
  while (query.executeStep()) {
    double seconds = query.getColumn(1);
    totals.seconds += seconds;
    totals.jobSeconds += seconds * query.getColumn(0).getInt();
    totals.stages.generate += query.getColumn(2).getDouble();
    totals.stages.oracle += query.getColumn(3).getDouble();
    totals.stages.compile += query.getColumn(4).getDouble();
    totals.stages.run += query.getColumn(5).getDouble();
    totals.stages.compare += query.getColumn(6).getDouble();
  }
}

/// In the order of the findings.
std::vector<CauseRow> causesIn(SQLite::Database &database, int64_t campaign) {
  std::vector<CauseRow> out;
  if (!database.tableExists("causes"))
    return out;
  SQLite::Statement query(database, "SELECT raw, about, casename, cause FROM causes WHERE "
                                    "campaign = ? ORDER BY raw, about");
  query.bind(1, campaign);
  while (query.executeStep()) {
    auto cause = causeFromJson(
        nlohmann::ordered_json::parse(query.getColumn(3).getString(), nullptr, false));
    if (!cause)
      throw SQLite::Exception("a cause in it is none");
    out.push_back({query.getColumn(0), query.getColumn(1), query.getColumn(2), std::move(*cause)});
  }
  return out;
}

} // namespace

Expected<Position> Store::position(const CampaignParameters &campaign) const {
  return state->guard([&] {
    Position position;
    SQLite::Statement query(*state->database, "SELECT idx, target FROM checks WHERE campaign = ? "
                                              "ORDER BY idx DESC, target DESC LIMIT 1");
    query.bind(1, campaign.key());
    if (query.executeStep()) {
      position = {query.getColumn(0).getInt64(), query.getColumn(1).getInt() + 1};
      if (position.target == static_cast<int>(campaign.targets.size()))
        position = {position.index + 1, 0};
    }
    return position;
  });
}

Expected<std::vector<FindingRow>> Store::findingRows(int64_t campaign) const {
  return state->guard([&] {
    std::vector<FindingRow> out;
    SQLite::Statement query(*state->database,
                            "SELECT * FROM findings WHERE campaign = ? ORDER BY idx, target, raw");
    query.bind(1, campaign);
    while (query.executeStep())
      out.push_back(findingFrom(query));
    return out;
  });
}

Expected<std::vector<CauseRow>> Store::causes(int64_t campaign) const {
  return state->guard([&] { return causesIn(*state->database, campaign); });
}

Expected<std::vector<ThroughputSample>> Store::samples() const {
  return state->guard([&] {
    std::vector<ThroughputSample> out;
    SQLite::Statement query(
        *state->database, "SELECT session, second, programs FROM samples ORDER BY session, second");
    while (query.executeStep())
      out.push_back(
          {query.getColumn(0), query.getColumn(1).getInt64(), query.getColumn(2).getInt64()});
    return out;
  });
}

Expected<std::vector<DeviceRow>> Store::devices() const {
  return state->guard([&] {
    std::vector<DeviceRow> out;
    if (!state->database->tableExists("devices"))
      return out;
    SQLite::Statement query(*state->database,
                            "SELECT campaign, target, library, name, chip FROM devices ORDER BY "
                            "campaign, target, library, name, chip");
    while (query.executeStep())
      out.push_back({query.getColumn(0).getInt64(),
                     query.getColumn(1),
                     {query.getColumn(2), query.getColumn(3), query.getColumn(4)}});
    return out;
  });
}

Expected<std::vector<SourceRow>> Store::sources() const {
  return state->guard([&] {
    std::vector<SourceRow> out;
    if (!state->database->tableExists("sources"))
      return out;
    const char *shard = shardColumn(*state->database, "sources");
    SQLite::Statement query(
        *state->database,
        fmt::format("SELECT campaign, target, source, programs, seconds, {} FROM sources "
                    "ORDER BY campaign, target, source, 6",
                    shard));
    SQLite::Statement points(
        *state->database,
        fmt::format("SELECT point, programs FROM coverage_by_source WHERE campaign = ? "
                    "AND target = ? AND source = ? AND {} = ?",
                    shard));
    while (query.executeStep()) {
      SourceRow row{query.getColumn(0).getInt64(), query.getColumn(1).getInt(),
                    query.getColumn(2).getInt64(), query.getColumn(3).getInt64(),
                    query.getColumn(4).getDouble()};
      row.shard = query.getColumn(5).getInt64();
      points.reset();
      SQLite::bind(points, row.campaign, row.target, row.source, row.shard);
      while (points.executeStep())
        row.points[points.getColumn(0).getInt64()] = points.getColumn(1).getInt64();
      out.push_back(std::move(row));
    }
    return out;
  });
}

Expected<std::vector<FailureRow>> Store::failures(int64_t campaign) const {
  return state->guard([&] {
    std::vector<FailureRow> out;
    SQLite::Statement query(
        *state->database,
        "SELECT idx, target, COALESCE((SELECT MIN(findings.signature) FROM findings WHERE "
        "findings.campaign = checks.campaign AND findings.raw = checks.signature), "
        "checks.signature), verdict = 'known' FROM checks WHERE campaign = ? AND "
        "checks.signature <> '' AND (verdict = 'known' OR EXISTS (SELECT * FROM findings WHERE "
        "findings.campaign = checks.campaign AND findings.raw = checks.signature)) "
        "ORDER BY idx, target");
    query.bind(1, campaign);
    while (query.executeStep())
      out.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getInt(),
                     query.getColumn(2).getString(), query.getColumn(3).getInt() != 0});
    return out;
  });
}

Expected<std::vector<Position>> Store::failuresOf(int64_t campaign, const FindingRow &row,
                                                  int target, size_t most) const {
  return state->guard([&] {
    std::vector<Position> out;
    SQLite::Statement query(
        *state->database,
        fmt::format("SELECT idx FROM {} WHERE campaign = ? AND signature = ? AND signature <> '' "
                    "AND target = ?{} ORDER BY idx LIMIT ?",
                    checksBySignature, row.staysOn() ? checksOfRow(row) : ""));
    SQLite::bind(query, campaign, row.raw, target);
    int next = 4;
    if (row.staysOn())
      query.bind(next++, row.about);
    query.bind(next, static_cast<int64_t>(most));
    while (query.executeStep())
      out.push_back({query.getColumn(0).getInt64(), target});
    return out;
  });
}

Expected<std::vector<CounterfactualRow>> Store::counterfactuals(int64_t campaign) const {
  return state->guard([&] {
    std::vector<CounterfactualRow> out;
    if (!hasCounterfactuals(*state->database))
      return out;
    SQLite::Statement query(*state->database,
                            "SELECT idx, target, hiding, signature FROM counterfactuals WHERE "
                            "campaign = ? ORDER BY idx, target, hiding");
    query.bind(1, campaign);
    while (query.executeStep())
      out.push_back({query.getColumn(0).getInt64(), query.getColumn(1).getInt(), query.getColumn(2),
                     query.getColumn(3)});
    return out;
  });
}

Expected<Totals> Store::totals() const {
  return state->guard([&] {
    Totals totals;
    for (std::string_view verdict : verdictNames())
      totals.verdicts.emplace(verdict, 0);
    for (OpKind kind : allOpKinds)
      totals.ops.emplace(name(kind), OpAcceptance());
    totals.programs = state->database->execAndGet(
        "SELECT COUNT(*) FROM (SELECT DISTINCT campaign, idx FROM checks)");
    addChecks(*state->database, totals);
    addSessions(*state->database, totals);
    return totals;
  });
}

int64_t UntestedReason::count() const {
  int64_t sum = 0;
  for (const auto &[target, count] : targets)
    sum += count;
  return sum;
}

/// What stands in the way of a check whose verdict accuses nobody.
static std::vector<UntestedReason> untestedReasons(SQLite::Database &database) {
  auto targets = namesIn(database, "targets");
  SQLite::Statement query(
      database, "SELECT verdict, signature, campaign, target, COUNT(*) FROM checks WHERE "
                "verdict IN ('unsupported', 'inconclusive', 'flaky') GROUP BY 1, 2, 3, 4");
  std::map<std::pair<std::string, std::string>, Counts> found;
  while (query.executeStep()) {
    const std::string verdict = query.getColumn(0);
    std::string reason = query.getColumn(1);
    if (reason.starts_with(verdict + ":"))
      reason.erase(0, verdict.size() + 1);
    const auto &names = targets[query.getColumn(2).getInt64()];
    const size_t target = query.getColumn(3).getUInt();
    found[{verdict, reason}][target < names.size() ? names[target] : ""] +=
        query.getColumn(4).getInt64();
  }
  std::vector<UntestedReason> reasons;
  for (auto &[name, counts] : found)
    reasons.push_back({name.first, name.second, std::move(counts)});
  std::ranges::sort(reasons, {}, [](const UntestedReason &one) {
    return std::tuple(-one.count(), one.verdict, one.reason);
  });
  return reasons;
}

/// Pairs of ops that no target took together, though it took each of them.
static std::vector<UntestedPair> untestedPairs(SQLite::Database &database) {
  auto names = namesIn(database, "ops"); // of the bits in checks.ops
  SQLite::Statement query(
      database,
      fmt::format(
          "SELECT campaign, ops, checks.verdict, checks.signature, known.verdict, "
          "known.signature, COUNT(*) FROM checks LEFT JOIN {} AS known USING(campaign, idx, "
          "target) GROUP BY 1, 2, 3, 4, 5, 6",
          knownTable(database)));
  std::map<std::pair<std::string, std::string>, OpAcceptance> pairs;
  while (query.executeStep()) {
    const std::string verdict = query.getColumn(2);
    if (verdict == "known" && query.getColumn(4).isNull())
      continue; // passed over
    const bool accepted = verdict == "known" ? isAccepted(query.getColumn(4), query.getColumn(5))
                                             : isAccepted(verdict, query.getColumn(3));
    const int64_t count = query.getColumn(6).getInt64();
    const auto ops = static_cast<uint64_t>(query.getColumn(1).getInt64());
    const auto &bits = names[query.getColumn(0).getInt64()];
    for (size_t one = 0; one < bits.size(); ++one)
      for (size_t other = one; other < bits.size() && (ops >> one & 1); ++other)
        if (ops >> other & 1) {
          OpAcceptance &pair = pairs[std::minmax(bits[one], bits[other])];
          pair.checks += count;
          pair.accepted += accepted ? count : 0;
        }
  }
  std::vector<UntestedPair> never;
  for (const auto &[ops, pair] : pairs)
    if (!pair.accepted && pairs[{ops.first, ops.first}].accepted &&
        pairs[{ops.second, ops.second}].accepted)
      never.push_back({ops.first, ops.second, pair.checks});
  std::ranges::sort(never, {}, [](const UntestedPair &pair) {
    return std::tuple(-pair.checks, pair.one, pair.other);
  });
  return never;
}

Expected<Untested> Store::untested() const {
  return state->guard(
      [&] { return Untested{untestedReasons(*state->database), untestedPairs(*state->database)}; });
}

Expected<std::vector<CoverageRow>> Store::coverage() const {
  return state->guard([&] {
    std::vector<CoverageRow> out;
    if (!state->database->tableExists("coverage"))
      return out;
    auto targets = namesIn(*state->database, "targets");
    SQLite::Statement query(*state->database,
                            fmt::format("SELECT *, {} AS ofshard FROM coverage",
                                        shardColumn(*state->database, "coverage")));
    while (query.executeStep()) {
      const int64_t campaign = query.getColumn("campaign").getInt64();
      const size_t target = query.getColumn("target").getUInt();
      const auto kind = enumeratorNamed<CoveragePoint::Kind>(query.getColumn("kind").getString());
      if (!kind || target >= targets[campaign].size())
        throw SQLite::Exception("a row of its coverage is none of this version's");
      CoverageRow row{campaign,
                      targets[campaign][target],
                      {*kind, query.getColumn("name"), query.getColumn("root")},
                      query.getColumn("tries").getInt64(),
                      query.getColumn("successes").getInt64(),
                      query.getColumn("programs").getInt64()};
      if (const auto first = query.getColumn("first"); !first.isNull())
        row.first = first.getInt64();
      row.shard = query.getColumn("ofshard").getInt64();
      out.push_back(std::move(row));
    }
    return out;
  });
}

std::vector<CoverageRow> coverageOverCampaigns(std::span<const CoverageRow> rows) {
  const auto earlier = [](std::optional<int64_t> a, std::optional<int64_t> b) {
    return a && b ? std::min(*a, *b) : a ? a : b;
  };
  std::vector<std::string> targets;
  std::map<std::tuple<size_t, CoveragePoint, int64_t, int64_t>, CoverageRow> shards;
  for (const CoverageRow &row : rows) {
    const auto place = std::ranges::find(targets, row.target) - targets.begin();
    if (place == std::ssize(targets))
      targets.push_back(row.target);
    auto [known, isNew] = shards.try_emplace({place, row.point, row.campaign, row.shard}, row);
    CoverageRow &most = known->second;
    most.tries = std::max(most.tries, row.tries);
    most.successes = std::max(most.successes, row.successes);
    most.programs = std::max(most.programs, row.programs);
    most.first = earlier(most.first, row.first);
  }
  std::vector<CoverageRow> out;
  for (auto &[key, row] : shards) {
    if (out.empty() || out.back().target != row.target || out.back().point != row.point) {
      out.push_back(row);
      out.back().campaign = out.back().shard = 0;
      continue;
    }
    CoverageRow &sum = out.back();
    sum.tries += row.tries;
    sum.successes += row.successes;
    sum.programs += row.programs;
    sum.first = earlier(sum.first, row.first);
  }
  return out;
}

Expected<std::vector<PendingRow>> Store::pending(int64_t campaign) const {
  return state->guard([&] {
    std::vector<PendingRow> out;
    if (!state->database->tableExists("pending"))
      return out;
    SQLite::Statement query(
        *state->database,
        fmt::format("SELECT idx, target, reply, settled, first, firsttarget, past, bug, verdict, "
                    "signature, {} "
                    "FROM pending WHERE campaign = ?1 AND NOT EXISTS (SELECT 1 FROM checks WHERE "
                    "checks.campaign = ?1 AND checks.idx = "
                    "pending.idx AND checks.target = pending.target) ORDER BY idx, target",
                    hasColumn(*state->database, "pending", "others") ? "others" : "'[]'"));
    query.bind(1, campaign);
    while (query.executeStep()) {
      PendingRow row = {query.getColumn(0).getInt64(),
                        query.getColumn(1).getInt(),
                        query.getColumn(2),
                        query.getColumn(3).getInt() != 0,
                        query.getColumn(4).getInt64(),
                        query.getColumn(5).getInt(),
                        query.getColumn(6).getInt64()};
      if (!query.getColumn(7).isNull())
        row.known = KnownRow{row.index, row.target, query.getColumn(7), query.getColumn(8),
                             query.getColumn(9)};
      row.others = nlohmann::json::parse(query.getColumn(10).getString());
      out.push_back(std::move(row));
    }
    return out;
  });
}

std::optional<Verdict> verdictOnCase(const Finding &finding) {
  const FindingRow &row = finding.row;
  auto verdict = verdictFromJson(nlohmann::json::parse(row.outcome, nullptr, false));
  if (!verdict || !row.reduced)
    return verdict;
  verdict->signature = Signature::parse(row.signature);
  if (!verdict->difference())
    return verdict;
  auto *mismatch = std::get_if<Mismatch>(&verdict->outcome);
  if (!mismatch || !finding.cause || finding.cause->caseName != row.caseName ||
      !finding.cause->cause.wrongFirst)
    return std::nullopt;
  const WrongValue &wrong = *finding.cause->cause.wrongFirst;
  mismatch->run = wrong.run;
  mismatch->firstWrong = wrong.value;
  return verdict;
}

std::optional<TargetName> FindingRow::staysOn() const {
  if (about.empty() || Signature::parse(raw).kind == Signature::Kind::Nondeterministic)
    return std::nullopt;
  return targetFromStore(about);
}

std::string titleOf(const FindingRow &row) {
  const auto staysOn = row.staysOn();
  if (!staysOn)
    return row.signature;
  std::vector<std::string> more;
  if (staysOn->level != row.target.level)
    more.push_back(staysOn->level);
  for (const TargetSetting &setting : staysOn->settings)
    if (std::ranges::find(row.target.settings, setting) == row.target.settings.end())
      more.push_back(setting.text());
  return fmt::format("{} (also {})", row.signature,
                     more.empty() ? staysOn->text() : fmt::format("{}", fmt::join(more, ",")));
}

std::string Counterfactual::sentence() const {
  std::string text = fmt::format("{} of {} programs that fail so are right on {}, as its case is",
                                 right, asked, hidingTarget);
  if (same > 0)
    text += fmt::format("; {} fail{} there as well, and {} another finding", same,
                        same == 1 ? "s" : "", same == 1 ? "is" : "are");
  for (const auto &[signature, count] : otherwise)
    text += fmt::format("; {} show{} something else there, {}", count, count == 1 ? "s" : "",
                        signature);
  return text;
}

std::vector<FindingName> namesOf(std::span<const FindingRow> rows) {
  constexpr size_t mostOps = 5;
  Signature ofTarget;
  ofTarget.kind = Signature::Kind::Nondeterministic;
  std::map<std::string, std::set<std::string>> ops; // that are not deterministic, by target
  for (const FindingRow &row : rows)
    if (!row.about.empty() && !row.staysOn())
      ops[row.about].insert(row.signature);
  std::vector<FindingName> names;
  for (const FindingRow &row : rows) {
    const bool isOfTarget = !row.about.empty() && !row.staysOn() && ops[row.about].size() > mostOps;
    names.push_back({isOfTarget ? ofTarget.text() : row.signature, row.about});
  }
  return names;
}

Expected<std::vector<Finding>> Store::findings() const {
  return state->guard([&] {
    std::vector<FindingRow> rows;
    std::vector<int64_t> keys;
    // The best case of a finding comes first: reduced before raw, then the smallest.
    SQLite::Statement query(
        *state->database,
        "SELECT * FROM findings ORDER BY reduced DESC, size, casename, target, idx, signature");
    while (query.executeStep()) {
      rows.push_back(findingFrom(query));
      keys.push_back(query.getColumn("campaign").getInt64());
    }
    const auto targets = namesIn(*state->database, "targets");
    const auto seeds = seedsIn(*state->database);
    const std::vector<FindingName> names = namesOf(rows);
    const bool areAskedAgain = hasCounterfactuals(*state->database);
    std::map<FindingName, Finding> found;
    std::map<int64_t, std::map<FindingName, CauseRow>> causes;
    for (const int64_t key : std::set(keys.begin(), keys.end()))
      for (CauseRow &row : causesIn(*state->database, key))
        causes[key].emplace(FindingName{row.raw, row.about}, std::move(row));
    for (size_t i = 0; i < rows.size(); ++i) {
      auto [finding, isNew] = found.try_emplace(names[i]);
      const std::pair place(seeds.at(keys[i]), rows[i].index);
      if (isNew) {
        finding->second.row = rows[i];
        finding->second.row.signature = names[i].signature;
        finding->second.first = place;
      }
      finding->second.first = std::min(finding->second.first, place);
      const auto cause = causes[keys[i]].find({rows[i].raw, rows[i].about});
      if (cause != causes[keys[i]].end() && !finding->second.cause)
        finding->second.cause = cause->second;
      addCounts(*state->database, keys[i], rows[i], targets.at(keys[i]), areAskedAgain,
                finding->second);
      if (areAskedAgain && !finding->second.counterfactual)
        finding->second.counterfactual = counterfactualOf(*state->database, keys[i], rows[i]);
      addKnownCounts(*state->database, keys[i], rows[i], targets.at(keys[i]),
                     finding->second.known);
    }
    std::vector<Finding> out;
    for (auto &[name, finding] : found) {
      sortTargets(finding.targets, targets);
      out.push_back(std::move(finding));
    }
    return out;
  });
}

Expected<std::vector<KnownTally>> Store::knownTallies() const {
  return state->guard([&] {
    auto targets = namesIn(*state->database, "targets");
    // A check that is called known says in its signature which bug it is taken for.
    SQLite::Statement query(
        *state->database,
        fmt::format(
            "SELECT COALESCE(known.bug, {}), campaign, target, known.bug IS NULL, COUNT(*), "
            "SUM({}), SUM(checks.verdict = 'known') FROM checks LEFT JOIN {} AS known "
            "USING(campaign, idx, target) WHERE "
            "checks.verdict = 'known' OR known.bug IS NOT NULL GROUP BY 1, 2, 3, 4",
            knownBug, hasRests(*state->database) ? "checks.rest = 'agree'" : "0",
            knownTable(*state->database)));
    std::map<std::string, KnownTally> tallies;
    while (query.executeStep()) {
      KnownTally &tally = tallies[query.getColumn(0).getString()];
      const auto &names = targets[query.getColumn(1).getInt64()];
      const size_t target = query.getColumn(2).getUInt();
      const int64_t count = query.getColumn(4).getInt64();
      (query.getColumn(3).getInt() ? tally.passedOver : tally.failures) += count;
      tally.restRight += query.getColumn(5).getInt64();
      tally.endedKnown += query.getColumn(6).getInt64();
      tally.targets[target < names.size() ? names[target] : ""] += count;
    }
    if (state->database->tableExists("others")) {
      SQLite::Statement others(*state->database, "SELECT bug, COUNT(*) FROM others GROUP BY 1");
      while (others.executeStep())
        tallies[others.getColumn(0).getString()].besideOthers = others.getColumn(1).getInt64();
    }
    std::vector<KnownTally> out;
    for (auto &[bug, tally] : tallies) {
      tally.bug = bug;
      out.push_back(std::move(tally));
    }
    std::ranges::sort(out, {}, [](const KnownTally &tally) {
      return std::tuple(-tally.failures, -tally.passedOver, tally.bug);
    });
    return out;
  });
}

} // namespace assay
