#pragma once

#include "flavours/Flavour.h"
#include "oracle/Accuracy.h"
#include "program/Outcome.h"
#include "program/TestCase.h"
#include "targets/Device.h"

#include <memory>
#include <optional>
#include <span>

namespace assay {

/// A compiled program, ready to run.
class Executable {
public:
  virtual ~Executable() = default;
  /// Executes once. Results are in the order of Program::returns().
  virtual Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) = 0;
  /// The same with what runs at the same time in another order; nothing if the target has no say
  /// in that.
  virtual std::optional<Outcome<std::vector<Tensor>>> runInOtherOrder(const Run &,
                                                                      const std::vector<Tensor> &) {
    return std::nullopt;
  }
  /// The same with something else in memory that nobody has written; nothing if the target has no
  /// say in that.
  virtual std::optional<Outcome<std::vector<Tensor>>>
  runWithOtherFill(const Run &, const std::vector<Tensor> &) {
    return std::nullopt;
  }
  /// Which accesses race with each other, "race in OP: ..."; empty if the target cannot tell.
  virtual std::string racesIn(const Run &, const std::vector<Tensor> &) { return {}; }
};

/// A compiler with its flags, plus the runner that executes what it built.
class Target {
public:
  virtual ~Target() = default;
  /// As it was asked for: "cpu:O2".
  virtual const std::string &name() const = 0;
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
};

/// Options that apply to targets of every name.
struct TargetOptions {
  /// Name of a fault in compiler/faults to build in; empty for none.
  std::string inject;
};

/// The target called `name`; an error says which names there are.
Expected<std::unique_ptr<Target>> makeTarget(std::string_view name,
                                             const TargetOptions &options = {});

struct TargetDescription {
  std::string name; // "cpu:O2", or a form such as "cpu:pipeline=<text>"
  std::string summary;
};
/// What `assay targets` lists.
std::vector<TargetDescription> targetDescriptions();

} // namespace assay
