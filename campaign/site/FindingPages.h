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

/// How much of a finding a reader knows already, news first.
enum class Novelty : uint8_t {
  New,
  PerhapsKnown, // a known bug may have its cause
  KnownCause,   // a known bug has its cause, though it does not explain the failure
  Known,
};
Novelty noveltyOf(const Finding &finding);
Mark markOf(const Finding &finding);
/// The bugs that it is known as, or else those that have or may have its cause: a label, and `bugs`
/// with their pages; false if there are none.
kainjow::mustache::data knownOf(const Finding &finding, const BugRecords &bugs);
/// The pass or phase that is to blame, or the stage at which it fails.
std::string phaseOf(const Finding &finding);
/// Every compiler of which a target has it.
std::string compilersOf(const Finding &finding);

} // namespace assay
