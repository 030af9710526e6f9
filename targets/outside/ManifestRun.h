#pragma once

#include "program/TestCase.h"
#include "runners/process/ScratchFolder.h"
#include "targets/Target.h"
#include "targets/outside/Manifest.h"

namespace assay {

/// What a manifest's compiler built, run as the manifest says: a process for each run, tensors in
/// files.
class ManifestRun : public Executable {
public:
  /// `folder` holds the module, and goes with this object. The manifest's program is resolved.
  ManifestRun(const TestCase &testCase, std::shared_ptr<const Manifest> manifest,
              ScratchFolder folder, std::filesystem::path module);

  Outcome<std::vector<Tensor>> run(const Run &run, const std::vector<Tensor> &inputs) override;

private:
  /// Where the results are to be, and the words that say so.
  Manifest::Words outputWords(const Run &run, const std::filesystem::path &folder) const;

  Program program;
  std::vector<SymbolId> scalars;
  std::shared_ptr<const Manifest> manifest;
  ScratchFolder folder;
  std::filesystem::path module;
};

/// A failure as the manifest sees it: a diagnostic that it knows to mean "not supported" is that.
TargetFailure judged(const Manifest &manifest, TargetFailure failure);

} // namespace assay
