#pragma once

#include "amdgpu/machine/Workgroup.h"
#include "support/Random.h"

namespace assay::amdgpu {

/// The waves of a workgroup taking turns, until all have ended or the first fault, which is then in
/// `group`.
class WaveScheduler {
public:
  WaveScheduler(Workgroup &group, const Schedule &schedule, uint64_t budget);

  /// A turn of each wave that can run. False if there was none: all have ended, or wait for other
  /// workgroups; or after a fault.
  bool round();

  uint64_t instructions() const { return done; }

private:
  Workgroup &group;
  Schedule schedule;
  uint64_t budget, done = 0;
  Random random;
  std::vector<uint32_t> order;
};

} // namespace assay::amdgpu
