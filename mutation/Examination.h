#pragma once

#include "check/Check.h"
#include "mutation/MutantResult.h"
#include "mutation/Probes.h"

#include <memory>

namespace assay {

/// Told what is about to happen, so that a process that dies leaves behind where it was.
struct ExaminationObserver {
  StageObserver stage = {};                  // may be empty
  std::function<void(MutantStep)> step = {}; // may be empty
  void enter(Stage at) const {
    if (stage)
      stage(at);
  }
  void enter(MutantStep at) const {
    if (step)
      step(at);
  }
};

/// How a program that a mutant compiled is judged.
using CheckFunction =
    std::function<Verdict(const TestCase &, const Target &, const StageObserver &)>;

/// A program, and what it gives without a mutant.
class Examination {
public:
  struct Options {
    int64_t probes = 32; // other inputs, over all runs
    uint64_t seed = 0;   // draws them
    /// Whether what does not compile is reported: a random change may make a module that cannot.
    bool mustCompile = false;
  };
  /// The target must outlive it, and has no mutant.
  Examination(const TestCase &testCase, const Target &target, CheckFunction check, Options options,
              const ExaminationObserver &observe = {});

  /// What is said of one, all but what it changed: its target, which is compiled with once.
  MutantResult examine(const Target &mutant);

private:
  /// A probe and what it gives without a mutant.
  struct KnownProbe {
    Probe probe;
    std::vector<Tensor> results;
  };
  /// Why nothing can be said of mutants; empty if it can.
  std::string prepare();
  /// What each of the runs gives of its inputs, if it does so each time and whatever the order and
  /// the memory are.
  std::optional<std::vector<std::vector<Tensor>>>
  steadyResults(const std::vector<Run> &runs, const std::vector<std::vector<Tensor>> &inputs);
  /// Visits each probe until it returns false. More than some are drawn anew each time.
  void forEachKnownProbe(const std::function<bool(const KnownProbe &)> &visit);
  /// What was found of a mutant that the check does not report.
  struct Differences {
    std::optional<MutantResult> wrong;    // the reference does not admit it
    std::optional<MutantResult> admitted; // it does, and no line gives it
    std::optional<MutantResult> legal;    // lines give it
    void addLegal(MutantResult found, const std::vector<SemanticsLine> &more);
    MutantResult result() const {
      return wrong      ? *wrong
             : admitted ? *admitted
                        : legal.value_or(MutantResult{.outcome = MutantOutcome::Equal});
    }
  };
  /// In another order of what runs at the same time, and in other memory.
  void judgeOthers(Executable &mutated, Differences &differences) const;
  void judge(const Outcome<std::vector<Tensor>> &after, const KnownProbe &known, int64_t number,
             Differences &differences) const;
  /// The lines by which these results of a run differ; nothing if they are not legal.
  std::optional<std::vector<SemanticsLine>> linesOf(const TestCase &of, const Run &run,
                                                    const std::vector<Tensor> &inputs,
                                                    const std::vector<Tensor> &after,
                                                    const std::vector<Tensor> &before) const;
  std::optional<MutantResult> differenceOf(const Outcome<std::vector<Tensor>> &results,
                                           const std::vector<Tensor> &before,
                                           std::string_view where) const;

  const TestCase testCase; // what of it is defined
  const Target &target;
  CheckFunction check;
  Options options;
  ExaminationObserver observe;
  std::unique_ptr<Executable> executable;
  std::vector<std::vector<Tensor>> results; // of the runs of the case
  std::optional<std::vector<KnownProbe>> probes;
  std::string reason;
};

/// What it means that a worker died at that step of a pair with that verdict; `mustCompile` as in
/// Examination::Options.
MutantResult resultOfDeath(MutantStep step, const Verdict &verdict, bool mustCompile = false);

} // namespace assay
