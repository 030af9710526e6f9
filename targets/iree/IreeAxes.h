#pragma once

#include "support/VersionNumber.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

/// A setting of iree-compile that changes what is generated but not what it means.
struct IreeAxis {
  /// "--iree-opt-data-tiling"
  std::string_view flag;
  /// Values other than the default of a level, or of all.
  std::vector<std::string_view> values;
  /// "hip"; empty for axes of all backends.
  std::string_view onlyBackend = {};
  VersionNumber since = {}, until = {99, 0, 0};

  bool applies(VersionNumber version, std::string_view backend) const {
    return since <= version && version < until && (onlyBackend.empty() || onlyBackend == backend);
  }
};

/// All that `random=SEED` draws from and `assay explain` goes through.
std::span<const IreeAxis> ireeAxes();

/// Flags for random=SEED: a level, and about one axis in four.
struct IreeDraw {
  std::string level; // empty for versions that have none
  std::vector<std::string> flags;
};
IreeDraw drawIreeFlags(uint64_t seed, VersionNumber version, std::string_view backend);

} // namespace assay
