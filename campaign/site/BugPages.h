#pragma once

#include "campaign/site/Pages.h"
#include "target/TargetName.h"
#include "triage/bugs/BugRecord.h"

namespace assay {

std::string pageOf(const BugRecord &bug);

/// What Bug.html shows of a bug; `seen` of it was in the site's campaigns. Its case lies in the
/// site as that file, if there is one.
kainjow::mustache::data bugPage(const BugRecord &bug, int64_t seen, const std::string &caseFile);

/// Whether the compiler of a target may have the bug, by its name, backend and release.
bool mayHave(const TargetName &target, const BugRecord &bug);

/// In colour: good for what is gone, bad for what is open.
Mark markOf(const BugRecord &bug);
/// The sign in front of a result tells its colour: "✗ wrong result".
Mark markOf(const BugResult &result);

/// The pass or phase that is to blame, as far as it is recorded.
std::string phaseOf(const BugRecord &bug);

} // namespace assay
