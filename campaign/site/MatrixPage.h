#pragma once

#include "campaign/report/Summary.h"
#include "campaign/site/Pages.h"
#include "triage/bugs/BugRecord.h"

namespace assay {

/// What Matrix.html shows: for each compiler, what its releases show of these.
kainjow::mustache::data matrixPage(const BugRecords &bugs,
                                   const std::vector<const Finding *> &findings,
                                   const std::vector<std::string> &targets);

} // namespace assay
