#include "targets/iree/IreeAxes.h"

#include "support/Random.h"
#include "targets/iree/IreeName.h"

#include <fmt/format.h>

namespace assay {

std::span<const IreeAxis> ireeAxes() {
  static const std::vector<IreeAxis> axes = {
      {"--iree-opt-const-eval", {"false", "true"}},
      {"--iree-opt-const-expr-hoisting", {"false", "true"}},
      {"--iree-opt-data-tiling", {"true", "false"}},
      {"--iree-opt-aggressively-propagate-transposes", {"true", "false"}},
      {"--iree-opt-generalize-matmul", {"true", "false"}, false, {3, 3, 0}},
      {"--iree-opt-outer-dim-concat", {"true", "false"}},
      {"--iree-opt-strip-assertions", {"true", "false"}},
      {"--iree-dispatch-creation-enable-aggressive-fusion", {"true", "false"}},
      {"--iree-dispatch-creation-fuse-multi-use", {"false", "true"}},
      {"--iree-dispatch-creation-element-wise-fuse-multi-reduction", {"false", "true"}},
      {"--iree-dispatch-creation-enable-split-reduction", {"true", "false"}, false, {3, 9, 0}},
      {"--iree-dispatch-creation-topk-split-reduction", {"4", "2"}},
      {"--iree-dispatch-creation-opt-level", {"O0", "O3"}, false, {3, 4, 0}},
      {"--iree-global-optimization-opt-level", {"O0", "O3"}, false, {3, 4, 0}},
      {"--iree-hal-indirect-command-buffers", {"false", "true"}},
      {"--iree-stream-resource-memory-model", {"discrete", "unified"}},
      {"--iree-llvmcpu-reassociate-fp-reductions", {"false", "true"}, true},
      {"--iree-llvmcpu-disable-distribution", {"true"}, true},
      {"--iree-llvmcpu-enable-ukernels", {"none", "all"}, true},
      {"--iree-llvmcpu-use-decompose-softmax-fuse", {"false", "true"}, true},
      {"--iree-llvmcpu-slp-vectorization", {"false"}, true},
      {"--iree-llvmcpu-loop-unrolling", {"false"}, true},
      {"--iree-llvmcpu-target-cpu", {"generic", "x86-64-v4"}, true},
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
