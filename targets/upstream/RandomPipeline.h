#pragma once

#include "target/TargetName.h"

namespace assay {

/// A pipeline of upstream's passes from linalg on tensors to the LLVM dialect, as
/// cpu:pipeline=TEXT takes it. It depends on the seed alone, and each pass stands where what it
/// asks for holds of every program: on tensors, on linalg over buffers, on loops of one dialect.
std::string randomPipeline(uint64_t seed);

/// 7 for "mlir@22:random=7", whose pipeline that is; nothing for other names.
std::optional<uint64_t> randomSeed(const TargetName &name);

/// "cpu:pipeline=TEXT" for "mlir@22:random=7"; other names stay.
TargetName withPipelineSpelledOut(const TargetName &name);

} // namespace assay
