#pragma once

#include "target/Inspector.h"

namespace assay {

/// Asks releases of IREE by their own tools, iree-compile and iree-opt, as processes. An error also
/// says what is wrong with a name.
class IreeInspector : public Inspector {
public:
  Expected<std::string> module(const TargetName &name, const TestCase &testCase) const override;
  /// The release that a build of one's own descends from.
  Expected<TargetName> basedOn(const TargetName &name) const override;
  Expected<std::string> content(const TargetName &name) const override;
  Expected<std::vector<Variation>> variations(const TargetName &name) const override;
  Expected<Phases> phases(const TargetName &name) const override;
  Expected<TargetName> takenOver(const TargetName &name, const std::string &phase,
                                 const TargetName &other) const override;
  Answer<std::string> afterPhase(const TargetName &name, const std::string &phase,
                                 const std::string &module) const override;
  Expected<Reproduction> compileFrom(const TargetName &name, const std::string &phase,
                                     const std::string &module) const override;
  Answer<std::vector<PassDump>> passDumps(const TargetName &name, const std::string &from,
                                          const std::string &to,
                                          const std::string &module) const override;
  Answer<std::vector<DispatchTrace>> dispatches(const TargetName &name, const TestCase &testCase,
                                                const std::string &module) const override;
  Expected<std::optional<PassFailure>> failingPass(const TargetName &name,
                                                   const std::string &module) const override;
  /// The module is one that failingPass() gives, which says what the pass is.
  Expected<PassRun> runPass(const TargetName &name, const std::string &pass,
                            const std::string &module) const override;
  Expected<std::string> reduced(const TargetName &name, const std::string &module,
                                const ModuleJudge &isWanted) const override;
  Expected<std::vector<VersionNumber>> releases(const TargetName &name) const override;
  Expected<TargetName> onRelease(const TargetName &name, VersionNumber version,
                                 const OnProgress &onStep) const override;
};

} // namespace assay
