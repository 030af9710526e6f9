#include "runners/amdgpu/isa/Access.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

/// There are no caches.
static void nothing(Wave &, const Instruction &) {}

static constexpr Entry entries[] = {
    {"buffer_wbl2", {nothing, nullptr, {}}},
    {"buffer_inv", {nothing, nullptr, {}}},
};
const Table mubufTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
