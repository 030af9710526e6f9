#pragma once

#include "campaign/workers/Pool.h"

#include <chrono>
#include <string>

namespace assay {

/// Most programs take milliseconds; a mutant that takes seconds of a stage never ends.
inline constexpr Limits mutantLimits{.cpuSeconds = 5, .wallSeconds = 60};

/// Whoever watches a measurement, from when it is made on.
class MutationObserver {
public:
  virtual ~MutationObserver() = default;
  /// Several times a second: "40 programs".
  virtual void onProgress(const std::string &) {}
  /// Asked often; true ends the measurement in good order.
  virtual bool stopRequested() { return false; }

  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  }

private:
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
};

} // namespace assay
