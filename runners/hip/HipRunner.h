#pragma once

#include "compiler/plan/Plan.h"
#include "program/types/Tensor.h"
#include "runners/hip/HipLibrary.h"
#include "target/Outcome.h"

#include <memory>
#include <span>

namespace assay {

/// A code object that was loaded onto the device, and what the host does with it.
class HipExecutable {
public:
  /// Fails at Stage::Load if the library does not take the code object.
  static Outcome<std::unique_ptr<HipExecutable>> load(std::shared_ptr<HipLibrary> library,
                                                      const std::string &codeObject, Plan plan);
  ~HipExecutable();
  HipExecutable(const HipExecutable &) = delete;
  HipExecutable &operator=(const HipExecutable &) = delete;

  /// Takes the plan's steps once, in a stream, and waits at most a minute for what then still runs
  /// (the emulator works while it is asked to, within its budget of instructions). Memory that
  /// nothing was written to holds NaN. Results are of the given element types; their shapes are the
  /// plan's. A kernel that touches what is not its own is a Sanitizer failure; a run that is beyond
  /// the plan's limits is Unsupported, and nothing of it is done.
  /// Appends what the plan says is held to `held`, unless that is null.
  Outcome<std::vector<Tensor>> run(std::span<const int64_t> scalars,
                                   std::span<const Tensor> arguments,
                                   std::span<const ElementType> results,
                                   std::vector<HeldMemory> *held = nullptr);

private:
  HipExecutable(std::shared_ptr<HipLibrary> library, Plan plan)
      : library(std::move(library)), plan(std::move(plan)) {}
  friend class HipExecution;

  std::shared_ptr<HipLibrary> library;
  Plan plan;
  void *module = nullptr;
};

} // namespace assay
