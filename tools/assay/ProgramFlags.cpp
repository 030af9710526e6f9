#include "tools/assay/ProgramFlags.h"

#include "support/ReadFile.h"

namespace assay {

Expected<ProgramSource> ProgramFlags::choose(const Services &services) const {
  if (!planFile)
    return ProgramSource{profile.value_or(services.profiles()[0].name), ""};
  auto text = readFile(*planFile);
  if (!text)
    return text.error();
  return services.addPlan(*text, *planFile);
}

std::vector<Option> addProgramFlags(ArgumentParser &parser, ProgramFlags &flags) {
  const Option profile = parser.add("--profile", "P", &flags.profile,
                                    "What programs are made of; see `assay profiles`");
  Option plan = parser.add("--plan", "FILE", &flags.planFile,
                           "The same by a plan, as `assay plan` writes one; see docs/plans.md");
  plan.excludes(profile);
  return {profile, plan};
}

} // namespace assay
