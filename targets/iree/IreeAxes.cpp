#include "targets/iree/IreeAxes.h"

#include "support/Random.h"
#include "targets/iree/IreeOptions.h"

#include <fmt/format.h>

namespace assay {

std::span<const IreeAxis> ireeAxes() {
  static constexpr std::string_view all, cpu = "llvm-cpu", hip = "hip";
  // New ones come last, so that the flags of a seed stay as they are, and others are added to them.
  static const std::vector<IreeAxis> axes = {
      {"--iree-opt-const-eval", {"false", "true"}},
      {"--iree-opt-const-expr-hoisting", {"false", "true"}},
      {"--iree-opt-data-tiling", {"true", "false"}},
      {"--iree-opt-aggressively-propagate-transposes", {"true", "false"}},
      {"--iree-opt-generalize-matmul", {"true", "false"}, all, {3, 3, 0}},
      {"--iree-opt-outer-dim-concat", {"true", "false"}},
      {"--iree-opt-strip-assertions", {"true", "false"}},
      {"--iree-dispatch-creation-enable-aggressive-fusion", {"true", "false"}},
      {"--iree-dispatch-creation-fuse-multi-use", {"false", "true"}},
      {"--iree-dispatch-creation-element-wise-fuse-multi-reduction", {"false", "true"}},
      {"--iree-dispatch-creation-enable-split-reduction", {"true", "false"}, all, {3, 9, 0}},
      {"--iree-dispatch-creation-topk-split-reduction", {"4", "2"}},
      {"--iree-dispatch-creation-opt-level", {"O0", "O3"}, all, {3, 4, 0}},
      {"--iree-global-optimization-opt-level", {"O0", "O3"}, all, {3, 4, 0}},
      {"--iree-hal-indirect-command-buffers", {"false", "true"}},
      {"--iree-stream-resource-memory-model", {"discrete", "unified"}},
      {"--iree-llvmcpu-reassociate-fp-reductions", {"false", "true"}, cpu},
      {"--iree-llvmcpu-disable-distribution", {"true"}, cpu},
      {"--iree-llvmcpu-enable-ukernels", {"none", "all"}, cpu},
      {"--iree-llvmcpu-use-decompose-softmax-fuse", {"false", "true"}, cpu},
      {"--iree-llvmcpu-slp-vectorization", {"false"}, cpu},
      {"--iree-llvmcpu-loop-unrolling", {"false"}, cpu},
      {"--iree-llvmcpu-target-cpu", {"generic", "x86-64-v4"}, cpu},
      {"--iree-dispatch-creation-data-tiling", {"true", "false"}, all, {3, 7, 0}},
      {"--iree-dispatch-creation-enable-aggressive-reshape-movement",
       {"true", "false"},
       all,
       {3, 9, 0}},
      {"--iree-dispatch-creation-enable-fuse-horizontal-contractions", {"true", "false"}},
      {"--iree-global-opt-propagate-transposes", {"false", "true"}},
      {"--iree-stream-partitioning-favor", {"debug", "min-peak-memory"}},
      {"--iree-scheduling-optimize-bindings", {"false"}},
      {"--iree-hal-memoization", {"false"}},
      {"--iree-llvmcpu-vector-pproc-strategy", {"peel", "mask", "none"}, cpu},
      {"--iree-llvmcpu-target-vector-width-in-bytes", {"16", "64"}, cpu},
      {"--iree-codegen-llvmgpu-use-reduction-vector-distribution", {"false"}, hip, {3, 7, 0}},
      {"--iree-codegen-llvmgpu-use-tile-and-fuse-matmul", {"false", "true"}, hip, {3, 8, 0}},
      {"--iree-codegen-llvmgpu-enable-outer-reduction-tile-and-fuse",
       {"true", "false"},
       hip,
       {3, 12, 0}},
      {"--iree-codegen-reorder-workgroups-strategy", {"transpose"}, hip},
      {"--iree-llvmgpu-prefetch-num-stages", {"0", "2", "3"}, hip, {3, 11, 0}},
      {"--iree-llvmgpu-enable-shared-memory-reuse", {"true"}, hip},
      {"--iree-llvmgpu-use-direct-load", {"true"}, hip, {3, 5, 0}},
      {"--iree-rocm-specialize-dispatches", {"true"}, hip, {3, 11, 0}},
      {"--iree-rocm-enable-tensor-ukernels", {"true"}, hip, {3, 11, 0}},
      {"--iree-rocm-waves-per-eu", {"2"}, hip, {3, 11, 0}},
  };
  return axes;
}

IreeDraw drawIreeFlags(uint64_t seed, VersionNumber version, std::string_view backend) {
  Random random(seed);
  IreeDraw drawn;
  const int64_t level = random.between(0, 3);
  if (hasLevels(version))
    drawn.level = fmt::format("O{}", level);
  // Every axis takes its numbers, so that a seed means much the same in all versions.
  for (const IreeAxis &axis : ireeAxes()) {
    const bool turns = random.between(0, 3) == 0;
    const std::string_view value = axis.values[random.below(axis.values.size())];
    if (turns && axis.applies(version, backend))
      drawn.flags.push_back(fmt::format("{}={}", axis.flag, value));
  }
  return drawn;
}

} // namespace assay
