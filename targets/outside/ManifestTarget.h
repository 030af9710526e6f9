#pragma once

#include "targets/Target.h"
#include "targets/outside/Manifest.h"

namespace assay {

/// The compiler of a manifest: a process for each compilation and for each run.
class ManifestTarget : public Target {
public:
  /// "mycc:O2,--fast" for a manifest that was added; nothing if there is none of that name.
  static Expected<std::unique_ptr<Target>> makeAdded(std::string_view name);
  /// "manifest=my.json:O2,--fast": one that was not.
  static Expected<std::unique_ptr<Target>> makeFromFile(std::string_view name);

  const std::string &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  Accuracy accuracy() const override { return manifest->accuracy; }
  std::vector<Premise> premises(const Program &program) const override {
    return writer.premises(program);
  }

private:
  ManifestTarget(std::string title, std::shared_ptr<const Manifest> manifest,
                 Manifest::Words flags);

  /// `choice` is what follows the manifest's name: ":O2,--fast"; `here` is its folder.
  static Expected<std::unique_ptr<Target>> make(std::string_view title, Manifest manifest,
                                                std::string_view choice,
                                                const std::filesystem::path &here);

  std::string title;
  std::shared_ptr<const Manifest> manifest;
  Manifest::Words flags;
  /// Writing leaves no trace but in caches.
  mutable FlavourWriter writer;
};

/// "mycc:LEVEL[,FLAG...]", or without what its manifest has not.
std::string targetForm(const Manifest &manifest);

} // namespace assay
