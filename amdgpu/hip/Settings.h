#pragma once

#include "amdgpu/machine/Chip.h"
#include "amdgpu/machine/checks/CheckList.h"

#include <cstdint>
#include <functional>
#include <string>

namespace assay::amdhip {

/// What the environment says (amdgpu/docs/amdhip.md). runners/hip reads it as well: assay refuses
/// to start where the library, which cannot, does without.
struct Settings {
  amdgpu::Chip chip = amdgpu::Chip::Gfx942;
  /// Host threads for the workgroups of a launch.
  unsigned threads = 1;
  /// Seed of the order in which waves take turns; zero: in their order.
  uint64_t schedule = 0;
  /// Instructions that a workgroup may take.
  uint64_t budget = uint64_t(1) << 36;
  /// Looked for in every launch, beside what is always watched.
  amdgpu::Checks checks;
  /// Whether every stream works in a thread of its own. Otherwise a call does its work itself where
  /// nothing before it in the stream is unfinished.
  bool isAsynchronous = false;
  /// 0: nothing is printed; 1: faults of kernels; 2: also wrong use of HIP.
  unsigned verbose = 1;
  /// A file to which each fault is appended as a line of JSON; empty: none.
  std::string report;
  /// A folder to which each code object that is loaded is written; empty: none.
  std::string code;

  /// A file to which is appended, as a line of JSON, what is counted of each launch that no check
  /// watches; empty: none.
  std::string counters;

  using Complain = std::function<void(const std::string &)>;
  /// Tells `complain` of each value that cannot be read: a sentence without its full stop. The
  /// default holds instead, as it does for what is empty.
  static Settings fromEnvironment(const Complain &complain);
};

} // namespace assay::amdhip
