#pragma once

#include "campaign/workers/Services.h"
#include "tools/assay/ArgumentParser.h"

namespace assay {

/// --profile and --plan: what programs are drawn from.
struct ProgramFlags {
  std::optional<std::string> profile;
  std::optional<std::string> planFile;

  bool areGiven() const { return profile || planFile; }
  /// What was asked for, or the default profile. From then on the services know the plan by its
  /// name, under which they generate its programs.
  Expected<ProgramSource> choose(const Services &services) const;
};

/// Declares both, of which one may be given.
std::vector<Option> addProgramFlags(ArgumentParser &parser, ProgramFlags &flags);

} // namespace assay
