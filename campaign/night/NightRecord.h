#pragma once

#include "support/Expected.h"
#include "support/FolderLock.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace assay {

/// A finding or missed optimisation that no campaign of a folder had before.
struct NightFinding {
  std::string compiler, signature, raw, about; // as in FindingRow
  std::string verdict, detail, target;
  std::string caseFile;
  std::string cause; // its headline; empty if nobody looked
  bool reduced = false;
  int attempts = 0; // of later nights to reduce and explain it
  /// The signature of the first finding of all nights that comes from the same bug, as far as
  /// causes tell; empty for that one itself.
  std::string sameCauseAs = {};
  int64_t failures = 0; // checks of its campaign that showed it; 0 if that was not kept
  /// As in KnownCause.
  std::string knownBug = {};
  std::vector<std::string> perhapsKnown = {};
  bool hardlyTried = false;    // as of the cause, which then decides nothing
  std::string notReduced = {}; // as rawText() has it; empty if that was not kept
};

/// Whether it is not reduced or not explained yet: then it may be one that is known.
bool isOpen(const NightFinding &finding);

/// What findings are that no campaign had before.
struct NightNews {
  std::vector<const NightFinding *> fresh; // of no known cause
  std::vector<const NightFinding *> ofKnownCause;
  std::vector<const NightFinding *> perhapsKnown; // perhaps of one
  std::vector<const NightFinding *> open;         // isOpen()
};
NightNews newsIn(const std::vector<const NightFinding *> &findings);

/// How many causes findings that are explained have: those that no other had before them.
size_t countCauses(const std::vector<const NightFinding *> &findings);

/// One campaign of a night: a target and a profile of the config, with a seed of its own.
struct NightCampaign {
  enum class State : uint8_t {
    Begun,   // and goes on if the night does
    Done,    // its store is in the common one
    Dropped, // killed before it had a store
  };

  std::string target, profile; // as the config has them
  std::string tested;          // the target with its release
  std::string drawn;           // the name of the profile or plan
  uint64_t seed = 0;
  std::string store; // seen from the folder; empty once it is pruned
  State state = State::Begun;
  double seconds = 0;
  int64_t programs = 0, checks = 0;
  std::map<std::string, int64_t> verdicts;
  /// Ops of programs that a compiler was given, and those of programs that it took.
  int64_t givenOps = 0, acceptedOps = 0;
  std::vector<NightFinding> fresh;
  /// Missed optimisations that are; no failures, which nights are not judged by.
  std::vector<NightFinding> missed;
  /// Failures that there was no time to confirm, and nights that came back to it for that.
  int64_t unconfirmed = 0, attempts = 0;
  /// Of the checks that ended as known, how many by bug; empty in records of before that was kept.
  std::map<std::string, int64_t> knownBugs = {};

  /// Checks that ended as a known bug.
  int64_t known() const {
    const auto found = verdicts.find("known");
    return found == verdicts.end() ? 0 : found->second;
  }
};

/// What became of a bug, as a retest found.
struct BugChange {
  std::string bug, from, to;
};

/// That a compiler's bugs are retested.
struct NightRetest {
  std::string on;       // "iree@3.14.0"
  std::string identity; // of all that a retest depends on
  bool isDone = false;
  /// By bug, the states before it, until it is done: a kill leaves some of them changed.
  std::map<std::string, std::string> before;
  std::vector<BugChange> changes;
};

/// A night as it is written down: all that outlasts a kill but for stores and bugs.
struct NightRecord {
  int64_t number = 0;
  /// Seconds since 1970; it ends `seconds` later at most.
  int64_t began = 0;
  double seconds = 0;
  /// It is over, and its summary was sent.
  bool isOver = false;
  std::vector<NightCampaign> campaigns;
  std::vector<NightRetest> retests;
  /// Releases that it installed and that are still there: "iree@3.14.0".
  std::vector<std::string> installed;
  /// Findings of earlier nights that it reduced or explained.
  std::vector<NightFinding> reduced;
  /// New in it, though a campaign of an earlier night showed it: that had no time to confirm it.
  std::vector<NightFinding> late;
  /// By target of the config, why it could not be had.
  std::map<std::string, std::string> gone;
  /// What went wrong without being anybody's fault here: a registry that does not answer.
  std::vector<std::string> troubles;
  /// Why it is unhealthy; empty if it is not.
  std::vector<std::string> unhealthy;

  /// Findings that no campaign before it had.
  std::vector<const NightFinding *> fresh() const;
  /// Those, and the ones of earlier nights that it reduced or explained.
  std::vector<const NightFinding *> told() const;
};

/// A seed of those that are drawn that none of their campaigns had.
uint64_t unusedSeed(std::span<const NightRecord> nights, const std::function<uint64_t()> &draw);

/// The records of all nights of a folder, the latest last; each is a file that is replaced in one
/// step. One process at a time has them.
class NightRecords {
public:
  /// A folder that is not there is made by the first keep(). An error says that another process
  /// holds it, or which file is damaged.
  static Expected<NightRecords> open(const std::filesystem::path &folder);
  const std::vector<NightRecord> &all() const { return nights; }
  /// What is changed or added is to be kept.
  std::vector<NightRecord> &all() { return nights; }
  /// Has that night on the disk as it is now.
  Expected<void> keep(const NightRecord &night);

private:
  explicit NightRecords(std::filesystem::path folder) : folder(std::move(folder)) {}

  /// Makes the folder if it is not there, and holds it.
  Expected<void> hold();

  std::filesystem::path folder;
  FolderLock lock;
  std::vector<NightRecord> nights;
};

} // namespace assay
