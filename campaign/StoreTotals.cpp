#include "campaign/StoreState.h"

#include <nlohmann/json.hpp>

using nlohmann::json;

namespace assay {
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
  row.target = query.getColumn("target").getString();
  row.size = query.getColumn("size").getInt64();
  row.ops = query.getColumn("ops").getInt64();
  row.caseName = query.getColumn("casename").getString();
  row.lit = query.getColumn("lit").getInt() != 0;
  return row;
}

/// Whether the compiler took the program, by the name and signature of the verdict.
bool isAccepted(const std::string &verdict, const std::string &signature) {
  if (verdict == "compile_failure" || verdict == "unsupported")
    return false;
  bool ended = verdict == "crash" || verdict == "timeout";
  return !ended || signature.find(":run") != std::string::npos;
}

/// Names of the bits in checks.ops, by campaign.
std::map<int64_t, std::vector<std::string>> opNames(SQLite::Database &database) {
  std::map<int64_t, std::vector<std::string>> out;
  SQLite::Statement query(database, "SELECT key, ops FROM campaigns");
  while (query.executeStep())
    out[query.getColumn(0).getInt64()] = json::parse(query.getColumn(1).getString());
  return out;
}

void addChecks(SQLite::Database &database, Totals &totals) {
  auto names = opNames(database);
  SQLite::Statement query(
      database,
      "SELECT campaign, ops, verdict, signature, exact, bounded, inconclusive FROM checks");
  while (query.executeStep()) {
    std::string verdict = query.getColumn(2), signature = query.getColumn(3);
    bool accepted = isAccepted(verdict, signature);
    ++totals.checks;
    ++totals.verdicts[verdict];
    totals.exact += query.getColumn(4).getInt64();
    totals.bounded += query.getColumn(5).getInt64();
    totals.inconclusive += query.getColumn(6).getInt64();
    const auto &bits = names[query.getColumn(0).getInt64()];
    auto ops = static_cast<uint64_t>(query.getColumn(1).getInt64());
    for (size_t bit = 0; bit < bits.size(); ++bit)
      if (ops >> bit & 1) {
        OpAcceptance &op = totals.ops[bits[bit]];
        ++op.checks;
        op.accepted += accepted;
      }
  }
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

Expected<std::vector<Sample>> Store::samples() const {
  return state->guard([&] {
    std::vector<Sample> out;
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

Expected<std::vector<Finding>> Store::findings() const {
  return state->guard([&] {
    std::vector<Finding> out;
    // The best case of a signature comes first: reduced before raw, then the smallest.
    SQLite::Statement query(
        *state->database,
        "SELECT *, (SELECT COUNT(*) FROM checks WHERE checks.campaign = findings.campaign AND "
        "signature = raw) AS seen FROM findings "
        "ORDER BY signature, reduced DESC, size, casename, target, idx");
    while (query.executeStep()) {
      FindingRow row = findingFrom(query);
      if (out.empty() || out.back().row.signature != row.signature)
        out.push_back({std::move(row), 0});
      out.back().count += query.getColumn("seen").getInt64();
    }
    return out;
  });
}

} // namespace assay
