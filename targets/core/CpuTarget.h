#pragma once

#include "runners/cpu/CodeGenerator.h"
#include "target/Target.h"
#include "targets/core/MlirCompiler.h"

namespace assay {

class CpuRunner;

/// MLIR to the LLVM dialect by some pipeline, LLVM at some level, run in this process.
class CpuTarget : public Target {
public:
  /// `toBuffers`, unless empty, makes the module of which is counted: the same, up to where it is
  /// on buffers.
  CpuTarget(TargetName name, PipelineBuilder builder, OptLevel level,
            Verification verification = Verification::EachPass, PipelineBuilder toBuffers = {});
  ~CpuTarget() override;

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  Accuracy accuracy() const override { return promised; }
  std::vector<Metric> metrics() const override;
  Outcome<Metrics> measure(const TestCase &testCase) const override;
  void countCoverage(CoverageScope scope) const override { compiler.countCoverage(scope); }
  std::vector<PointCount> takeCoverage() const override { return compiler.takeCoverage(); }

  /// The module that is compiled in place of what a case becomes: TargetOptions::module.
  void compileInstead(std::string module) { compiler.compileInstead(std::move(module)); }

  /// Sets up the JIT compiler; comes before compile().
  Expected<void> start();
  /// Whether the pipeline can be built, and takes a trivial module to the LLVM dialect.
  Expected<void> probe() { return compiler.probe(); }

  /// Wall seconds spent so far, by step.
  const MlirSeconds &mlirSeconds() const;
  CodegenSeconds codegenSeconds() const;

private:
  /// Of a module whose main is code itself, or whose host calls that of a module in it.
  Outcome<std::unique_ptr<Executable>> loadMain(const TestCase &testCase,
                                                mlir::ModuleOp module) const;
  Outcome<std::unique_ptr<Executable>> loadPlan(const TestCase &testCase, mlir::ModuleOp host,
                                                mlir::ModuleOp dispatches) const;

  TargetName title;
  Accuracy promised;
  OptLevel level;
  /// Compiling leaves no trace but in caches, clocks and counts.
  mutable MlirCompiler compiler;
  mutable std::optional<MlirCompiler> counted;
  std::shared_ptr<CpuRunner> runner;
};

} // namespace assay
