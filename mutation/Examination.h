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
    int64_t probes = 32; // of each run
    uint64_t seed = 0;   // draws them
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
  /// What the run gives, if it does so each time and whatever the order and the memory are.
  std::optional<std::vector<Tensor>> steadyResults(const Run &run,
                                                   const std::vector<Tensor> &inputs);
  const std::vector<KnownProbe> &knownProbes();
  std::optional<MutantResult> differenceOfProbes(Executable &executable,
                                                 const std::vector<KnownProbe> &known);
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

/// What it means that a worker died at that step of a pair with that verdict.
MutantResult resultOfDeath(MutantStep step, const Verdict &verdict);

} // namespace assay
