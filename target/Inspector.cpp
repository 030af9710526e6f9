#include "target/Inspector.h"

#include <fmt/format.h>

namespace assay {

static Error cannotSay(const TargetName &name, std::string_view what) {
  return {fmt::format("the compiler of {} cannot say {}", name.text(), what)};
}

Expected<std::string> Inspector::module(const TargetName &name, const TestCase &) const {
  return cannotSay(name, "what it is given");
}

Expected<std::string> Inspector::content(const TargetName &) const { return std::string(); }

Expected<TargetName> Inspector::basedOn(const TargetName &name) const {
  return cannotSay(name, "what it is based on");
}

Expected<std::vector<Variation>> Inspector::variations(const TargetName &name) const {
  return cannotSay(name, "what may hide a failure");
}

Expected<Phases> Inspector::phases(const TargetName &name) const {
  return cannotSay(name, "which phases it has");
}

Expected<TargetName> Inspector::takenOver(const TargetName &name, const std::string &,
                                          const TargetName &) const {
  return cannotSay(name, "how another goes on with what it begins");
}

Answer<std::string> Inspector::afterPhase(const TargetName &name, const std::string &phase,
                                          const std::string &) const {
  return cannotSay(name, "what there is after " + phase);
}

Expected<Reproduction> Inspector::compileFrom(const TargetName &name, const std::string &phase,
                                              const std::string &) const {
  return cannotSay(name, "how it goes on from " + phase);
}

Answer<std::vector<PassDump>> Inspector::passDumps(const TargetName &name, const std::string &,
                                                   const std::string &, const std::string &) const {
  return cannotSay(name, "what its passes make");
}

Answer<std::vector<DispatchTrace>> Inspector::dispatches(const TargetName &name, const TestCase &,
                                                         const std::string &) const {
  return cannotSay(name, "what its dispatches make");
}

Expected<std::optional<PassFailure>> Inspector::failingPass(const TargetName &name,
                                                            const std::string &) const {
  return cannotSay(name, "which pass fails");
}

Expected<std::vector<std::string>> Inspector::passes(const TargetName &name) const {
  return cannotSay(name, "which passes it runs");
}

Expected<TargetName> Inspector::withPasses(const TargetName &name,
                                           const std::vector<std::string> &) const {
  return cannotSay(name, "what it is with other passes");
}

Expected<TargetName> Inspector::withBug(const TargetName &name, const std::string &) const {
  return cannotSay(name, "what it is with a bug built in");
}

Expected<std::vector<Cut>> Inspector::cuts(const TargetName &name) const {
  return cannotSay(name, "how another way goes on from each pass");
}

Expected<PassRun> Inspector::runPass(const TargetName &name, const std::string &pass,
                                     const std::string &) const {
  return cannotSay(name, fmt::format("what {} makes alone", pass));
}

Expected<std::string> Inspector::reduced(const TargetName &name, const std::string &,
                                         const ModuleJudge &) const {
  return cannotSay(name, "what a smaller module is");
}

Answer<PassIr> Inspector::passIr(const TargetName &name, const std::string &pass,
                                 const TestCase &) const {
  return cannotSay(name, "what there is before and after " + pass);
}

Answer<std::string> Inspector::afterPass(const TargetName &name, const std::string &pass,
                                         const TestCase &) const {
  return cannotSay(name, "what there is after " + pass);
}

Expected<TargetName> Inspector::otherCompiler(const TargetName &name) const {
  return cannotSay(name, "who else can go on with its IR");
}

Expected<std::vector<VersionNumber>> Inspector::releases(const TargetName &name) const {
  return cannotSay(name, "which releases it has");
}

Expected<TargetName> Inspector::onRelease(const TargetName &name, VersionNumber version,
                                          const OnProgress &) const {
  return cannotSay(name, "what it is in " + version.text());
}

} // namespace assay
