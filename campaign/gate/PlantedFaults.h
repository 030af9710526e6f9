#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace assay {

/// How many of the faults planted in assay's own compiler (compiler/faults/Faults.def) campaigns of
/// so many programs found, as results/faults.tsv has measured it.
struct PlantedFaults {
  int64_t faults = 0;
  /// Of pairs of a fault and a campaign.
  double found = 0;
};

/// Nothing for a profile that it was not measured with.
std::optional<PlantedFaults> plantedFaultsFound(std::string_view profile, int64_t programs);

} // namespace assay
