#include "campaign/store/Schema.h"

#include <SQLiteCpp/Transaction.h>

#include <fmt/format.h>

namespace assay {
namespace {

// Everything is keyed by what it is about, never by a row number, and sums are made when they are
// asked for: so the union of two stores is the store of both.
constexpr std::string_view steps[] = {
    R"sql(
-- What determines the checks; `key` is a hash of the other columns.
CREATE TABLE campaigns(
  key     INTEGER PRIMARY KEY,
  seed    TEXT NOT NULL,     -- decimal: SQLite has no unsigned integers
  profile TEXT NOT NULL,
  targets TEXT NOT NULL,     -- JSON array of names
  inject  TEXT NOT NULL,
  version TEXT NOT NULL,
  ops     TEXT NOT NULL      -- JSON array: name of each bit in checks.ops
) STRICT;

-- One row for each program and target, written in the order of (idx, target).
CREATE TABLE checks(
  campaign     INTEGER NOT NULL,
  idx          INTEGER NOT NULL,
  target       INTEGER NOT NULL,  -- position in campaigns.targets
  verdict      TEXT NOT NULL,
  signature    TEXT NOT NULL,     -- raw
  ops          INTEGER NOT NULL,
  exact        INTEGER NOT NULL,  -- elements judged so
  bounded      INTEGER NOT NULL,
  inconclusive INTEGER NOT NULL,
  PRIMARY KEY(campaign, idx, target)
) STRICT, WITHOUT ROWID;

-- One row for each raw signature of an accusing verdict.
CREATE TABLE findings(
  campaign  INTEGER NOT NULL,
  raw       TEXT NOT NULL,
  signature TEXT NOT NULL,     -- after reduction; raw until then
  reduced   INTEGER NOT NULL,
  verdict   TEXT NOT NULL,
  detail    TEXT NOT NULL,     -- the verdict for people
  outcome   TEXT NOT NULL,     -- the first verdict, raw, as JSON
  idx       INTEGER NOT NULL,  -- where it was seen first
  target    TEXT NOT NULL,     -- name
  size      INTEGER NOT NULL,  -- bytes of the case
  ops       INTEGER NOT NULL,  -- in its program
  casename  TEXT NOT NULL,     -- in the folder of cases
  lit       INTEGER NOT NULL,  -- whether there is a lit case of that name
  PRIMARY KEY(campaign, raw)
) STRICT, WITHOUT ROWID;

-- One row for each run of `assay fuzz`.
CREATE TABLE sessions(
  id       TEXT PRIMARY KEY,
  campaign INTEGER NOT NULL,
  jobs     INTEGER NOT NULL,
  seconds  REAL NOT NULL,
  generate REAL NOT NULL,
  oracle   REAL NOT NULL,
  compile  REAL NOT NULL,
  run      REAL NOT NULL,
  compare  REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- Throughput: programs of the session that were done after so many seconds.
CREATE TABLE samples(
  session  TEXT NOT NULL,
  second   INTEGER NOT NULL,
  programs INTEGER NOT NULL,
  PRIMARY KEY(session, second)
) STRICT, WITHOUT ROWID;

CREATE INDEX checks_by_signature ON checks(campaign, signature) WHERE signature <> '';
)sql",
    R"sql(
-- On what a target's code has run in a campaign, where that is not the processor.
CREATE TABLE devices(
  campaign INTEGER NOT NULL,
  target   TEXT NOT NULL,  -- name
  library  TEXT NOT NULL,
  name     TEXT NOT NULL,
  chip     TEXT NOT NULL,
  PRIMARY KEY(campaign, target, library, name, chip)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
-- What the targets are held against; empty for nothing.
ALTER TABLE campaigns ADD COLUMN baseline TEXT NOT NULL DEFAULT '';
)sql",
    R"sql(
-- How often it was found, of so many checks of the case.
ALTER TABLE checks ADD COLUMN found INTEGER NOT NULL DEFAULT 1;
ALTER TABLE checks ADD COLUMN tries INTEGER NOT NULL DEFAULT 1;

-- One row for each raw signature, and each target that it is a property of.
CREATE TABLE findings_by_target(
  campaign   INTEGER NOT NULL,
  raw        TEXT NOT NULL,
  about      TEXT NOT NULL,    -- a target as in campaigns.targets; empty for all
  signature  TEXT NOT NULL,
  reduced    INTEGER NOT NULL,
  verdict    TEXT NOT NULL,
  detail     TEXT NOT NULL,
  outcome    TEXT NOT NULL,
  idx        INTEGER NOT NULL,
  target     TEXT NOT NULL,
  size       INTEGER NOT NULL,
  ops        INTEGER NOT NULL,
  casename   TEXT NOT NULL,
  lit        INTEGER NOT NULL,
  structures TEXT NOT NULL,    -- JSON array: what likens it to others
  morelike   TEXT NOT NULL,    -- raw, of the first of those behind which it is deferred; empty for none
  PRIMARY KEY(campaign, raw, about)
) STRICT, WITHOUT ROWID;
INSERT INTO findings_by_target
  SELECT campaign, raw, '', signature, reduced, verdict, detail, outcome, idx, target, size, ops,
    casename, lit, '[]', '' FROM findings;
DROP TABLE findings;
ALTER TABLE findings_by_target RENAME TO findings;

-- Checks that were done, but not those before them, or not confirmed when a session ended.
CREATE TABLE pending(
  campaign    INTEGER NOT NULL,
  idx         INTEGER NOT NULL,
  target      INTEGER NOT NULL,
  reply       TEXT NOT NULL,     -- a line of Protocol.h
  settled     INTEGER NOT NULL,  -- nothing about it is open
  first       INTEGER NOT NULL,  -- the range that it belongs to
  firsttarget INTEGER NOT NULL,
  past        INTEGER NOT NULL,
  bug         TEXT,              -- these as in the table of known bugs; null for none
  verdict     TEXT,
  signature   TEXT,
  PRIMARY KEY(campaign, idx, target)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
-- One row for each check that failed as a known bug does, reported or not. Programs that were passed
-- over for one have none: their checks are called known, and nothing was compiled.
CREATE TABLE known(
  campaign  INTEGER NOT NULL,
  idx       INTEGER NOT NULL,
  target    INTEGER NOT NULL,
  bug       TEXT NOT NULL,  -- id in the list of known bugs
  verdict   TEXT NOT NULL,  -- that it would be if it were not known
  signature TEXT NOT NULL,  -- raw
  PRIMARY KEY(campaign, idx, target)
) STRICT, WITHOUT ROWID;
-- Of those from before, nobody knows what they would have been, or which were passed over.
INSERT INTO known SELECT campaign, idx, target, SUBSTR(signature, LENGTH('known:') + 1), '', ''
  FROM checks WHERE verdict = 'known';
)sql",
    R"sql(
-- What parts of the targets' compilers did in a campaign's checks. Checks are written in their order,
-- so that of two stores of a campaign one has seen all that the other has.
CREATE TABLE coverage(
  campaign  INTEGER NOT NULL,
  target    INTEGER NOT NULL,  -- position in campaigns.targets
  kind      TEXT NOT NULL,     -- "pattern" or "pass"
  name      TEXT NOT NULL,
  root      TEXT NOT NULL,     -- of a pattern: the op that it is for
  tries     INTEGER NOT NULL,
  successes INTEGER NOT NULL,
  programs  INTEGER NOT NULL,  -- in which it succeeded
  first     INTEGER,           -- index of the first of them; null for none
  PRIMARY KEY(campaign, target, kind, name, root)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
ALTER TABLE campaigns ADD COLUMN plan TEXT NOT NULL DEFAULT '';   -- its text; empty for none
ALTER TABLE campaigns ADD COLUMN known TEXT NOT NULL DEFAULT '';  -- names the list of known bugs

-- What came of the programs of a campaign's first batches, by what they were drawn from: see
-- Services::sourceOf(). Batches that no session saw whole are left out.
CREATE TABLE sources(
  campaign INTEGER NOT NULL,
  target   INTEGER NOT NULL,  -- position in campaigns.targets
  source   INTEGER NOT NULL,
  programs INTEGER NOT NULL,
  seconds  REAL NOT NULL,     -- that their checks took
  PRIMARY KEY(campaign, target, source)
) STRICT, WITHOUT ROWID;
CREATE TABLE coverage_by_source(
  campaign INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  source   INTEGER NOT NULL,
  point    INTEGER NOT NULL,  -- a hash of (kind, name, root)
  programs INTEGER NOT NULL,  -- in which it succeeded
  PRIMARY KEY(campaign, target, source, point)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
ALTER TABLE campaigns ADD COLUMN watch TEXT NOT NULL DEFAULT '';  -- metrics, with commas between; empty for none
)sql",
    R"sql(
-- Of what is known, the verdict on the rest of the program, without what the bug is about; empty if
-- nothing is left or nobody looked.
ALTER TABLE checks ADD COLUMN rest TEXT NOT NULL DEFAULT '';
)sql",
    R"sql(
-- Where findings come from, as far as that was found out; the keys are those of the finding.
CREATE TABLE causes(
  campaign INTEGER NOT NULL,
  raw      TEXT NOT NULL,
  about    TEXT NOT NULL,
  casename TEXT NOT NULL,  -- of the case that was looked at: the IR is in files beside it
  cause    TEXT NOT NULL,  -- as check/CauseJson.h writes it
  PRIMARY KEY(campaign, raw, about)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
-- Whose turns of a campaign a store has: those of one shard, or of several that were merged. What
-- adds up over checks is kept for each shard by itself.
CREATE TABLE shards(
  campaign INTEGER NOT NULL,
  shard    INTEGER NOT NULL,  -- from 0
  shards   INTEGER NOT NULL,  -- that there are
  PRIMARY KEY(campaign, shard, shards)
) STRICT, WITHOUT ROWID;
INSERT INTO shards SELECT key, 0, 1 FROM campaigns;

CREATE TABLE coverage_of_shards(
  campaign  INTEGER NOT NULL,
  shard     INTEGER NOT NULL,
  target    INTEGER NOT NULL,
  kind      TEXT NOT NULL,
  name      TEXT NOT NULL,
  root      TEXT NOT NULL,
  tries     INTEGER NOT NULL,
  successes INTEGER NOT NULL,
  programs  INTEGER NOT NULL,
  first     INTEGER,
  PRIMARY KEY(campaign, shard, target, kind, name, root)
) STRICT, WITHOUT ROWID;
INSERT INTO coverage_of_shards SELECT campaign, 0, target, kind, name, root, tries, successes, programs, first FROM coverage;
DROP TABLE coverage;
ALTER TABLE coverage_of_shards RENAME TO coverage;

CREATE TABLE sources_of_shards(
  campaign INTEGER NOT NULL,
  shard    INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  source   INTEGER NOT NULL,
  programs INTEGER NOT NULL,
  seconds  REAL NOT NULL,
  PRIMARY KEY(campaign, shard, target, source)
) STRICT, WITHOUT ROWID;
INSERT INTO sources_of_shards SELECT campaign, 0, target, source, programs, seconds FROM sources;
DROP TABLE sources;
ALTER TABLE sources_of_shards RENAME TO sources;

CREATE TABLE coverage_by_source_of_shards(
  campaign INTEGER NOT NULL,
  shard    INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  source   INTEGER NOT NULL,
  point    INTEGER NOT NULL,
  programs INTEGER NOT NULL,
  PRIMARY KEY(campaign, shard, target, source, point)
) STRICT, WITHOUT ROWID;
INSERT INTO coverage_by_source_of_shards SELECT campaign, 0, target, source, point, programs FROM coverage_by_source;
DROP TABLE coverage_by_source;
ALTER TABLE coverage_by_source_of_shards RENAME TO coverage_by_source;
)sql",
    R"sql(
-- Whether the last session came to its end, by programs, time or findings.
ALTER TABLE shards ADD COLUMN ended INTEGER NOT NULL DEFAULT 1;
)sql",
    R"sql(
-- What of the target the reduced case needs; empty if all of it.
ALTER TABLE findings ADD COLUMN reducedtarget TEXT NOT NULL DEFAULT '';
)sql",
    R"sql(
-- Failures that were checked again where what hides the finding of their name does so. Those that
-- fail there as they did are another bug's: a finding that is about that target.
CREATE TABLE counterfactuals(
  campaign  INTEGER NOT NULL,
  idx       INTEGER NOT NULL,
  target    INTEGER NOT NULL,  -- position in campaigns.targets
  hiding    TEXT NOT NULL,     -- name of the target on which the finding's case is right
  signature TEXT NOT NULL,     -- raw, of what came there; empty if nothing is wrong
  PRIMARY KEY(campaign, idx, target, hiding)
) STRICT, WITHOUT ROWID;
)sql",
    R"sql(
