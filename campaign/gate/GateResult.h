#pragma once

#include "check/Cause.h"
#include "check/Verdict.h"
#include "target/TargetName.h"

#include <array>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace assay {

/// What a failure of base or candidate is to a gate.
enum class GateChange : uint8_t {
  New,     // on the candidate alone, each time
  Changed, // on both, but not the same
  Known,   // on the candidate, a bug that is known
  OnBase,  // on both, if on the base perhaps with a near variant of the program
  Flaky,   // on the candidate, and not again
  Open,    // on the candidate; nobody had the time to look closer
  Fixed,   // on the base alone
};
inline constexpr std::array<std::string_view, 7> names(GateChange) {
  return {"new", "changed", "known", "on_base", "flaky", "open", "fixed"};
}

/// The same target of both compilers.
struct GatePair {
  TargetName base, candidate;
  /// Hashes of what the compilers consist of.
  std::string baseContent, candidateContent;
  /// What the candidate may lose and the base may not, and the other way round, as
  /// docs/semantics.md names it; commas between.
  std::string grantedMore = {}, grantedLess = {};

  /// The base as what it is remembered by: its content says which release it is.
  std::string baseSetting() const {
    TargetName setting = base;
    setting.release.clear();
    return setting.text();
  }
  bool isEqual() const {
    return baseContent == candidateContent && candidate.onCompiler(base) == base;
  }
};

/// Failures of one signature, by the program that shows it.
struct GateFinding {
  /// Programs of a target that showed it.
  struct Tally {
    TargetName target; // of the candidate
    int64_t programs = 0;
  };

  GateChange change = GateChange::Open;
  std::string verdict, signature, detail; // on the candidate; of what is fixed, on the base
  std::optional<Verdict> seen;            // of which these are, on the candidate
  /// What the base does with the program: of Changed, or OnBase.
  std::string baseVerdict = {}, baseSignature = {}, baseDetail = {};
  /// How it was found on the base, of OnBase: "with other inputs".
  std::string how;
  std::string known;   // id of the known bug
  std::string program; // "corpus/argmax-with-ties.txt", "program 17"
  std::vector<Tally> targets;
  bool isReduced = false;
  int64_t ops = 0; // in the program
  /// Of the files in the gate's folder, without their endings; empty where none were written.
  std::string caseName;
  bool hasLit = false;
  /// Of what is new or changed; its IR is in files beside the case's.
  std::optional<Cause> cause;
  /// The signature of the first finding that comes from the same bug, as far as causes tell; empty
  /// for that one itself.
  std::string sameCauseAs;

  /// Takes over what the verdict on the case says.
  void shows(const TestCase &testCase, const Verdict &outcome);
};

/// What became of a case of the corpus on one target of the candidate.
struct GateCaseResult {
  std::string name;
  TargetName target;
  std::string baseVerdict, verdict; // as Verdict::name() says
  std::string signature;
  double seconds = 0; // on the candidate
  /// What is to be said of it; nothing if both are right.
  std::optional<GateChange> change;
  /// The place among GateResult::findings of the one that it shows, if it is of any.
  std::optional<size_t> finding;
};

/// Seconds of compiling the programs that both compilers get right.
struct CompileTimes {
  struct Side {
    double median = 0, slowest = 0; // of 99 %
  };
  GatePair pair;
  int64_t programs = 0;
  Side base, candidate;

  /// By more than a quarter, and more than the noise of a machine, over programs enough to tell.
  bool isSlower() const;
};

/// What was counted of the code for the programs that both compilers get right.
struct MetricChange {
  GatePair pair;
  Metric metric = Metric::Transposes;
  int64_t base = 0, candidate = 0; // of all programs
  int64_t worse = 0, better = 0;   // programs
  std::string worst;               // the program that lost most
};

/// What a gate amounts to; all its outputs are made of it.
struct GateResult {
  enum class End : uint8_t { Completed, OutOfTime, Stopped, Equal };

  std::string version;
  std::vector<GatePair> pairs;
  uint64_t seed = 0;
  std::string profile, inject;
  int64_t count = 0; // that was asked for
  End end = End::Completed;
  /// The time was over while failures were looked at, reduced or explained.
  bool isCutShort = false;
  std::filesystem::path folder;

  /// That were checked: of the corpus, and drawn.
  int64_t corpusCases = 0;
  int64_t programs = 0;
  int64_t checks = 0; // of both
  /// Of checks of the candidate that have one of the base: that it compiled, and that were left out
  /// for bugs that are known.
  int64_t accepted = 0, passedOver = 0;
  std::map<std::string, int64_t> verdicts;
  std::vector<std::string> ops; // that were accepted
  int64_t structures = 0;       // that were accepted
  /// What the base takes and the candidate does not, or says nothing of; by reason.
  std::map<std::string, int64_t> newlyUnsupported, newlyInconclusive;
  int64_t newlySupported = 0;
  std::vector<GateFinding> findings; // the worst first
  std::vector<GateCaseResult> cases;
  std::vector<CompileTimes> compileTimes;
  std::vector<MetricChange> metrics;
  double seconds = 0;

  /// Findings of that kind.
  std::vector<const GateFinding *> of(GateChange change) const;
};
inline constexpr std::array<std::string_view, 4> names(GateResult::End) {
  return {"completed", "minutes", "interrupted", "equal"};
}

/// What a gate may fail on: failures by their verdict, which are new or where the base's are of
/// none of these kinds, "changed", "unsupported" and "inconclusive".
std::vector<std::string> gateKinds();
/// Those that it fails on if nothing else is said: all but the last two.
std::vector<std::string> defaultGateKinds();
/// Whether one of these was found.
bool fails(const GateResult &result, const std::vector<std::string> &kinds);
/// Whether the finding is of one of these kinds.
bool fails(const GateFinding &finding, const std::vector<std::string> &kinds);

} // namespace assay
