#pragma once

#include "campaign/store/Paths.h"
#include "campaign/store/Store.h"

namespace assay {

/// The command that checks a finding's case again.
std::string replayCommand(const Paths &paths, const FindingRow &row, const std::string &inject);

/// The command that runs the campaign again.
std::string fuzzCommand(const Paths &paths, const CampaignParameters &campaign, int64_t programs);

} // namespace assay
