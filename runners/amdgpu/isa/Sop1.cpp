#include "runners/amdgpu/isa/Jump.h"
#include "runners/amdgpu/isa/Scalars.h"

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

static constexpr Entry entries[] = {
    {"s_mov_b32", scalars<[](uint32_t s0) { return s0; }>},
    {"s_mov_b64", scalars<[](uint64_t s0) { return s0; }>},
    {"s_cmov_b32",
     scalars<[](uint32_t s0, Former<uint32_t> d, Scc scc) { return scc.value ? s0 : d.value; }>},
    {"s_not_b32", scalars<[](uint32_t s0) { return WithScc<uint32_t>{~s0, ~s0 != 0}; }>},
    {"s_not_b64", scalars<[](uint64_t s0) { return WithScc<uint64_t>{~s0, ~s0 != 0}; }>},
    {"s_sext_i32_i8", scalars<[](uint32_t s0) { return int32_t(int8_t(s0)); }>},
    {"s_sext_i32_i16", scalars<[](uint32_t s0) { return int32_t(int16_t(s0)); }>},
    {"s_and_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 & exec; }>},
    {"s_or_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 | exec; }>},
    {"s_xor_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 ^ exec; }>},
    {"s_andn2_saveexec_b64", savesExec<[](uint64_t s0, uint64_t exec) { return s0 & ~exec; }>},
    {"s_getpc_b64", {getPc, nullptr, fromNothing}},
    {"s_setpc_b64", {setPc, nullptr, toNothing}},
    {"s_swappc_b64", {swapPc, nullptr, fromAddress}},
};
const Table sop1Table(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
