#pragma once

#include "compiler/codeobject/CodeObject.h"
#include "runners/hip/HipLibrary.h"
#include "target/Target.h"
#include "targets/core/MlirCompiler.h"

namespace assay {

/// The core for AMD's GPUs: MLIR to kernels, LLVM to a code object, run through a HIP library, on a
/// GPU or without.
class HipTarget : public Target {
public:
  /// "hip:O1" for gfx942, or with a chip, "hip:O1,gfx90a"; or "hip:pipeline=TEXT", in which
  /// convert-gpu-to-rocdl names the chip, and which LLVM goes on with as at O1. An error says that
  /// there is no such target or fault, or what is missing of compiler, library or the folder for
  /// dumps, where compile() writes NAME.hsaco, NAME.s and NAME.plan.txt, NAME being that of the
  /// case and the target.
  static Expected<std::unique_ptr<Target>> make(const TargetName &name,
                                                const TargetOptions &options);

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;

  Accuracy accuracy() const override { return promised; }
  void countCoverage(CoverageScope scope) const override { compiler.countCoverage(scope); }
  std::vector<PointCount> takeCoverage() const override { return compiler.takeCoverage(); }
  std::optional<Device> device() const override;

  /// Wall seconds spent so far, by step.
  const MlirSeconds &mlirSeconds() const { return compiler.seconds(); }

private:
  HipTarget(TargetName name, PipelineBuilder builder, CodeObjectWriter writer,
            std::shared_ptr<HipLibrary> library, std::string dumpFolder);

  TargetName title;
  Accuracy promised;
  /// Compiling leaves no trace but in caches, clocks and counts.
  mutable MlirCompiler compiler;
  mutable CodeObjectWriter writer;
  std::shared_ptr<HipLibrary> library;
  std::string dumpFolder; // empty: none
};

} // namespace assay
