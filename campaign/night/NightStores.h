#pragma once

#include "campaign/night/Night.h"

namespace assay {

/// The store of all campaigns of the config's folder. If it is not there, it is made of theirs; so
/// it is if it is damaged, and what there was is kept beside it.
Expected<Store> openAllCampaigns(const NightConfig &config, const NightHost &host,
                                 const NightRecords &records);

/// Deletes what the config does not keep: the stores and cases of nights before the latest, but for
/// those with a finding that no closed bug is, and releases that nights installed. A kill leaves
/// nothing that the next time does not delete.
Expected<void> prune(const NightConfig &config, const NightHost &host, NightRecords &records);

} // namespace assay
