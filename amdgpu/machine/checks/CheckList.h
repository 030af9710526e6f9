#pragma once

#include "support/Expected.h"

#include <string>

namespace assay::amdgpu {

/// What is looked for beside bounds, barriers and the budget, which are always watched.
struct Checks {
  bool races = false;         // of waves between barriers, and of workgroups
  bool waits = false;         // a loaded register is used before the s_waitcnt that covers it
  bool uninitialised = false; // a VGPR or a byte of LDS or scratch that reaches a store or address
  /// Addresses that are no multiple of an element's size: right where unaligned access is on, as
  /// LLVM takes for granted on amdhsa, and slow.
  bool alignment = false;

  bool any() const { return races || waits || uninitialised || alignment; }

  /// From a list such as "races,waits", or "all", which are those that tell a wrong kernel.
  static Expected<Checks> parse(const std::string &list);
};

} // namespace assay::amdgpu
