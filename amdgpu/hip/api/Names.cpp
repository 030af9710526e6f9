#include "amdgpu/hip/Runtime.h"

#include <hip/amd_detail/hip_prof_str.h>

// Names for tools, and what is left of older ways to begin.

using namespace assay::amdhip;

extern "C" {

// Numbers keep their functions from version to version; HIP 5.2 does not know those of later ones.
const char *hipApiName(uint32_t id) { return hip_api_name(id); }

// No callback tells of commands: none has a number.
const char *hipGetCmdName(uint32_t) { return "unknown"; }

// A format is only described: arrays of it are refused.
hipChannelFormatDesc hipCreateChannelDesc(int x, int y, int z, int w, hipChannelFormatKind kind) {
  return {x, y, z, w, kind};
}
}

namespace hip_impl {

hipError_t hip_init() { return hipInit(0); } // NOLINT(readability-identifier-naming)

} // namespace hip_impl
