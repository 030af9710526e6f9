#include "runners/amdgpu/isa/Scalars.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

static constexpr Entry entries[] = {
    {"s_movk_i32", scalars<[](Simm16 k) { return k.value; }>},
    {"s_cmpk_eq_i32", scalars<[](int32_t s0, Simm16 k) { return s0 == k.value; }>},
    {"s_cmpk_lg_i32", scalars<[](int32_t s0, Simm16 k) { return s0 != k.value; }>},
    {"s_cmpk_gt_i32", scalars<[](int32_t s0, Simm16 k) { return s0 > k.value; }>},
    {"s_cmpk_ge_i32", scalars<[](int32_t s0, Simm16 k) { return s0 >= k.value; }>},
    {"s_cmpk_lt_i32", scalars<[](int32_t s0, Simm16 k) { return s0 < k.value; }>},
    {"s_cmpk_le_i32", scalars<[](int32_t s0, Simm16 k) { return s0 <= k.value; }>},
    {"s_addk_i32", scalars<[](Former<int32_t> d, Simm16 k) {
       const int64_t sum = int64_t(d.value) + k.value;
       return WithScc<int32_t>{int32_t(sum), sum != int32_t(sum)};
     }>},
    {"s_mulk_i32",
     scalars<[](Former<uint32_t> d, Simm16 k) { return d.value * uint32_t(k.value); }>},
};
const Table sopkTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
