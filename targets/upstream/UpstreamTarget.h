#pragma once

#include "target/Target.h"

#include <filesystem>

namespace assay {

/// What "mlir@19:pipeline=TEXT" asks for.
struct UpstreamOptions {
  std::string release; // what stands behind the @: "19", or "mybuild"
  int version = 0;     // the same, or the version that a build of one's own descends from
  /// With the builtin.module(...) around it.
  std::string pipeline;

  /// "mlir-runner", which was renamed in LLVM 20.
  std::string_view runner() const { return version < 20 ? "mlir-cpu-runner" : "mlir-runner"; }
};
/// An error says how such a name is written.
Expected<UpstreamOptions> upstreamOptions(const TargetName &name);

/// mlir-opt and mlir-runner of one version of LLVM, as Debian installs them, or of a build of the
/// user's own.
struct UpstreamTools {
  int version = 0;
  std::filesystem::path opt, runner;
  /// For --shared-libs.
  std::vector<std::string> libraries;
};

/// An error says which packages have them, or how a build is added.
Expected<UpstreamTools> findUpstreamTools(const UpstreamOptions &options);

/// Upstream's tools as processes: a pipeline of mlir-opt for each program, mlir-runner for each
/// run.
class UpstreamTarget : public Target {
public:
  /// "mlir@19:pipeline=TEXT". Of what is built in, mutants alone.
  static Expected<std::unique_ptr<Target>> make(const TargetName &name,
                                                const TargetOptions &options);

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  Accuracy accuracy() const override { return promised; }
  /// Patterns alone, and of version 22.
  void countCoverage(CoverageScope scope) const override { counts = scope; }
  std::vector<PointCount> takeCoverage() const override;

private:
  UpstreamTarget(TargetName title, UpstreamTools tools, std::string pipeline,
                 std::optional<MutantOptions> mutant);
  /// The case's module behind the pipeline, in a file in the folder.
  Outcome<std::filesystem::path> lower(const TestCase &testCase,
                                       const std::filesystem::path &folder,
                                       const std::vector<std::string> &variables) const;
  /// With the change where its seed says: where the program is emitted, in the module that mlir-opt
  /// is given, or, if that is of this program's MLIR, behind any of the passes.
  Outcome<std::filesystem::path> lowerMutated(const TestCase &testCase,
                                              const std::filesystem::path &folder) const;

  TargetName title;
  Accuracy promised;
  UpstreamTools tools;
  std::string pipeline;
  std::optional<MutantOptions> mutant;
  mutable CoverageScope counts = CoverageScope::Nothing;
  mutable std::vector<PointCount> counted;
};

} // namespace assay
