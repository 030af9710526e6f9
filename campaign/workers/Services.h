#pragma once

#include "check/Accused.h"
#include "check/Cause.h"
#include "check/Check.h"
#include "reducer/Judge.h"
#include "target/CrashText.h"
#include "target/Inspector.h"

#include <functional>

namespace assay {

/// What is built into a compiler by its name, as TargetOptions' `inject`.
enum class BugKind : uint8_t {
  Rule,  // a wrong rewrite that is applied wherever it matches
  Fault, // with a trigger of its own
};

struct BugDescription {
  std::string name;
  std::string summary; // what it does wrong
};

struct ProfileDescription {
  std::string name;
  std::string summary;
};

/// What programs are drawn from: a profile, or a plan with its text.
struct ProgramSource {
  std::string name;
  std::string plan; // empty for a profile
};

/// A known bug that a failure may be: it is, if it does not show on the other target.
struct Suspect {
  Verdict known;
  TargetName hidingTarget;
};

/// What workers and supervisor are made of. The tools pass the real generator, targets and check;
/// tests pass fakes that crash, hang or lie on purpose.
struct Services {
  /// The case of that index in the campaign with that seed; an error if there is no such profile,
  /// nor a plan of that name that was added.
  std::function<Expected<TestCase>(uint64_t seed, uint64_t index, const std::string &profile)>
      generate;
  /// From now on the plan's name may stand where a profile's does; an error says what is wrong in
  /// the text, which is from that source. The text that comes back is the same for equal plans.
  std::function<Expected<ProgramSource>(const std::string &text, const std::string &source)>
      addPlan;
  /// A number for what the program of that index is drawn from: programs of one number are drawn
  /// from the same weights.
  std::function<int64_t(uint64_t seed, uint64_t index, const std::string &profile)> sourceOf;
  /// Of the programs that a known bug would most likely spoil, one in so many is checked.
  std::function<int64_t(const std::string &profile)> looksAnyway;
  std::function<Expected<std::unique_ptr<Target>>(const TargetName &, const TargetOptions &)>
      makeTarget;
  std::function<Verdict(const TestCase &, const Target &, const StageObserver &)> check;
  /// For each of these deliberate bugs, whether it may change what becomes of the case's program on
  /// the target.
  std::function<std::vector<bool>(const TestCase &, const TargetName &target,
                                  const std::vector<std::string> &bugs)>
      mayChange;
  /// The known bug that a failure on the target is; with no verdict, one that the program would
  /// most likely run into. Nothing if it is news. May be empty: then nothing is known.
  std::function<std::optional<Verdict>(const TestCase &, const TargetName &target,
                                       const Verdict *verdict)>
      known;
  /// All that a failure on the target may be, of which `known` gives the first. May be empty.
  std::function<std::vector<Verdict>(const TestCase &, const TargetName &target, const Verdict &)>
      allKnown;
  /// Which nodes are to blame for a failure on the target that is that known bug. May be empty:
  /// then nothing else is looked for in a program that shows one.
  std::function<Accused(const TestCase &, const TargetName &target, const Verdict &verdict,
                        const std::string &bug)>
      accused;
  /// The nodes for which known bugs are expected.
  std::function<std::set<NodeId>(const TestCase &, const TargetName &target)> expectedAt;
  /// The known bugs that a failure on the target is if another target hides it, in the order in
  /// which to try. May be empty.
  std::function<std::vector<Suspect>(const TestCase &, const TargetName &target, const Verdict &)>
      suspects;
  /// The bug that a known one is another name of; that one itself for none. May be empty.
  std::function<std::string(const std::string &bug)> originalBug;
  /// The known bugs whose cases fail on the target for that cause, or as that case may, each by
  /// its original's name. May be empty.
  std::function<KnownCause(const Cause &, const TargetName &target, const TestCase &)>
      withKnownCause;
  /// Has these two look for the bugs on the user's own list as well. May be empty.
  std::function<Expected<void>(const std::string &file)> addKnownBugs;
  /// A name for all that is known of the targets' compilers, which another list does not have. May
  /// be empty.
  std::function<std::string(const std::vector<TargetName> &)> knownListName;
  /// The reference's values, for reductions.
  Evaluator evaluate;
  /// The case as a lit file for the target with which it gave the verdict; `inject` as in
  /// TargetOptions.
  std::function<Expected<std::string>(const TestCase &, const Verdict &, const TargetName &target,
                                      const std::string &inject)>
      writeLit;
  /// A module of all the cases' programs, as a lit file for the target on which the one at
  /// `accused` gave the verdict in that company.
  std::function<Expected<std::string>(const std::vector<TestCase> &, size_t accused,
                                      const Verdict &, const TargetName &target)>
      writeJointLit;
  /// The case's program in MLIR: as the core emits it for "mlir", else in the flavour of that name,
  /// "iree" or "iree@3.4.0". An error says that there is none or that it cannot say an op.
  std::function<Expected<std::string>(const TestCase &, const std::string &flavour)> emit;
  /// The names of the bugs of that kind that can be built into the target: all, or those that are
  /// named. An error says which there are.
  std::function<Expected<std::vector<std::string>>(BugKind, const TargetName &target,
                                                   const std::vector<std::string> &named)>
      bugs;
  /// All bugs of that kind, whatever the target.
  std::function<std::vector<BugDescription>(BugKind)> allBugs;
  /// Whom to ask about the target of that name, for the cause of what it does.
  std::function<std::unique_ptr<Inspector>(const TargetName &)> inspectorOf;
  /// The cause of what a case does on a target, with a deliberate bug if any, found within so many
  /// seconds; what is in the way stands in it. `seen` is what it was found with, if that is known:
  /// what comes now and then need not come again at once. In a worker, which begins others for it.
  std::function<Cause(const TestCase &, const TargetName &target, const std::string &inject,
                      const std::optional<Verdict> &seen, double seconds)>
      explain;
  /// Upstream's registered passes and its canonicalization patterns: what coverage is held against.
  /// May be empty.
  std::function<std::vector<CoveragePoint>()> upstreamPoints;
  /// How often each structure occurs in the first `count` programs, as text.
  std::function<Expected<std::string>(uint64_t seed, uint64_t count, const std::string &profile)>
      census;
  std::function<std::vector<TargetDescription>()> targets;
  /// A target with what it draws spelled out, so that nothing of it is random.
  std::function<TargetName(const TargetName &)> withDrawsSpelledOut;
  /// The default first.
  std::function<std::vector<ProfileDescription>()> profiles;
  /// Names the functions on a dead worker's stack; may be empty.
  SymbolLookup functionAt;
};

} // namespace assay
