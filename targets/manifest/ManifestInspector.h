#pragma once

#include "target/Inspector.h"

namespace assay {

/// Asks the manifests of compilers; of names that are none's it cannot say anything.
class ManifestInspector : public Inspector {
public:
  Expected<std::string> module(const TargetName &name, const TestCase &testCase) const override;
  Expected<TargetName> basedOn(const TargetName &name) const override;
  /// Of all files of the compiler, which may be named without a level.
  Expected<std::string> content(const TargetName &name) const override;
  /// The manifest's other levels, the target without one of the flags in its name, and what the
  /// manifest says to leave a pass out.
  Expected<std::vector<Variation>> variations(const TargetName &name) const override;
  /// There are none; says what a manifest may say in their place.
  Expected<Phases> phases(const TargetName &name) const override;
  /// Each with the passes of the manifest up to one, and all behind it left out.
  Expected<std::vector<Cut>> cuts(const TargetName &name) const override;
  Answer<PassIr> passIr(const TargetName &name, const std::string &pass,
                        const TestCase &testCase) const override;
  Answer<std::string> afterPass(const TargetName &name, const std::string &pass,
                                const TestCase &testCase) const override;
  /// cpu:O0, for what is given upstream's dialects.
  Expected<TargetName> otherCompiler(const TargetName &name) const override;
  /// No manifest says how its compiler would name one.
  Expected<std::optional<PassFailure>> failingPass(const TargetName &name,
                                                   const std::string &module) const override;
};

} // namespace assay
