#pragma once

#include "target/TargetName.h"

namespace assay {

/// The same target with what a seed draws spelled out: "cpu:pipeline=TEXT" for "mlir@22:random=7"
/// or "cpu:random=7", "iree@3.13.0:vmvx:O1,--iree-opt-data-tiling=true" for
/// "iree@3.13.0:vmvx:random=7". It stays that target when the axes that are drawn from change.
/// Other names stay.
TargetName withDrawsSpelledOut(const TargetName &name);

} // namespace assay
