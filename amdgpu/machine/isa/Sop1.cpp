#include "amdgpu/machine/isa/Jump.h"
#include "amdgpu/machine/isa/Scalars.h"

#include <algorithm>

namespace assay::amdgpu::AMDGPU_LEVEL {

/// D = EXEC; EXEC = F(S0, EXEC); SCC = EXEC is not zero.
template <auto F> static void saveExec(Wave &wave, const Instruction &instruction) {
  const auto source = readUniform<uint64_t>(wave, instruction.source[0]);
  const uint64_t former = exec(wave);
  const uint64_t now = F(source, former);
  writeScalar(wave, instruction.destination.index, former);
  writeScalar(wave, scalar::exec, now);
  wave.scc = now != 0;
}
template <auto F>
static constexpr Semantics savesExec = {saveExec<F>, nullptr,
                                        shapeOf<[](uint64_t s0) { return s0; }>()};

/// D = EXEC = F(S0, EXEC); SCC = EXEC is not zero.
template <auto F> static void writeExec(Wave &wave, const Instruction &instruction) {
  const uint64_t now = F(readUniform<uint64_t>(wave, instruction.source[0]), exec(wave));
  writeScalar(wave, instruction.destination.index, now);
  writeScalar(wave, scalar::exec, now);
  wave.scc = now != 0;
}
template <auto F>
static constexpr Semantics writesExec = {writeExec<F>, nullptr,
                                         shapeOf<[](uint64_t s0) { return s0; }>()};

template <class T> static WithScc<T> nonzero(T value) { return {value, value != 0}; }

/// The position of the lowest bit set, or -1.
template <class T> static int32_t lowestBit(T value) {
  return value == 0 ? -1 : std::countr_zero(value);
}
/// The number of bits above the highest one set, or -1.
template <class T> static int32_t bitsAbove(T value) {
  return value == 0 ? -1 : std::countl_zero(value);
}
/// The number of bits that are as the sign is, or -1 if all are.
template <class T> static int32_t signBits(T value) {
  return bitsAbove(std::make_unsigned_t<T>(value < 0 ? ~value : value));
}
template <class T> static T reversed(T value) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
    result |= (value >> bit & 1) << (8 * sizeof(T) - 1 - bit);
  return result;
}
/// Each group of four bits becomes four ones if one of them is set.
template <class T> static T wholeQuads(T value) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); bit += 4)
    result |= (value >> bit & 15) != 0 ? T(15) << bit : 0;
  return result;
}
/// One bit for each group of four: whether one of them is set.
template <class T> static T quadMask(T value) {
  T result = 0;
  for (unsigned bit = 0; bit < 8 * sizeof(T); bit += 4)
    result |= T((value >> bit & 15) != 0) << bit / 4;
  return result;
}

/// D = SGPR[S0's number + M0], or the other way round.
template <class T, bool isSource>
static void moveRelative(Wave &wave, const Instruction &instruction) {
  const auto index = readScalar<uint32_t>(wave, scalar::m0);
  uint64_t from = instruction.source[0].index, to = instruction.destination.index;
  (isSource ? from : to) += index;
  if (std::max(from, to) + sizeof(T) / 4 > scalar::vcc)
    return raise(wave, instruction, Fault::Kind::UnknownInstruction, "M0 leads past the last SGPR");
  writeScalar(wave, static_cast<unsigned>(to),
              isSource ? readScalar<T>(wave, static_cast<unsigned>(from))
                       : readUniform<T>(wave, instruction.source[0]));
}

static void getPc(Wave &wave, const Instruction &instruction) {
  writeScalar(wave, instruction.destination.index,
              wave.group->imageAddress + instruction.nextAddress);
}

static void setPc(Wave &wave, const Instruction &instruction) {
  jump(wave, instruction, readUniform<uint64_t>(wave, instruction.source[0]));
}

static void swapPc(Wave &wave, const Instruction &instruction) {
  const auto target = readUniform<uint64_t>(wave, instruction.source[0]);
  getPc(wave, instruction);
  jump(wave, instruction, target);
}

static constexpr Shape fromAddress = shapeOf<[](uint64_t s0) { return s0; }>();
static constexpr Shape toNothing = shapeOf<[](uint64_t s0) {}>();
static constexpr Shape fromNothing = shapeOf<[] { return uint64_t(); }>();

template <class T> static constexpr Shape sameShape = shapeOf<[](T s0) { return s0; }>();

