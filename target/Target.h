#pragma once

#include "oracle/Accuracy.h"
#include "target/Coverage.h"
#include "target/Device.h"
#include "target/Executable.h"
#include "target/Metrics.h"
#include "target/Mutant.h"
#include "target/Premise.h"
#include "target/TargetName.h"

#include <memory>
#include <optional>
#include <span>

namespace assay {

/// A compiler with its flags, plus the runner that executes what it built.
class Target {
public:
  virtual ~Target() = default;
  /// As it was asked for: "cpu:O2".
  virtual const TargetName &name() const = 0;
  /// Compiles the program once for all runs of the case.
  virtual Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const = 0;
  /// Whether compileJointly() is of use.
  virtual bool compilesJointly() const { return false; }
  /// Compiles the cases as one module as far as that works, so that compile() of each, which takes
  /// what was made here, is quick. What fails only in that company fails in compile() as well.
  virtual void compileJointly(std::span<const TestCase *const>) const {}
  virtual Accuracy accuracy() const { return {}; }
  /// Where executables run; nothing if on this machine's processor, or nowhere.
  virtual std::optional<Device> device() const { return std::nullopt; }
  /// What must hold of values for the target's results to mean anything.
  virtual std::vector<Premise> premises(const Program &) const { return {}; }
  /// Whether it does what a case that names the contract relies on; by default, as MLIR's own
  /// dialects say it, which promise nothing of NaN as a key or of indices out of range.
  virtual bool honours(Contract contract) const {
    return contract != Contract::NanOrder && contract != Contract::ClampedGather &&
           contract != Contract::SkippedScatter;
  }

  /// What can be counted of the code for a program; empty if nothing.
  virtual std::vector<Metric> metrics() const { return {}; }
  /// The counts of these, as far as they can be told of the case's program.
  virtual Outcome<Metrics> measure(const TestCase &) const { return Metrics(); }
  /// Whether check() is to put these into its verdict.
  bool isMeasured() const { return measured || !underWatch.empty(); }
  void setMeasured(bool whether) { measured = whether; }
  /// The metrics in which another spelling of a program may not do better: see
  /// check/MissedOptimisation.h. An error names one that cannot be counted.
  Expected<void> watch(std::vector<Metric> metrics);
  const std::vector<Metric> &watched() const { return underWatch; }

  /// From now on until takeCoverage() it is counted which parts of the compiler do something.
  virtual void countCoverage(CoverageScope) const {}
  /// What was counted, each part once; nothing if that cannot be told of the target.
  virtual std::vector<PointCount> takeCoverage() const { return {}; }

private:
  bool measured = false;
  std::vector<Metric> underWatch;
};

/// Options that apply to targets of every name.
struct TargetOptions {
  /// Name of a fault in compiler/faults to build in; empty for none.
  std::string inject = {};
  /// Where those that can leave what they compile each program to; empty for nowhere.
  std::string dumpFolder = {};
  /// Verdicts say what dispatches made.
  bool tracesDispatches = false;
  /// A change to build in, of targets whose compiler is assay's own; nothing for none.
  std::optional<MutantOptions> mutant = {};
  /// What Target::watch() is told.
  std::vector<Metric> watch = {};
  /// What Target::setMeasured() is told.
  bool measure = false;
  /// A module in upstream's dialects, as text, that is compiled in place of what the case would
  /// become, by cpu:O0 to O3; empty for none.
  std::string module = {};
};

/// A target that can be asked for.
struct TargetDescription {
  std::string name; // "cpu:O2", or a form such as "cpu:pipeline=<text>"
  std::string summary;
};

} // namespace assay
