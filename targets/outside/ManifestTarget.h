#pragma once

#include "targets/Target.h"
#include "targets/outside/Manifest.h"

namespace assay {

/// What a target's name stands for: a manifest, and what the name chooses of it.
struct ManifestChoice {
  Manifest manifest;
  std::filesystem::path here; // the manifest's folder
  std::string choice;         // what follows its name: ":O2,--fast"
  Manifest::Words flags;      // of that
  /// The name as it means the same in every folder.
  std::string name;
  Allowances sampled = {}; // what a sweep saw

  /// The name as the list of known bugs takes those of the compiler that it is based on: "mlir@22"
  /// alone where its commands do not say which passes it runs; empty if it is based on none.
  std::string base() const;
  Accuracy accuracy() const { return manifest.accuracy.with(sampled.without(manifest.denied)); }
};
/// Nothing if the name is no manifest's, "mycc:O2,--fast" of one that was added or
/// "manifest=my.json:O2,--fast".
Expected<std::optional<ManifestChoice>> chooseManifest(std::string_view target);

/// The compiler of a manifest: a process for each compilation and for each run.
class ManifestTarget : public Target {
public:
  /// Nothing if the name is no manifest's.
  static Expected<std::unique_ptr<Target>> make(std::string_view name);

  const std::string &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  Accuracy accuracy() const override { return granted; }
  std::vector<Premise> premises(const Program &program) const override {
    return writer.premises(program);
  }

private:
  ManifestTarget(std::string title, std::shared_ptr<const Manifest> manifest, Manifest::Words flags,
                 Accuracy granted);

  std::string title;
  std::shared_ptr<const Manifest> manifest;
  Manifest::Words flags;
  Accuracy granted;
  /// Writing leaves no trace but in caches.
  mutable FlavourWriter writer;
};

/// "mycc:LEVEL[,FLAG...]", or without what its manifest has not.
std::string targetForm(const Manifest &manifest);

} // namespace assay
