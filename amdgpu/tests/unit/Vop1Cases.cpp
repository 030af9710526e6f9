#include "amdgpu/tests/unit/Cases.h"

#include <limits>

namespace assay::amdgpu::test {

static constexpr float inf = std::numeric_limits<float>::infinity();
static constexpr uint32_t nan = 0x7fc00000;

const std::vector<Case> vop1Cases = {
    {"v_mov_b32_e32 v2, v0", {{"v0", {1, 2, 3}}}, {{"v2", {1, 2, 3}}}},
    {"v_mov_b32_e32 v2, s3", {{"s3", {9}}}, {{"v2", {9}}}},
    {"v_mov_b32_e32 v2, 0x12345678", {}, {{"v2", {0x12345678}}}},
    {"v_mov_b64_e32 v[2:3], s[4:5]", {{"s4", {1}}, {"s5", {2}}}, {{"v2", {1}}, {"v3", {2}}}},
    // The registers overlap: each lane reads both halves before it writes.
    {"v_mov_b64_e32 v[2:3], v[4:5]",
     {{"v4", {1, 7}}, {"v5", {2, 8}}},
     {{"v2", {1, 7}}, {"v3", {2, 8}}}},
    {"v_nop", {{"v2", {7}}}, {{"v2", {7}}}},
    {"v_clrexcp", {{"v2", {7}}}, {{"v2", {7}}}},
    {"v_accvgpr_mov_b32 a2, a1", {{"a1", {5, 6}}}, {{"a2", {5, 6}}}},
    {"v_swap_b32 v2, v0", {{"v0", {1, 2}}, {"v2", {3, 4}}}, {{"v2", {1, 2}}, {"v0", {3, 4}}}},
    {"v_not_b32_e32 v2, v0", {{"v0", {0, 0xff00ff00}}}, {{"v2", {-1, 0x00ff00ff}}}},
    {"v_cvt_f32_i32_e32 v2, v0", {{"v0", {-1, 16777217}}}, {{"v2", {-1.0, 16777216.0}}}},
    {"v_cvt_f32_u32_e32 v2, v0", {{"v0", {-1, 3}}}, {{"v2", {4294967296.0, 3.0}}}},
    {"v_cvt_i32_f32_e32 v2, v0",
     {{"v0", {-1.9, 1.9, inf, -inf, nan, 3e9}}},
     {{"v2", {-1, 1, 0x7fffffff, 0x80000000, 0, 0x7fffffff}}}},
    {"v_cvt_u32_f32_e32 v2, v0",
     {{"v0", {-1.9, 1.9, inf, -inf, nan, 3e9}}},
     {{"v2", {0, 1, -1, 0, 0, 3000000000}}}},
    {"v_sqrt_f32_e32 v2, v0", {{"v0", {4.0, 0.0, -0.0, inf}}}, {{"v2", {2.0, 0.0, -0.0, inf}}}},
    {"v_floor_f32_e32 v2, v0", {{"v0", {-1.5, 1.5, -0.0}}}, {{"v2", {-2.0, 1.0, -0.0}}}},
    {"v_ceil_f32_e32 v2, v0", {{"v0", {-1.5, 1.5, -0.5}}}, {{"v2", {-1.0, 2.0, -0.0}}}},
    {"v_trunc_f32_e32 v2, v0", {{"v0", {-1.5, 1.5, -0.5}}}, {{"v2", {-1.0, 1.0, -0.0}}}},
};

} // namespace assay::amdgpu::test
