#pragma once

#include "campaign/report/Summary.h"
#include "tools/assay/Cli.h"

namespace assay {

/// The version of this program, and of compilers that no number names, as of builds of the user's
/// own and those that manifests describe, what they consist of: "0.1.0, iree@mybuild 1a2b3c4d".
/// Another one makes another campaign.
Expected<std::string> versionWith(const std::vector<TargetName> &targets, const Context &context);

/// What stands for the list of known bugs in a campaign, as far as it is of the targets' compilers:
/// none if these are reported as well.
std::string knownListName(const Context &context, const std::vector<TargetName> &targets,
                          bool reportsKnown);

/// An error if what determines a campaign's checks beside its targets, this program and the list of
/// known bugs, is not what it began with.
Expected<void> isAsBegun(const CampaignParameters &campaign, const Context &context);
/// Whether the campaign reports known bugs as well.
bool reportsKnown(const CampaignParameters &campaign);

/// 1 if anything was found, missed optimisations only if these are to count; else 0 if any results
/// were right and nothing is open, else 3.
ExitCode exitCodeOf(const Summary &summary, bool failOnMissed = false);

} // namespace assay
