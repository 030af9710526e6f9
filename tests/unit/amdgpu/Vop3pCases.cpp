#include "tests/unit/amdgpu/Cases.h"

namespace assay::amdgpu::test {

const std::vector<Case> vop3pCases = {
    {"v_pk_fma_f32 v[6:7], v[0:1], v[2:3], v[4:5]",
     {{"v0", {2.0}}, {"v1", {3.0}}, {"v2", {5.0}}, {"v3", {7.0}}, {"v4", {1.0}}, {"v5", {-1.0}}},
     {{"v6", {11.0}}, {"v7", {20.0}}}},
    {"v_pk_mul_f32 v[6:7], v[0:1], s[2:3] op_sel:[1,0] op_sel_hi:[0,1]",
     {{"v0", {2.0}}, {"v1", {3.0}}, {"s2", {5.0}}, {"s3", {7.0}}},
     {{"v6", {15.0}}, {"v7", {14.0}}}},
    {"v_pk_add_f32 v[6:7], v[0:1], v[2:3] neg_lo:[0,1] neg_hi:[1,0]",
     {{"v0", {2.0}}, {"v1", {3.0}}, {"v2", {5.0}}, {"v3", {7.0}}},
     {{"v6", {-3.0}}, {"v7", {4.0}}}},
    {"v_accvgpr_write_b32 a3, v1", {{"v1", {4, 5}}}, {{"a3", {4, 5}}}},
    {"v_accvgpr_read_b32 v1, a3", {{"a3", {4, 5}}}, {{"v1", {4, 5}}}},
};

} // namespace assay::amdgpu::test
