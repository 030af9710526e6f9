#include "amdgpu/machine/isa/Scalars.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

// What sets SCC for being not zero.
template <class T> static constexpr WithScc<T> nonzero(T value) { return {value, value != 0}; }

/// SCC is signed overflow.
template <class T> static WithScc<int32_t> signedOverflow(T wide) {
  const auto value = static_cast<int32_t>(wide);
  return {value, wide != value};
}

// A bitfield's offset is in bits 4:0 (5:0 of 64 bits) of S1, its width in bits 22:16.
template <class T> static T bitfield(T value, uint32_t where) {
  constexpr unsigned bits = 8 * sizeof(T);
  const unsigned offset = where & (bits - 1), width = where >> 16 & 0x7f;
  const T shifted = value >> offset;
  if (width >= bits)
    return shifted;
  return shifted & T((std::make_unsigned_t<T>(1) << width) - 1);
}

/// As bitfield() with the sign of the field's highest bit.
template <class T> static T signedBitfield(T value, uint32_t where) {
  constexpr unsigned bits = 8 * sizeof(T);
  const unsigned width = where >> 16 & 0x7f;
  const T field = bitfield(value, where);
  // What is shifted in from above is the sign already.
  if (width == 0 || width >= bits)
    return width == 0 ? 0 : field;
  return T(std::make_unsigned_t<T>(field) << (bits - width)) >> (bits - width);
}

/// SCC is the carry out of 32 bits.
template <unsigned shift> static WithScc<uint32_t> shiftAdd(uint32_t s0, uint32_t s1) {
  const uint64_t sum = (uint64_t(s0) << shift) + s1;
  return {uint32_t(sum), sum > UINT32_MAX};
}

