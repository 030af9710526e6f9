#include "amdgpu/tests/unit/Cases.h"

#include <limits>

namespace assay::amdgpu::test {
namespace {

/// Lane l holds f(l).
template <class F> std::vector<Bits> each(F f) {
  std::vector<Bits> values;
  for (int lane = 0; lane < 64; ++lane)
    values.emplace_back(f(lane));
  return values;
}
const std::vector<Bits> lane = each([](int l) { return l + 100; });

constexpr uint32_t nan = 0x7fc00000, kept = 0x5a5a5a5a;
constexpr float inf = std::numeric_limits<float>::infinity();

} // namespace

// With bound_ctrl:0 in the assembly the bit is set. Inactive lanes cannot be read, so what runs
// with a part of EXEC reads from the lane itself.
const std::vector<Case> dppCases = {
    {"v_mov_b32_dpp v2, v0 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
     {{"v0", lane}},
     {{"v2", lane}}},
    {"v_mov_b32_dpp v2, v0 quad_perm:[0,1,2,3] row_mask:0xa bank_mask:0x6",
     {{"v0", lane}, {"v2", {kept}}},
     {{"v2", each([](int l) {
         return (l / 16) % 2 == 1 && (l / 4 % 4 == 1 || l / 4 % 4 == 2) ? uint32_t(l + 100) : kept;
       })}}},
    {"v_add_f32_dpp v2, -v0, |v1| quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
     {{"v0", {2.0}}, {"v1", {-5.0}}},
     {{"v2", {3.0}}}},
    {"v_add_f32_dpp v2, |v0|, -v1 quad_perm:[0,1,2,3] row_mask:0xf bank_mask:0xf",
     {{"v0", {-2.0}}, {"v1", {5.0}}},
     {{"v2", {-3.0}}}},
};

// Each with the lane that a lane reads, or -1.
const std::vector<std::pair<std::string, int (*)(int)>> dppForms = {
    {"quad_perm:[3,0,2,1]",
     [](int l) {
       const int order[] = {3, 0, 2, 1};
       return l / 4 * 4 + order[l % 4];
     }},
    {"row_shl:1", [](int l) { return l % 16 < 15 ? l + 1 : -1; }},
    {"row_shl:3", [](int l) { return l % 16 < 13 ? l + 3 : -1; }},
    {"row_shl:15", [](int l) { return l % 16 < 1 ? l + 15 : -1; }},
    {"row_shr:1", [](int l) { return l % 16 >= 1 ? l - 1 : -1; }},
    {"row_shr:5", [](int l) { return l % 16 >= 5 ? l - 5 : -1; }},
    {"row_shr:15", [](int l) { return l % 16 >= 15 ? l - 15 : -1; }},
    {"row_ror:1", [](int l) { return l / 16 * 16 + (l + 15) % 16; }},
    {"row_ror:4", [](int l) { return l / 16 * 16 + (l + 12) % 16; }},
    {"row_ror:15", [](int l) { return l / 16 * 16 + (l + 1) % 16; }},
    {"row_newbcast:0", [](int l) { return l / 16 * 16; }},
    {"row_newbcast:15", [](int l) { return l / 16 * 16 + 15; }},
    {"quad_perm:[0,0,0,0]", [](int l) { return l / 4 * 4; }},
    {"quad_perm:[3,3,3,3]", [](int l) { return l / 4 * 4 + 3; }},
    {"wave_shl:1", [](int l) { return l == 63 ? -1 : l + 1; }},
    {"wave_rol:1", [](int l) { return (l + 1) % 64; }},
    {"wave_shr:1", [](int l) { return l - 1; }},
    {"wave_ror:1", [](int l) { return (l + 63) % 64; }},
    {"row_mirror", [](int l) { return l / 16 * 16 + 15 - l % 16; }},
    {"row_half_mirror", [](int l) { return l / 8 * 8 + 7 - l % 8; }},
    {"row_bcast:15", [](int l) { return l / 16 * 16 - 1; }},
    {"row_bcast:31", [](int l) { return l < 32 ? -1 : 31; }},
    {"row_newbcast:6", [](int l) { return l / 16 * 16 + 6; }},
};

const std::vector<Case> sdwaCases = {
    {"v_mov_b32_sdwa v2, v0 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2",
     {{"v0", {0x80c3a5f1}}},
     {{"v2", {0xc3}}}},
    {"v_mov_b32_sdwa v2, sext(v0) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_2",
     {{"v0", {0x80c3a5f1}}},
     {{"v2", {0xffffffc3}}}},
    {"v_mov_b32_sdwa v2, sext(v0) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1",
     {{"v0", {0x80c3a5f1}}},
     {{"v2", {0xffff80c3}}}},
    {"v_mov_b32_sdwa v2, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PAD src0_sel:WORD_0",
     {{"v0", {0x80c3a5f1}}},
     {{"v2", {0xf100}}}},
    {"v_mov_b32_sdwa v2, v0 dst_sel:BYTE_1 dst_unused:UNUSED_SEXT src0_sel:WORD_0",
     {{"v0", {0x80c3a5f1}}},
     {{"v2", {0xfffff100}}}},
    {"v_mov_b32_sdwa v2, v0 dst_sel:BYTE_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_0",
     {{"v0", {0x80c3a5f1}}, {"v2", {0x12345678}}},
     {{"v2", {0x1234f178}}}},
    {"v_mov_b32_sdwa v2, v0 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:BYTE_3",
     {{"v0", {0x80c3a5f1}}, {"v2", {0x12345678}}},
     {{"v2", {0x00805678}}}},
    {"v_add_u32_sdwa v2, v0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 "
     "src1_sel:WORD_1",
     {{"v0", {0x80c3a5f1}}, {"v1", {0x00100000}}},
     {{"v2", {0x101}}}},
    {"v_add_u32_sdwa v2, s0, v1 dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:BYTE_0 "
     "src1_sel:WORD_1",
     {{"s0", {0x80c3a5f1}}, {"v1", {0x00100000}}},
     {{"v2", {0x101}}}},
    {"v_add_f16_sdwa v2, -v0, |v1| dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:WORD_0",
     {{"v0", {0x3c000000}}, {"v1", {0xc400}}, {"v2", {0x1111ffff}}},
     {{"v2", {0x4200ffff}}}},
    {"v_add_f16_sdwa v2, |v0|, -v1 dst_sel:WORD_1 dst_unused:UNUSED_PRESERVE src0_sel:WORD_1 "
     "src1_sel:WORD_0",
     {{"v0", {0xbc000000}}, {"v1", {0x4400}}, {"v2", {0x1111ffff}}},
     {{"v2", {0xc200ffff}}}},
    {"v_add_u32_sdwa v2, v0, sext(v1) dst_sel:DWORD dst_unused:UNUSED_PAD src0_sel:WORD_1 "
     "src1_sel:BYTE_3",
     {{"v0", {0x00050000}}, {"v1", {0xfe000000}}},
     {{"v2", {3}}}},
    {"v_cmp_lt_u32_sdwa s[4:5], v0, v1 src0_sel:BYTE_3 src1_sel:DWORD",
     {{"v0", {0x05ffffff, 0x07ffffff}}, {"v1", {6}}},
     {{"mask:s4", {1, 0}}}},
    // SDST's bits are where others have clamp and omod.
    {"v_cmp_lt_u32_sdwa s[34:35], v0, v1 src0_sel:BYTE_3 src1_sel:DWORD",
     {{"v0", {0x05000000, 0x07000000}}, {"v1", {6}}},
     {{"mask:s34", {1, 0}}}},
    {"v_cmp_lt_u32_sdwa s[96:97], v0, v1 src0_sel:BYTE_3 src1_sel:DWORD",
     {{"v0", {0x05000000, 0x07000000}}, {"v1", {6}}},
     {{"mask:s96", {1, 0}}}},
    {"v_cmp_gt_i32_sdwa vcc, sext(v0), v1 src0_sel:BYTE_3 src1_sel:DWORD",
     {{"v0", {0x85ffffff, 0x07ffffff}}, {"v1", {6}}},
     {{"mask:vcc", {0, 1}}}},
    {"v_cvt_f32_fp8_sdwa v2, v0 src0_sel:BYTE_2", {{"v0", {0x00480000}}}, {{"v2", {2.0}}}},
    // op_sel selects words in the same way.
    {"v_add_i16 v2, v0, v1 op_sel:[1,0,1]",
     {{"v0", {0x00050000}}, {"v1", {0x00030002}}, {"v2", {0x1234abcd}}},
     {{"v2", {0x0007abcd}}}},
    {"v_cvt_pk_fp8_f32 v2, v0, v1 op_sel:[0,0,1]",
     {{"v0", {1.0}}, {"v1", {-2.0}}, {"v2", {0x12345678}}},
     {{"v2", {0xc8405678}}}},
    {"v_cvt_pk_f32_bf8_sdwa v[2:3], v0 src0_sel:WORD_1",
     {{"v0", {0x44c00000}}},
     {{"v2", {-1.0}}, {"v3", {2.0}}}},
    {"v_pack_b32_f16 v2, v0, -v1 op_sel:[1,0,0]",
     {{"v0", {0x1234abcd}}, {"v1", {0x1111}}},
     {{"v2", {0x91111234}}}},
    {"v_mac_f16_e32 v2, v0, v1",
     {{"v0", {0x4000}}, {"v1", {0x4200}}, {"v2", {0x12343c00}}},
     {{"v2", {0x12344700}}}},
};

// MODE: 0x3f0 keeps denormals, and has DX10_CLAMP (0x100) and IEEE (0x200) on.
const std::vector<Case> modeCases = {
    // f32 flushes its inputs, its results, both.
    {"v_mul_f32_e32 v2, v0, v1",
     {{"mode", {0x3e0}}, {"v0", {0x00400000, 0x80400000, 0x00800000}}, {"v1", {1.0, 1.0, 0.5}}},
     {{"v2", {0, 0x80000000, 0x00400000}}}},
    {"v_mul_f32_e32 v2, v0, v1",
     {{"mode", {0x3d0}}, {"v0", {0x00400000, 0x80800000}}, {"v1", {4.0, 0.5}}},
     {{"v2", {0x01000000, 0x80000000}}}},
    {"v_mul_f32_e32 v2, v0, v1",
     {{"mode", {0x3c0}}, {"v0", {0x00400000, 0x00800000}}, {"v1", {4.0, 0.5}}},
     {{"v2", {0, 0}}}},
    // f16 and f64 have a field of their own.
    {"v_mul_f16_e32 v2, v0, v1",
     {{"mode", {0x3c0}}, {"v0", {0x0001}}, {"v1", {0x4000}}},
     {{"v2", {0x0002}}}},
    {"v_mul_f16_e32 v2, v0, v1",
     {{"mode", {0x330}}, {"v0", {0x8001}}, {"v1", {0x4000}}},
     {{"v2", {0x8000}}}},
    {"v_mul_f64 v[4:5], v[0:1], v[2:3]",
     {{"mode", {0x330}}, {"v0", {1}}, {"v1", {0x80000000}}, {"v2", {0}}, {"v3", {0x40000000}}},
     {{"v4", {0}}, {"v5", {0x80000000}}}},
    {"v_cmp_eq_f32_e32 vcc, v0, v1",
     {{"mode", {0x3e0}}, {"v0", {0x00400000}}, {"v1", {0}}},
     {{"mask:vcc", {1}}}},
    {"v_pk_mul_f32 v[4:5], v[0:1], v[2:3]",
     {{"mode", {0x3c0}}, {"v0", {0x00400000}}, {"v1", {3.0}}, {"v2", {4.0}}, {"v3", {2.0}}},
     {{"v4", {0}}, {"v5", {6.0}}}},
    // Moves are no arithmetic.
    {"v_cndmask_b32_e64 v2, v0, -v1, s[4:5]",
     {{"mode", {0}}, {"v0", {1}}, {"v1", {1}}, {"mask:s4", {0, 1}}},
     {{"v2", {1, 0x80000001}}}},
    // omod works only where results cannot be denormal and IEEE is off.
    {"v_add_f32_e64 v2, v0, v1 mul:2",
     {{"mode", {0x1d0}}, {"v0", {1.0}}, {"v1", {4.0}}},
     {{"v2", {10.0}}}},
    {"v_fma_f32 v3, v0, v1, v2 mul:2",
     {{"mode", {0x1d0}}, {"v0", {2.0}}, {"v1", {3.0}}, {"v2", {1.0}}},
     {{"v3", {14.0}}}},
    {"v_fma_f32 v3, v0, -|v1|, |v2| div:2",
     {{"mode", {0x1d0}}, {"v0", {2.0}}, {"v1", {3.0}}, {"v2", {-1.0}}},
     {{"v3", {-2.5}}}},
    {"v_add_f32_e64 v2, v0, v1 mul:4",
     {{"mode", {0x1d0}}, {"v0", {1.0}}, {"v1", {4.0}}},
     {{"v2", {20.0}}}},
    {"v_add_f32_e64 v2, v0, v1 div:2",
     {{"mode", {0x1d0}}, {"v0", {1.0}}, {"v1", {4.0}}},
     {{"v2", {2.5}}}},
    {"v_add_f32_e64 v2, v0, v1 mul:2",
     {{"mode", {0x3d0}}, {"v0", {1.0}}, {"v1", {4.0}}},
     {{"v2", {5.0}}}},
    {"v_add_f32_e64 v2, v0, v1 mul:2",
     {{"mode", {0x1f0}}, {"v0", {1.0}}, {"v1", {4.0}}},
     {{"v2", {5.0}}}},
    {"v_add_f16_e64 v2, v0, v1 mul:2",
     {{"mode", {0x170}}, {"v0", {0x3c00}}, {"v1", {0x4400}}},
     {{"v2", {0x4900}}}},
    {"v_add_f64 v[4:5], v[0:1], v[2:3] mul:4",
     {{"mode", {0x170}}, {"v0", {0}}, {"v1", {0x3ff00000}}, {"v2", {0}}, {"v3", {0x3ff00000}}},
     {{"v4", {0}}, {"v5", {0x40200000}}}},
    // clamp, and what becomes of NaN with and without DX10_CLAMP.
    {"v_add_f32_e64 v2, v0, v1 clamp",
     {{"v0", {inf, nan, -0.5, 0.25}}, {"v1", {1.0, 1.0, 0.25, 0.25}}},
     {{"v2", {1.0, 0.0, 0.0, 0.5}}}},
    {"v_add_f32_e64 v2, v0, v1 clamp",
     {{"mode", {0x2f0}}, {"v0", {nan}}, {"v1", {1.0}}},
     {{"v2", {nan}}}},
    {"v_add_f16_e64 v2, v0, v1 clamp",
     {{"v0", {0x4400, 0x7e00, 0x3400}}, {"v1", {0}}},
     {{"v2", {0x3c00, 0, 0x3400}}}},
    {"v_add_f64 v[4:5], v[0:1], v[2:3] clamp",
     {{"v0", {0}}, {"v1", {0x40000000, 0xc0000000}}, {"v2", {0}}, {"v3", {0}}},
     {{"v4", {0}}, {"v5", {0x3ff00000, 0}}}},
    {"v_pk_add_f16 v2, v0, v1 clamp",
     {{"v0", {0x3400c400}}, {"v1", {0x3400}}},
     {{"v2", {0x34000000}}}},
    // With FP16_OVFL only infinities make infinities.
    {"v_add_f16_e32 v2, v0, v1",
     {{"mode", {0x8003f0}}, {"v0", {0x7bff, 0xfbff, 0xfc00}}, {"v1", {0x7bff, 0xfbff, 0x3c00}}},
     {{"v2", {0x7bff, 0xfbff, 0xfc00}}}},
    {"v_cvt_f16_f32_e32 v2, v0",
     {{"mode", {0x8003f0}}, {"v0", {1e6, -1e30, inf, nan}}},
     {{"v2", {0x7bff, 0xfbff, 0x7c00, 0x7e00}}}},
    {"v_rcp_f16_e32 v2, v0", {{"mode", {0x8003f0}}, {"v0", {0x8000}}}, {{"v2", {0xfbff}}}},
    {"v_pk_mul_f16 v2, v0, v1",
     {{"mode", {0x8003f0}}, {"v0", {0x78007c00}}, {"v1", {0x78003c00}}},
     {{"v2", {0x7bff7c00}}}},
    {"v_cvt_pk_fp8_f32 v2, v0, v1",
     {{"mode", {0x8003f0}}, {"v0", {1e6, 1.0, inf}}, {"v1", {-241.0, -1e6, nan}}, {"v2", {0}}},
     {{"v2", {0xff7f, 0xff40, 0x8080}}}},
    {"v_cvt_pk_bf8_f32 v2, v0, v1",
     {{"mode", {0x8003f0}}, {"v0", {1e6}}, {"v1", {-inf}}, {"v2", {0}}},
     {{"v2", {0x807f}}}},
    // Without IEEE a signalling NaN loses as well.
    {"v_max_f32_e32 v2, v0, v1",
     {{"mode", {0x1f0}}, {"v0", {0x7f812345}}, {"v1", {2.0}}},
     {{"v2", {2.0}}}},
    {"v_max_f32_e32 v2, v0, v1", {{"v0", {0x7f812345}}, {"v1", {2.0}}}, {{"v2", {0x7fc12345}}}},
    // The default NaN is negative; a source's is quieted and keeps its sign.
    {"v_add_f32_e32 v2, v0, v1",
     {{"v0", {inf, 1.0, 0x7f800001, nan}}, {"v1", {-inf, 0xff812345, 0xffc00003, nan}}},
     {{"v2", {0xffc00000, 0xffc12345, 0x7fc00001, nan}}}},
    {"v_add_f32_e64 v2, -v0, v1", {{"v0", {nan}}, {"v1", {1.0}}}, {{"v2", {0xffc00000}}}},
};

} // namespace assay::amdgpu::test
