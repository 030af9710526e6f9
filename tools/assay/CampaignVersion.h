#pragma once

#include "campaign/workers/Services.h"

namespace assay {

/// The version of this program, and of builds of the user's own, which no number names, what they
/// consist of: "0.1.0, iree@mybuild 1a2b3c4d". Another one makes another campaign.
Expected<std::string> campaignVersion(const std::vector<TargetName> &targets,
                                      const Services &services);

} // namespace assay
