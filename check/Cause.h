#pragma once

#include "check/IrChange.h"
#include "oracle/Oracle.h"
#include "target/Inspector.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// What stands for something being to blame for a failure.
enum class Evidence : uint8_t {
  Replayed,      // the failure says so itself, and came again
  ShownAlone,    // it fails so alone, on the IR before it
  Named,         // the compiler names it; alone, it does something else
  Cut,           // right if the plainest passes go on before it, wrong if behind it
  CutAndLeftOut, // both that and right without it
  LeftOut,       // right without it
  TakenOver,     // right if what hides the failure goes on before it, wrong if behind it
  Differs,  // the first that makes something else where the failure is hidden: what comes later
            // may be to blame
  LowersIt, // wrong with the plainest passes as well, of which this one lowers what is wrong first
  RightBehindIt, // right without it, and right if another compiler goes on behind it: what comes
                 // later is to blame
};
inline constexpr std::array<std::string_view, 10> names(Evidence) {
  return {"replayed", "shown-alone", "named",   "cut",       "cut-and-left-out",
          "left-out", "taken-over",  "differs", "lowers-it", "right-behind-it"};
}

/// Something in a compiler that a failure is laid on.
struct Blamed {
  std::string name;
  Evidence evidence = Evidence::Replayed;
  std::string note = {}; // what else was seen of it: "right if the plainest passes begin"
  bool operator==(const Blamed &) const = default;
};
/// Right if the plainest passes go on before it, wrong if behind it.
inline bool isCut(const Blamed &one) {
  return one.evidence == Evidence::Cut || one.evidence == Evidence::CutAndLeftOut;
}
/// Whether a test says that it is to blame, and not only where to look.
inline bool isBlamed(const Blamed &one) {
  return one.evidence != Evidence::Differs && one.evidence != Evidence::LowersIt &&
         one.evidence != Evidence::RightBehindIt;
}
/// What is to blame, of what runs one after the other: "fuse", "fuse or later", "fuse, or what
/// follows fuse", with `kind` ahead of the name, if that is not empty: "pass".
std::string blamedText(const Blamed &one, std::string_view kind = "");

/// The value that is wrong first, in the order of the program.
struct WrongValue {
  ValueId value = 0;
  std::string op;                       // as valueLabel() has it
  std::vector<std::string> beside = {}; // the case's other nodes, as opLabel() has them, each once
  size_t run = 0;                       // of the case, in which it is
  /// Where it is seen best, which is another value if it cannot be seen alone; and the places
  /// there.
  ValueId seenIn = 0;
  Shape shape = {};
  std::string places, map; // as WrongPlaces.h describes and draws them
  bool operator==(const WrongValue &) const = default;
};

/// IR that leads to a failure.
struct CauseIr {
  std::string ir;        // empty if it is kept in a file
  std::string command;   // with the IR in FILE; empty where there is no command for it
  bool shows = true;     // the command fails as the whole compilation does
  std::string says = {}; // what it says else
  /// What it makes of the IR, if it ends well and that is known; empty if that is kept in a file.
  std::optional<std::string> made = {};
  size_t reducedFrom = 0; // lines, if some were left out; else 0
  bool operator==(const CauseIr &) const = default;
};

/// What hides a failure: with it, the case is right.
struct Hiding {
  VariationKind kind = VariationKind::Flag;
  std::string what; // "O0", "vmvx"; of a pass, which is left out, its name
  bool operator==(const Hiding &) const = default;
};

/// As TargetName::with() takes it: "O0", "without=cse".
std::string settingOf(const Hiding &hiding);

/// What else became of a failure when something was changed.
struct Changed {
  std::string what, verdict; // "O3", "mismatch:sort:f32"
  bool operator==(const Changed &) const = default;
};

/// What of a case is set: what is told of extents, the type of elements, how nodes are spelled, an
/// attribute of the accused node, what inputs are like, the op in that node's place.
enum class CaseAspect : uint8_t { Extents, Elements, Spelling, Attribute, Inputs, Op };
inline constexpr std::array<std::string_view, 6> names(CaseAspect) {
  return {"extents", "elements", "spelling", "attribute", "inputs", "op"};
}

/// What becomes of a failure where one thing of its case is set: "elements=f64".
struct CaseChange {
  std::string what;   // the aspect's name, or the attribute's, and to what it is set
  bool hides = false; // the case is right then; else it fails as it did
  bool isSo = false;  // nothing was set: the case is so already, and fails
  CaseAspect aspect() const;
  bool operator==(const CaseChange &) const = default;
};

/// One of the things that a pattern says of a node.
struct PatternKey {
  std::string key; // with its value, as docs/known-bugs.md has it: `"element": "f64"`
  size_t without = 0, failing = 0; // programs that have all but this, and of these those that fail
  bool operator==(const PatternKey &) const = default;
};

