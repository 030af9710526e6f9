#pragma once

#include "program/TestCase.h"
#include "support/process/ScratchFolder.h"
#include "target/Target.h"
#include "targets/commands/MemoryGuard.h"
#include "targets/manifest/Manifest.h"

namespace assay {

/// Where the command of a run finds and leaves things: paths, or what stands for them.
struct ManifestPlaces {
  std::string module, dir;
  std::filesystem::path files; // the folder of the tensors
};

/// The words of a run's command, and the files that they name, in order.
struct ManifestCommand {
  Manifest::Words words;
  std::vector<std::filesystem::path> inputs, outputs;
};

/// `scalars` are the program's index arguments, which the manifest has words for.
ManifestCommand manifestCommand(const Manifest &manifest, const Program &program,
                                const std::vector<SymbolId> &scalars, const Run &run,
                                const ManifestPlaces &places);

/// What a manifest's compiler built, run as the manifest says: a process for each run, tensors in
/// files.
class ManifestRun : public Executable {
public:
  /// `folder` holds the module, and goes with this object. The manifest's program is resolved.
  ManifestRun(const TestCase &testCase, std::shared_ptr<const Manifest> manifest,
              ScratchFolder folder, std::filesystem::path module);

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override;
  std::optional<Outcome<std::vector<Tensor>>>
  runWithOtherFill(const Run &run, const std::vector<Tensor> &inputs) override;

private:
  Outcome<std::vector<Tensor>> results(const Run &run, const std::vector<Tensor> &inputs,
                                       MemoryFill fill) const;
  /// What it builds, and what runs that, if it does not run other programs as well.
  std::vector<std::filesystem::path> code() const;

  Program program;
  std::vector<SymbolId> scalars;
  std::shared_ptr<const Manifest> manifest;
  ScratchFolder folder;
  std::filesystem::path module;
};

/// A failure as the manifest sees it: a diagnostic that it knows to mean "not supported" is that.
TargetFailure judged(const Manifest &manifest, TargetFailure failure);

} // namespace assay
