#pragma once

#include "target/Inspector.h"

namespace assay {

/// Asks our own compiler: targets of a level, and pipelines of assay's passes that
/// a name spells out or draws (CorePipeline).
class CoreInspector : public Inspector {
public:
  Expected<std::string> module(const TargetName &name, const TestCase &testCase) const override;
  Expected<std::vector<std::string>> passes(const TargetName &name) const override;
  Expected<TargetName> withPasses(const TargetName &name,
                                  const std::vector<std::string> &passes) const override;
  Expected<TargetName> withBug(const TargetName &name, const std::string &bug) const override;
  Expected<std::vector<Cut>> cuts(const TargetName &name) const override;
  Expected<PassRun> runPass(const TargetName &name, const std::string &pass,
                            const std::string &module) const override;
  Expected<std::string> reduced(const TargetName &name, const std::string &module,
                                const ModuleJudge &isWanted) const override;
};

} // namespace assay
