#include "amdgpu/machine/isa/GprIndex.h"
#include "amdgpu/machine/isa/Scalars.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

static constexpr Entry entries[] = {
    {"s_cmp_eq_i32", scalars<[](int32_t s0, int32_t s1) { return s0 == s1; }>},
    {"s_cmp_lg_i32", scalars<[](int32_t s0, int32_t s1) { return s0 != s1; }>},
    {"s_cmp_gt_i32", scalars<[](int32_t s0, int32_t s1) { return s0 > s1; }>},
    {"s_cmp_ge_i32", scalars<[](int32_t s0, int32_t s1) { return s0 >= s1; }>},
    {"s_cmp_lt_i32", scalars<[](int32_t s0, int32_t s1) { return s0 < s1; }>},
    {"s_cmp_le_i32", scalars<[](int32_t s0, int32_t s1) { return s0 <= s1; }>},
    {"s_cmp_eq_u32", scalars<[](uint32_t s0, uint32_t s1) { return s0 == s1; }>},
    {"s_cmp_lg_u32", scalars<[](uint32_t s0, uint32_t s1) { return s0 != s1; }>},
    {"s_cmp_gt_u32", scalars<[](uint32_t s0, uint32_t s1) { return s0 > s1; }>},
    {"s_cmp_ge_u32", scalars<[](uint32_t s0, uint32_t s1) { return s0 >= s1; }>},
    {"s_cmp_lt_u32", scalars<[](uint32_t s0, uint32_t s1) { return s0 < s1; }>},
    {"s_cmp_le_u32", scalars<[](uint32_t s0, uint32_t s1) { return s0 <= s1; }>},
    {"s_cmp_eq_u64", scalars<[](uint64_t s0, uint64_t s1) { return s0 == s1; }>},
    {"s_cmp_lg_u64", scalars<[](uint64_t s0, uint64_t s1) { return s0 != s1; }>},
    {"s_bitcmp0_b32", scalars<[](uint32_t s0, uint32_t s1) { return (s0 >> (s1 & 31) & 1) == 0; }>},
    {"s_bitcmp1_b32", scalars<[](uint32_t s0, uint32_t s1) { return (s0 >> (s1 & 31) & 1) == 1; }>},
    {"s_bitcmp0_b64", scalars<[](uint64_t s0, uint32_t s1) { return (s0 >> (s1 & 63) & 1) == 0; }>},
    {"s_bitcmp1_b64", scalars<[](uint64_t s0, uint32_t s1) { return (s0 >> (s1 & 63) & 1) == 1; }>},
    {"s_setvskip", refused("skipping of vector instructions is not in these chips' manuals")},
    {"s_set_gpr_idx_on", {indexRegisters, nullptr, indexShape}},
};
const Table sopcTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