static constexpr Entry entries[] = {
    {"s_add_u32", scalars<[](uint32_t s0, uint32_t s1) {
       const uint64_t sum = uint64_t(s0) + s1;
       return WithScc<uint32_t>{uint32_t(sum), sum > UINT32_MAX};
     }>},
    {"s_sub_u32",
     scalars<[](uint32_t s0, uint32_t s1) { return WithScc<uint32_t>{s0 - s1, s1 > s0}; }>},
    {"s_add_i32", scalars<[](int32_t s0, int32_t s1) { return signedOverflow(int64_t(s0) + s1); }>},
    {"s_sub_i32", scalars<[](int32_t s0, int32_t s1) { return signedOverflow(int64_t(s0) - s1); }>},
    {"s_addc_u32", scalars<[](uint32_t s0, uint32_t s1, Scc scc) {
       const uint64_t sum = uint64_t(s0) + s1 + scc.value;
       return WithScc<uint32_t>{uint32_t(sum), sum > UINT32_MAX};
     }>},
    {"s_subb_u32", scalars<[](uint32_t s0, uint32_t s1, Scc scc) {
       return WithScc<uint32_t>{s0 - s1 - scc.value, uint64_t(s1) + scc.value > s0};
     }>},
    {"s_min_i32",
     scalars<[](int32_t s0, int32_t s1) { return WithScc<int32_t>{s0 < s1 ? s0 : s1, s0 < s1}; }>},
    {"s_min_u32", scalars<[](uint32_t s0, uint32_t s1) {
       return WithScc<uint32_t>{s0 < s1 ? s0 : s1, s0 < s1};
     }>},
    {"s_max_i32",
     scalars<[](int32_t s0, int32_t s1) { return WithScc<int32_t>{s0 > s1 ? s0 : s1, s0 > s1}; }>},
    {"s_max_u32", scalars<[](uint32_t s0, uint32_t s1) {
       return WithScc<uint32_t>{s0 > s1 ? s0 : s1, s0 > s1};
     }>},
    {"s_cselect_b32",
     scalars<[](uint32_t s0, uint32_t s1, Scc scc) { return scc.value ? s0 : s1; }>},
    {"s_cselect_b64",
     scalars<[](uint64_t s0, uint64_t s1, Scc scc) { return scc.value ? s0 : s1; }>},
    {"s_and_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 & s1); }>},
    {"s_and_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(s0 & s1); }>},
    {"s_or_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 | s1); }>},
    {"s_or_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(s0 | s1); }>},
    {"s_xor_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 ^ s1); }>},
    {"s_xor_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(s0 ^ s1); }>},
    {"s_andn2_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 & ~s1); }>},
    {"s_andn2_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(s0 & ~s1); }>},
    {"s_orn2_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 | ~s1); }>},
    {"s_nand_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(~(s0 & s1)); }>},
    {"s_nand_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(~(s0 & s1)); }>},
    {"s_nor_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(~(s0 | s1)); }>},
    {"s_nor_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(~(s0 | s1)); }>},
    {"s_xnor_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(~(s0 ^ s1)); }>},
    {"s_xnor_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(~(s0 ^ s1)); }>},
    {"s_bfm_b32",
     scalars<[](uint32_t s0, uint32_t s1) { return ((1U << (s0 & 31)) - 1) << (s1 & 31); }>},
    {"s_bfm_b64", scalars<[](uint32_t s0, uint32_t s1) {
       return ((uint64_t(1) << (s0 & 63)) - 1) << (s1 & 63);
     }>},
    {"s_bfe_i32", scalars<[](int32_t s0, uint32_t s1) { return nonzero(signedBitfield(s0, s1)); }>},
    {"s_bfe_i64", scalars<[](int64_t s0, uint32_t s1) { return nonzero(signedBitfield(s0, s1)); }>},
    {"s_absdiff_i32", scalars<[](int32_t s0, int32_t s1) {
       const auto difference = static_cast<int32_t>(uint32_t(s0) - uint32_t(s1));
       return nonzero(difference < 0 ? 0 - uint32_t(difference) : uint32_t(difference));
     }>},
    {"s_lshl1_add_u32", scalars<shiftAdd<1>>},
    {"s_lshl2_add_u32", scalars<shiftAdd<2>>},
    {"s_lshl3_add_u32", scalars<shiftAdd<3>>},
    {"s_lshl4_add_u32", scalars<shiftAdd<4>>},
    {"s_pack_ll_b32_b16",
     scalars<[](uint32_t s0, uint32_t s1) { return (s0 & 0xffff) | s1 << 16; }>},
    {"s_pack_lh_b32_b16",
     scalars<[](uint32_t s0, uint32_t s1) { return (s0 & 0xffff) | (s1 & 0xffff0000); }>},
    {"s_pack_hh_b32_b16",
     scalars<[](uint32_t s0, uint32_t s1) { return s0 >> 16 | (s1 & 0xffff0000); }>},
    {"s_cbranch_g_fork", refused("branches with a stack of masks are not in these chips' manuals")},
    {"s_rfe_restore_b64", refused("there are no trap handlers")},
    {"s_orn2_b64", scalars<[](uint64_t s0, uint64_t s1) { return nonzero(s0 | ~s1); }>},
    {"s_lshl_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 << (s1 & 31)); }>},
    {"s_lshl_b64", scalars<[](uint64_t s0, uint32_t s1) { return nonzero(s0 << (s1 & 63)); }>},
    {"s_lshr_b32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(s0 >> (s1 & 31)); }>},
    {"s_lshr_b64", scalars<[](uint64_t s0, uint32_t s1) { return nonzero(s0 >> (s1 & 63)); }>},
    {"s_ashr_i32", scalars<[](int32_t s0, uint32_t s1) { return nonzero(s0 >> (s1 & 31)); }>},
    {"s_ashr_i64", scalars<[](int64_t s0, uint32_t s1) { return nonzero(s0 >> (s1 & 63)); }>},
    {"s_bfe_u32", scalars<[](uint32_t s0, uint32_t s1) { return nonzero(bitfield(s0, s1)); }>},
    {"s_bfe_u64", scalars<[](uint64_t s0, uint32_t s1) { return nonzero(bitfield(s0, s1)); }>},
    {"s_mul_i32", scalars<[](uint32_t s0, uint32_t s1) { return s0 * s1; }>},
    {"s_mul_hi_u32",
     scalars<[](uint32_t s0, uint32_t s1) { return uint32_t(uint64_t(s0) * s1 >> 32); }>},
    {"s_mul_hi_i32",
     scalars<[](int32_t s0, int32_t s1) { return int32_t(int64_t(s0) * s1 >> 32); }>},
};
const Table sop2Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
