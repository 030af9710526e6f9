#include "runners/amdgpu/isa/Access.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

template <auto Condition> static void branchIf(Wave &wave, const Instruction &instruction) {
  if (Condition(wave))
    wave.pc = instruction.target;
}
template <auto Condition> static constexpr Semantics branches = {branchIf<Condition>, nullptr, {}};

static void endProgram(Wave &wave, const Instruction &instruction) {
  wave.state = Wave::State::Ended;
}
static void barrier(Wave &wave, const Instruction &instruction) {
  wave.state = Wave::State::AtBarrier;
}
static void trap(Wave &wave, const Instruction &instruction) {
  raise(wave, instruction, Fault::Kind::Trap, "the kernel trapped");
}

/// Results are there at once: what only waits, yields or hints has nothing to do.
static void nothing(Wave &, const Instruction &) {}

static constexpr Entry entries[] = {
    {"s_nop", {nothing, nullptr, {}}},
    {"s_sleep", {nothing, nullptr, {}}},
    {"s_setprio", {nothing, nullptr, {}}},
    {"s_waitcnt", {nothing, nullptr, {}}},
    {"s_icache_inv", {nothing, nullptr, {}}},
    {"s_endpgm", {endProgram, nullptr, {}}},
    {"s_barrier", {barrier, nullptr, {}}},
    {"s_trap", {trap, nullptr, {}}},
    {"s_branch", branches<[](const Wave &) { return true; }>},
    {"s_cbranch_scc0", branches<[](const Wave &wave) { return !wave.scc; }>},
    {"s_cbranch_scc1", branches<[](const Wave &wave) { return wave.scc; }>},
    {"s_cbranch_vccz", branches<[](const Wave &wave) { return vcc(wave) == 0; }>},
    {"s_cbranch_vccnz", branches<[](const Wave &wave) { return vcc(wave) != 0; }>},
    {"s_cbranch_execz", branches<[](const Wave &wave) { return exec(wave) == 0; }>},
    {"s_cbranch_execnz", branches<[](const Wave &wave) { return exec(wave) != 0; }>},
};
const Table soppTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
