#pragma once

#include "target/TargetName.h"

#include <optional>
#include <string>
#include <vector>

namespace assay {

/// The passes that a target's name spells out: "cpu:pipeline=TEXT" or "mlir@19:pipeline=TEXT".
struct PassList {
  TargetName whole;
  int version = 0; // of the mlir-opt that has these passes
  std::vector<std::string> passes;

  /// The target with the passes of this list.
  TargetName target() const;
};

/// Nothing for other targets; "mlir@22:random=7" is spelled out.
std::optional<PassList> passList(const TargetName &target);

} // namespace assay
