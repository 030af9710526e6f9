#pragma once

#include "campaign/report/FindingSection.h"
#include "campaign/site/Pages.h"
#include "triage/bugs/BugRecord.h"

namespace assay {

/// By the finding's name, so that it is the same each time.
std::string pageOf(const Finding &finding);

/// What FindingPage.html shows of a finding of campaigns on these targets.
kainjow::mustache::data findingPage(const Finding &finding, const FindingPlace &place,
                                    const std::vector<std::string> &targets,
                                    const BugRecords &bugs);

Mark markOf(const Finding &finding);
/// The pass or phase that is to blame, or the stage at which it fails.
std::string phaseOf(const Finding &finding);
/// Every compiler of which a target has it.
std::string compilersOf(const Finding &finding);

} // namespace assay