/// What programs that fail have, and others lack.
struct FailurePattern {
  std::vector<PatternKey> keys;
  size_t with = 0, failing = 0; // programs that have all of it, and of these those that fail
  bool operator==(const FailurePattern &) const = default;
};

/// How often a failure comes that is not there each time.
struct Recurrence {
  int found = 0, checks = 0;
  int untilGone = 0; // checks in a row in which it must stay away, or nothing hides it
  bool operator==(const Recurrence &) const = default;
};

/// The known bugs whose cases fail for the cause of a failure, as far as causes tell.
struct KnownCause {
  std::string bug; // that has it; empty if none has
  /// Those of which it is undecided, if none has it.
  std::vector<std::string> perhaps = {};
  bool operator==(const KnownCause &) const = default;
};

/// Where a failure comes from, as far as that could be found out, with what stands for it.
struct Cause {
  std::string kind;      // the verdict's name
  std::string signature; // with which it came again
  KnownCause known;
  std::optional<Recurrence> recurrence;
  std::optional<WrongValue> wrongFirst;
  /// Or the kernel.
  std::optional<Blamed> dispatch;
  /// Of a device's kernel, at which its checks stopped, and what they say.
  std::optional<Blamed> instruction;
  std::string checks;
  /// Each made alone; those that tell something.
  std::vector<CaseChange> changes;
  size_t untriedChanges = 0; // for which there was no time
  /// On top of the stack of a crash, or the pass on that of what hangs.
  std::optional<Blamed> function;
  std::optional<Blamed> phase;
  /// The one to blame; several where nothing tells which of them it is.
  std::vector<Blamed> passes;
  std::optional<CauseIr> beforePass; // what it is run on
  std::optional<IrChange> change;    // what it does to that, where one pass ends well
  std::optional<CauseIr>
      afterPhase; // after the last phase that is passed, where that shows nothing
  std::vector<Changed> neededPasses; // without which the case does not fail so, and what it does
  size_t allPasses = 0;              // of which these are
  std::string noPass, noPhase, noDispatch; // why none is known
  bool variations = false;                 // were tried
  std::vector<Hiding> hiddenBy;
  std::vector<Hiding> shownWith;  // with which it fails as it did
  std::vector<Changed> otherwise; // where it fails, and not as it did
  /// Where no pass is known.
  std::optional<FailurePattern> pattern;
  std::string noPattern;         // why none is known, and what was tried
  size_t tried = 0, untried = 0; // variations, and those for which there was no time
  size_t checkCount = 0;         // that it took
  double seconds = 0;            // likewise
  /// That the compiler's diagnostic names, though the case as the compiler is given it has none;
  /// empty for none.
  std::string absentOp = {};
  /// Of one pass that was left out: others without which it is right as well, in the order in which
  /// they run. One of them may be to blame in its place.
  std::vector<std::string> alternatives = {};

  bool operator==(const Cause &) const = default;
};

/// Why a case fails on one target.
struct FoundCause {
  TargetName target;
  Cause cause;
};

/// Something is known of where it comes from.
bool isLocated(const Cause &cause);

/// "fails where a node has "op": "topk" and "element": "f64""
std::string patternSentence(const FailurePattern &pattern);

/// Whether there was no time for most of what could be tried, and nothing that is to blame is
/// known.
bool isHardlyTried(const Cause &cause);

/// The passes that may be to blame, as blamedText() has them, the likeliest first.
std::vector<std::string> blamedPasses(const Cause &cause);

/// In one line, the narrowest first: "pass canonicalize (left out), phase flow; hidden by O0".
std::string headline(const Cause &cause);

/// All of it for people, in lines that end with a line feed and sections that begin with an empty
/// line. A cause of which more is known has a text that begins with that of the same cause before,
/// if it was found out in the order in which explain() does. The IR is in the files of irFiles().
std::string causeText(const Cause &cause, const std::filesystem::path &caseFile);

/// The command with that file as FILE.
std::string commandOn(const std::filesystem::path &file, std::string command);

/// The files beside a case that keep the IR of its cause: `caseFile` with the endings .pass.mlir,
/// .after.mlir of what the pass makes of that, and .phase.mlir.
std::filesystem::path passFile(std::filesystem::path caseFile);
std::filesystem::path afterPassFile(std::filesystem::path caseFile);
std::filesystem::path phaseFile(std::filesystem::path caseFile);
/// All that there may be of IR.
std::array<std::filesystem::path, 3> irFiles(const std::filesystem::path &caseFile);
/// The cause itself, beside a case that has no store: `caseFile` with the ending .cause.json.
std::filesystem::path causeFile(std::filesystem::path caseFile);
/// What a cause has for each of the files of IR; null for nothing.
std::array<std::string *, 3> irsOf(Cause &cause);

} // namespace assay
