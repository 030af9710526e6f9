#pragma once

#include "campaign/store/Paths.h"
#include "campaign/store/Store.h"

namespace assay {

/// The command that checks a case again that the campaign found.
std::string replayCommand(const Paths &paths, const FindingRow &row,
                          const CampaignParameters &campaign);

/// The command that prints the campaign's program of that index.
std::string genCommand(const Paths &paths, const CampaignParameters &campaign, int64_t index);

/// The command that runs the campaign again.
std::string fuzzCommand(const Paths &paths, const CampaignParameters &campaign, int64_t programs);

} // namespace assay
