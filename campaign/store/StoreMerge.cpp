#include "campaign/store/Paths.h"
#include "campaign/store/StoreState.h"

#include <fmt/format.h>

namespace assay {
namespace fs = std::filesystem;
namespace {

/// Of two rows with one key, each statement keeps the same one whichever store it comes from.
constexpr std::string_view mergeStatements = R"sql(
INSERT INTO campaigns SELECT * FROM other.campaigns WHERE true
  ON CONFLICT DO UPDATE SET ops = excluded.ops WHERE excluded.ops > ops;

INSERT INTO shards SELECT * FROM other.shards WHERE true
  ON CONFLICT DO UPDATE SET ended = max(ended, excluded.ended);

INSERT INTO checks SELECT * FROM other.checks WHERE true
  ON CONFLICT DO UPDATE SET verdict = excluded.verdict, signature = excluded.signature,
    ops = excluded.ops, exact = excluded.exact, bounded = excluded.bounded,
    inconclusive = excluded.inconclusive, found = excluded.found, tries = excluded.tries,
    rest = excluded.rest
  WHERE (excluded.verdict, excluded.signature, excluded.ops, excluded.exact, excluded.bounded,
         excluded.inconclusive, excluded.found, excluded.tries, excluded.rest) <
        (verdict, signature, ops, exact, bounded, inconclusive, found, tries, rest);

INSERT INTO known SELECT * FROM other.known WHERE true
  ON CONFLICT DO UPDATE SET bug = excluded.bug, verdict = excluded.verdict, signature = excluded.signature
  WHERE (excluded.bug, excluded.verdict, excluded.signature) < (bug, verdict, signature);

INSERT OR IGNORE INTO others SELECT * FROM other.others;

-- Of findings, the one that was seen first, as in a campaign that sees all checks in their order.
INSERT INTO findings SELECT * FROM other.findings WHERE true
  ON CONFLICT DO UPDATE SET signature = excluded.signature, reduced = excluded.reduced,
    verdict = excluded.verdict, detail = excluded.detail,
    outcome = excluded.outcome, idx = excluded.idx,
    target = excluded.target, size = excluded.size, ops = excluded.ops, casename = excluded.casename, lit = excluded.lit,
    structures = excluded.structures, morelike = excluded.morelike, reducedtarget = excluded.reducedtarget,
    unreduced = excluded.unreduced
  WHERE (excluded.idx, -excluded.reduced, excluded.size, excluded.casename, -excluded.lit,
         excluded.signature, excluded.target, excluded.verdict, excluded.detail,
         excluded.outcome, excluded.structures, excluded.morelike, excluded.reducedtarget, excluded.unreduced) <
        (idx, -reduced, size, casename, -lit, signature, target, verdict, detail,
         outcome, structures, morelike, reducedtarget, unreduced);

-- Causes of other cases than those that are kept are of no use.
DELETE FROM causes WHERE NOT EXISTS (SELECT 1 FROM findings
  WHERE (findings.campaign, findings.raw, findings.about, findings.casename) =
        (causes.campaign, causes.raw, causes.about, causes.casename));
INSERT INTO causes SELECT * FROM other.causes AS theirs WHERE EXISTS (SELECT 1 FROM findings
  WHERE (findings.campaign, findings.raw, findings.about, findings.casename) =
        (theirs.campaign, theirs.raw, theirs.about, theirs.casename))
  ON CONFLICT DO UPDATE SET cause = excluded.cause WHERE excluded.cause < cause;

INSERT INTO counterfactuals SELECT * FROM other.counterfactuals WHERE true
  ON CONFLICT DO UPDATE SET signature = excluded.signature WHERE excluded.signature < signature;

INSERT INTO sessions SELECT * FROM other.sessions WHERE true
  ON CONFLICT DO UPDATE SET campaign = excluded.campaign, seconds = excluded.seconds, jobs = excluded.jobs,
    generate = excluded.generate, oracle = excluded.oracle, compile = excluded.compile,
    run = excluded.run, compare = excluded.compare
  WHERE (excluded.seconds, excluded.compile, excluded.run, excluded.oracle, excluded.generate,
         excluded.compare, excluded.campaign) >
        (seconds, compile, run, oracle, generate, compare, campaign);

INSERT INTO samples SELECT * FROM other.samples WHERE true
  ON CONFLICT DO UPDATE SET programs = excluded.programs WHERE excluded.programs > programs;

INSERT OR IGNORE INTO devices SELECT * FROM other.devices;

INSERT INTO coverage SELECT * FROM other.coverage WHERE true
  ON CONFLICT DO UPDATE SET tries = MAX(tries, excluded.tries), successes = MAX(successes, excluded.successes),
    programs = MAX(programs, excluded.programs), first = COALESCE(MIN(first, excluded.first), first, excluded.first);

INSERT INTO sources SELECT * FROM other.sources WHERE true
  ON CONFLICT DO UPDATE SET programs = excluded.programs, seconds = excluded.seconds
  WHERE (excluded.programs, excluded.seconds) > (programs, seconds);

INSERT INTO coverage_by_source SELECT * FROM other.coverage_by_source WHERE true
  ON CONFLICT DO UPDATE SET programs = MAX(programs, excluded.programs);

INSERT INTO pending SELECT * FROM other.pending WHERE true
  ON CONFLICT DO UPDATE SET reply = excluded.reply, settled = excluded.settled,
    first = excluded.first, firsttarget = excluded.firsttarget, past = excluded.past
  WHERE (-excluded.settled, excluded.reply, excluded.first, excluded.firsttarget, excluded.past) <
        (-settled, reply, first, firsttarget, past);
)sql";

/// Copies the cases that are not there yet: equal names are equal contents.
Expected<void> copyCases(const Paths &from, const Paths &to) {
  std::error_code failure;
  for (const auto &entry : fs::directory_iterator(from.cases(), failure)) {
    if (!entry.is_regular_file())
      continue;
    fs::path target = to.cases() / entry.path().filename();
    if (fs::exists(target, failure))
      continue;
    if (!fs::copy_file(entry.path(), target, fs::copy_options::skip_existing, failure))
      return Error{fmt::format("cannot copy {} to {}: {}; free some space there, and merge again",
                               entry.path().string(), target.string(), failure.message())};
  }
  return {};
}

} // namespace

Expected<void> Store::merge(const fs::path &other) {
  // Opening inspects it, and brings it to this version's schema.
  auto source = Store::open(other, Mode::Write);
  if (!source)
    return source.error();
  ASSAY_TRY(copyCases(Paths(other), Paths(path())));
  return mergeRows(*source);
}

Expected<void> Store::mergeRows(const Store &other) {
  ASSAY_TRY(commit());
  return state->guard([&] {
    SQLite::Statement attach(*state->database, "ATTACH ? AS other");
    attach.bind(1, other.state->database->getFilename());
    attach.exec();
    try {
      SQLite::Transaction transaction(*state->database, SQLite::TransactionBehavior::IMMEDIATE);
      state->database->exec(std::string(mergeStatements));
      transaction.commit();
    } catch (const SQLite::Exception &) {
      state->database->tryExec("DETACH other");
      throw;
    }
    state->database->exec("DETACH other");
  });
}

} // namespace assay
