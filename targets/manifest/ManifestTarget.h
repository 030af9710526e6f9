#pragma once

#include "target/Inspector.h"
#include "target/Target.h"
#include "targets/manifest/Manifest.h"

namespace assay {

/// What a target's name stands for: a manifest, and what the name chooses of it.
struct ManifestChoice {
  Manifest manifest;
  std::filesystem::path file; // that it was read from
  std::filesystem::path here; // the manifest's folder
  Manifest::Words flags;      // of its level and settings
  /// The name as it means the same in every folder.
  TargetName name;
  Allowances sampled = {}; // what a sweep saw

  /// The name as the list of known bugs takes those of the compiler that it is based on: "mlir@22"
  /// alone where its commands do not say which passes it runs; nothing if it is based on none.
  std::optional<TargetName> base() const;
  Accuracy accuracy() const { return manifest.accuracy.with(sampled.without(manifest.denied)); }
};
/// Nothing if the name is no manifest's, "mycc:O2,--fast" of one that was added or
/// "manifest=my.json:O2,--fast".
Expected<std::optional<ManifestChoice>> chooseManifest(const TargetName &target);
/// The same of a name that may be that of a compiler alone, which chooses no flags.
Expected<std::optional<ManifestChoice>> chooseCompiler(const TargetName &name);

/// What the command for compiling writes of a module, as text.
Answer<std::string> compiledText(const ManifestChoice &choice, const std::string &module);

/// The first word becomes the path of a program, found on the PATH or below the manifest's folder.
/// An error says, of the place `at`, that there is none.
Expected<void> resolveCommand(Manifest::Words &words, const std::filesystem::path &here,
                              const std::string &at);

/// The compiler of a manifest: a process for each compilation and for each run.
class ManifestTarget : public Target {
public:
  /// Nothing if the name is no manifest's. Of what is built in, mutants alone, where the manifest
  /// allows them.
  static Expected<std::unique_ptr<Target>> make(const TargetName &name,
                                                const TargetOptions &options);

  const TargetName &name() const override { return title; }
  Outcome<std::unique_ptr<Executable>> compile(const TestCase &testCase) const override;
  Accuracy accuracy() const override { return granted; }
  std::vector<Premise> premises(const Program &program) const override {
    return writer.premises(program);
  }
  bool honours(Contract contract) const override { return promises(manifest->flavour, contract); }

private:
  ManifestTarget(TargetName title, std::shared_ptr<const Manifest> manifest, Manifest::Words flags,
                 Accuracy granted, std::optional<MutantOptions> mutant);

  TargetName title;
  std::shared_ptr<const Manifest> manifest;
  Manifest::Words flags;
  Accuracy granted;
  /// Writing leaves no trace but in caches.
  mutable FlavourWriter writer;
};

/// "mycc:LEVEL[,FLAG...]", or without what its manifest has not.
std::string targetForm(const Manifest &manifest);

} // namespace assay