-- Why it could not be reduced; empty if it was, or nobody tried.
ALTER TABLE findings ADD COLUMN unreduced TEXT NOT NULL DEFAULT '';
)sql",
    R"sql(
-- Known bugs that parts of a check's program show, beside what the check itself is.
CREATE TABLE others(
  campaign INTEGER NOT NULL,
  idx      INTEGER NOT NULL,
  target   INTEGER NOT NULL,
  bug      TEXT NOT NULL,  -- id in the list of known bugs
  PRIMARY KEY(campaign, idx, target, bug)
) STRICT, WITHOUT ROWID;
ALTER TABLE pending ADD COLUMN others TEXT NOT NULL DEFAULT '[]';  -- the same, a JSON array
)sql",
};

} // namespace

std::span<const std::string_view> storeMigrations() { return steps; }

void migrate(SQLite::Database &database, std::span<const std::string_view> list) {
  const auto version = static_cast<size_t>(database.execAndGet("PRAGMA user_version").getInt());
  if (version >= list.size())
    return;
  SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
  for (std::string_view step : list.subspan(version))
    database.exec(std::string(step));
  database.exec(fmt::format("PRAGMA application_id = {}", storeApplicationId));
  database.exec(fmt::format("PRAGMA user_version = {}", list.size()));
  transaction.commit();
}

} // namespace assay