static constexpr Entry entries[] = {
    {"s_mov_b32", scalars<[](uint32_t s0) { return s0; }>},
    {"s_mov_b64", scalars<[](uint64_t s0) { return s0; }>},
    {"s_cmov_b32",
     scalars<[](uint32_t s0, Former<uint32_t> d, Scc scc) { return scc.value ? s0 : d.value; }>},
    {"s_cmov_b64",
     scalars<[](uint64_t s0, Former<uint64_t> d, Scc scc) { return scc.value ? s0 : d.value; }>},
    {"s_not_b32", scalars<[](uint32_t s0) { return WithScc<uint32_t>{~s0, ~s0 != 0}; }>},
    {"s_not_b64", scalars<[](uint64_t s0) { return WithScc<uint64_t>{~s0, ~s0 != 0}; }>},
    {"s_sext_i32_i8", scalars<[](uint32_t s0) { return int32_t(int8_t(s0)); }>},
    {"s_sext_i32_i16", scalars<[](uint32_t s0) { return int32_t(int16_t(s0)); }>},
    {"s_wqm_b32", scalars<[](uint32_t s0) { return nonzero(wholeQuads(s0)); }>},
    {"s_wqm_b64", scalars<[](uint64_t s0) { return nonzero(wholeQuads(s0)); }>},
    {"s_quadmask_b32", scalars<[](uint32_t s0) { return nonzero(quadMask(s0)); }>},
    {"s_quadmask_b64", scalars<[](uint64_t s0) { return nonzero(quadMask(s0)); }>},
    {"s_brev_b32", scalars<[](uint32_t s0) { return reversed(s0); }>},
    {"s_brev_b64", scalars<[](uint64_t s0) { return reversed(s0); }>},
    {"s_bcnt0_i32_b32", scalars<[](uint32_t s0) { return nonzero(std::popcount(~s0)); }>},
    {"s_bcnt0_i32_b64", scalars<[](uint64_t s0) { return nonzero(std::popcount(~s0)); }>},
    {"s_bcnt1_i32_b32", scalars<[](uint32_t s0) { return nonzero(std::popcount(s0)); }>},
    {"s_bcnt1_i32_b64", scalars<[](uint64_t s0) { return nonzero(std::popcount(s0)); }>},
    {"s_ff0_i32_b32", scalars<[](uint32_t s0) { return lowestBit(~s0); }>},
    {"s_ff0_i32_b64", scalars<[](uint64_t s0) { return lowestBit(~s0); }>},
    {"s_ff1_i32_b32", scalars<[](uint32_t s0) { return lowestBit(s0); }>},
    {"s_ff1_i32_b64", scalars<[](uint64_t s0) { return lowestBit(s0); }>},
    {"s_flbit_i32_b32", scalars<[](uint32_t s0) { return bitsAbove(s0); }>},
    {"s_flbit_i32_b64", scalars<[](uint64_t s0) { return bitsAbove(s0); }>},
    {"s_flbit_i32", scalars<[](int32_t s0) { return signBits(s0); }>},
    {"s_flbit_i32_i64", scalars<[](int64_t s0) { return signBits(s0); }>},
    {"s_bitset0_b32",
     scalars<[](uint32_t s0, Former<uint32_t> d) { return d.value & ~(1U << (s0 & 31)); }>},
    {"s_bitset0_b64", scalars<[](uint32_t s0, Former<uint64_t> d) {
       return d.value & ~(uint64_t(1) << (s0 & 63));
     }>},
    {"s_bitset1_b32",
     scalars<[](uint32_t s0, Former<uint32_t> d) { return d.value | 1U << (s0 & 31); }>},
    {"s_bitset1_b64",
     scalars<[](uint32_t s0, Former<uint64_t> d) { return d.value | uint64_t(1) << (s0 & 63); }>},
    // Each bit twice.
    {"s_bitreplicate_b64_b32", scalars<[](uint32_t s0) {
       uint64_t result = 0;
       for (unsigned bit = 0; bit < 32; ++bit)
         result |= uint64_t(s0 >> bit & 1) * 3 << 2 * bit;
       return result;
     }>},
    {"s_abs_i32", scalars<[](int32_t s0) {
       const uint32_t magnitude = s0 < 0 ? 0 - uint32_t(s0) : uint32_t(s0);
       return nonzero(magnitude);
     }>},
    {"s_movrels_b32", {moveRelative<uint32_t, true>, nullptr, sameShape<uint32_t>}},
    {"s_movrels_b64", {moveRelative<uint64_t, true>, nullptr, sameShape<uint64_t>}},
    {"s_movreld_b32", {moveRelative<uint32_t, false>, nullptr, sameShape<uint32_t>}},
    {"s_movreld_b64", {moveRelative<uint64_t, false>, nullptr, sameShape<uint64_t>}},
    {"s_and_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 & exec; }>},
    {"s_or_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 | exec; }>},
    {"s_xor_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 ^ exec; }>},
    {"s_andn2_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 & ~exec; }>},
    {"s_nand_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return ~(s0 & exec); }>},
    {"s_nor_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return ~(s0 | exec); }>},
    {"s_xnor_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return ~(s0 ^ exec); }>},
    {"s_orn2_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 | ~exec; }>},
    {"s_andn1_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return ~s0 & exec; }>},
    {"s_orn1_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return ~s0 | exec; }>},
    {"s_andn1_wrexec_b64", writesExec<[](uint64_t s0, uint64_t exec) { return ~s0 & exec; }>},
    {"s_andn2_wrexec_b64", writesExec<[](uint64_t s0, uint64_t exec) { return s0 & ~exec; }>},
    {"s_getpc_b64", {getPc, nullptr, fromNothing}},
    {"s_setpc_b64", {setPc, nullptr, toNothing}},
    {"s_swappc_b64", {swapPc, nullptr, fromAddress}},
    {"s_rfe_b64", refused("there are no trap handlers")},
    {"s_cbranch_join", refused("branches with a stack of masks are not in these chips' manuals")},
    {"s_set_gpr_idx_idx", refused("it stands between s_set_gpr_idx_on and _off only")},
};
const Table sop1Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
