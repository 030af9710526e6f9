#pragma once

#include "check/Signature.h"
#include "oracle/Oracle.h"
#include "target/Metrics.h"

#include <map>
#include <variant>

namespace assay {

/// What the check of a case found. Closed: a switch or visit over it names every alternative.
struct Agree {};
struct Mismatch {
  size_t run = 0;
  Difference difference;
  /// The first value in topological order that differs when it is returned.
  ValueId firstWrong = 0;
  /// It is another one, or none, in another run of the same binary, or of one made again.
  bool nondeterministic = false;
};
struct CompileFailure {
  std::string diagnostic;
};
struct RunFailure {
  std::string diagnostic;
};
struct Crash {
  Stage stage = Stage::Compile;
  std::string detail;
};
struct Timeout {
  Stage stage = Stage::Compile;
  bool memory = false;
};
struct Sanitizer {
  std::string detail;
};
struct Unsupported {
  std::string reason;
};
/// Nothing could be said: the program is undefined for its inputs, or no element was conclusive.
struct Inconclusive {
  std::string reason;
};
/// Found once, and not again in fresh workers.
struct Flaky {
  std::string first;
};

/// A bug of the target that is on the list of known ones.
struct Known {
  std::string id, link;
  /// What the rest of the program does, by the name of its verdict: without the nodes that the bug
  /// is about, which are taken for right. Empty if nothing is left or nobody looked.
  std::string rest = {};
};

/// Results that are right only if the target is granted more of what lowerings lose than was
/// sampled on it (oracle/Accuracy.h).
struct Inaccurate : Mismatch {
  /// Which, by name: the one that is enough, or several that are together.
  std::string allowances;
};

/// Results are right, but the compiler makes better code of another spelling of the program.
struct MissedOptimisation {
  /// What was counted, of the case's program and of the other spelling.
  Metrics given, better;
  /// What was watched.
  std::vector<Metric> watched;
  /// The other spelling, as program/Text.h writes cases.
  std::string spelling;

  /// That without its runs, which are the case's.
  std::string_view program() const;
};

using OutcomeVariant =
    std::variant<Agree, Mismatch, CompileFailure, RunFailure, Crash, Timeout, Sanitizer,
                 Unsupported, Inconclusive, Flaky, Known, Inaccurate, MissedOptimisation>;
/// What copies it is in Verdict.cpp: each file that did it itself would be compiled for longer.
struct Outcomes : OutcomeVariant {
  using OutcomeVariant::OutcomeVariant;
  Outcomes() noexcept;
  Outcomes(const Outcomes &other);
  Outcomes(Outcomes &&other) noexcept;
  Outcomes &operator=(const Outcomes &other);
  Outcomes &operator=(Outcomes &&other) noexcept;
  ~Outcomes();
};

/// How often something was found, of so many checks of one case.
struct Frequency {
  int found = 1;
  int checks = 1;
  bool isAlways() const { return found == checks; }
  bool operator==(const Frequency &) const = default;
};

/// Wall seconds by part of the pipeline.
struct StageSeconds {
  double generate = 0, oracle = 0, compile = 0, run = 0, compare = 0;

  double total() const { return generate + oracle + compile + run + compare; }
  StageSeconds &operator+=(const StageSeconds &other) {
    generate += other.generate;
    oracle += other.oracle;
    compile += other.compile;
    run += other.run;
    compare += other.compare;
    return *this;
  }
};

/// What a dispatch made, held against the reference.
struct DispatchCheck {
  std::string dispatch; // "topk_3"
  size_t run = 0;
  /// The program's value that it is; nothing if that is not known.
  std::optional<ValueId> value;
  /// Nothing where it is right, or not known what it is.
  std::optional<Difference> difference;
};

struct Verdict {
  Outcomes outcome;
  /// Empty of Agree.
  Signature signature;
  /// Elements judged, over all runs.
  int64_t exact = 0, bounded = 0, inconclusive = 0;
  StageSeconds seconds;
  /// What was counted of the code, if the target was to count and what it compiled is right.
  Metrics metrics;
  /// Of what accuses the target, once it was checked again.
  Frequency frequency;
  /// In the order in which they are made, if it was asked for and the target can tell.
  std::vector<DispatchCheck> dispatches;

  /// "agree", "mismatch", "compile_failure", ...
  std::string_view name() const;
  /// Nothing that came out is wrong, if only because too little is known of it.
  bool passes() const;
  /// A verdict that accuses the target.
  bool isFinding() const;
  /// It accuses the target of nothing but slow code.
  bool isMissedOptimisation() const;
  /// Where a result differs, of a Mismatch or Inaccurate; else null.
  const Mismatch *difference() const;
  /// It is one, and there was no code to run.
  bool failsToCompile() const;
  /// One or a few lines for people.
  std::string describe() const;
};

/// "result 0 [1, 2] is 3, expected 4; 1 of 6 elements are wrong"
std::string describeDifference(const Difference &difference);

/// The name of a MissedOptimisation.
inline constexpr std::string_view missedOptimisationName = "missed_optimisation";

/// The names of all verdicts in the order of Outcomes.
std::span<const std::string_view> verdictNames();

} // namespace assay
