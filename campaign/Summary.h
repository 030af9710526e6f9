#pragma once

#include "campaign/Store.h"

#include <string>

namespace assay {

/// What a store amounts to, for everything that shows it.
struct Summary {
  std::vector<CampaignParameters> campaigns;
  Totals totals;
  std::vector<Finding> findings;
  std::vector<Sample> samples;
  std::vector<DeviceRow> devices;
  std::filesystem::path store;

  /// The fault that was injected, if any.
  std::string inject() const { return campaigns.empty() ? "" : campaigns[0].inject; }
  /// Worker time that no stage accounts for: start, pipes, waiting.
  double otherSeconds() const;
  /// generate + oracle + compare + other, of all worker time; 0 .. 1.
  double harnessShare() const;
};

Expected<Summary> summarise(const Store &store);

/// The summary of `assay fuzz --json`; docs/fuzz-json.md describes it.
std::string summaryJson(const Summary &summary);

} // namespace assay
