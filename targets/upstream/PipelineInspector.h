#pragma once

#include "target/Inspector.h"

namespace assay {

/// Asks targets whose names spell out upstream's passes, or draw them (PassList), by mlir-opt as a
/// process.
class PipelineInspector : public Inspector {
public:
  Expected<std::string> module(const TargetName &name, const TestCase &testCase) const override;
  /// The version that a build of one's own descends from.
  Expected<TargetName> basedOn(const TargetName &name) const override;
  Expected<std::string> content(const TargetName &name) const override;
  Expected<std::vector<std::string>> passes(const TargetName &name) const override;
  Expected<TargetName> withPasses(const TargetName &name,
                                  const std::vector<std::string> &passes) const override;
  Expected<PassRun> runPass(const TargetName &name, const std::string &pass,
                            const std::string &module) const override;
  Expected<std::string> reduced(const TargetName &name, const std::string &module,
                                const ModuleJudge &isWanted) const override;
};

} // namespace assay
