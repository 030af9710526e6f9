#pragma once

#include "compiler/plan/Plan.h"
#include "runners/cpu/CpuRunner.h"

namespace assay {

/// A program that is a plan, and a library of the functions that it calls.
class CpuPlanExecutable {
public:
  /// The module defines each function that the plan calls; it is used up.
  static Outcome<std::unique_ptr<CpuPlanExecutable>> load(CpuRunner &runner, llvm::Module &module,
                                                          Plan plan);

  /// Takes the plan's steps once, in guarded memory in which what nobody has written is NaN.
  /// Results are of the given element types; their shapes are the plan's. A write outside of what a
  /// function is given is a Sanitizer failure, and one into an argument or constant; a run
  /// that is beyond the plan's limits is Unsupported, and nothing of it is done. Appends what the
  /// plan says is held to `held`, unless that is null.
  Outcome<std::vector<Tensor>> run(std::span<const int64_t> scalars,
                                   std::span<const Tensor> arguments,
                                   std::span<const ElementType> results,
                                   std::vector<HeldMemory> *held = nullptr);

private:
  CpuPlanExecutable(Plan plan, std::unique_ptr<CpuLibrary> library)
      : plan(std::move(plan)), library(std::move(library)) {}

  Plan plan;
  std::unique_ptr<CpuLibrary> library;
};

} // namespace assay
