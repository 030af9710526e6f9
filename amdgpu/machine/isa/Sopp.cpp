#include "amdgpu/machine/isa/Access.h"

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
/// Trap 2 is llvm.trap; 3 is llvm.debugtrap, at which only a debugger would stop.
static void trap(Wave &wave, const Instruction &instruction) {
  if ((instruction.offset & 0xff) != 3)
    raise(wave, instruction, Fault::Kind::Trap, "the kernel trapped");
}
static void halt(Wave &wave, const Instruction &instruction) {
  if ((instruction.offset & 1) != 0)
    raise(wave, instruction, Fault::Kind::Trap, "the wave halts");
}
/// MSG_INTERRUPT wakes the host.
static void sendMessage(Wave &wave, const Instruction &instruction) {
  if ((instruction.offset & 15) == 1)
    ring(wave, instruction);
  else
    raise(wave, instruction, Fault::Kind::UnknownInstruction, "nobody takes this message");
}

/// Results are there at once: what only waits, yields or hints has nothing to do.
static void nothing(Wave &, const Instruction &) {}

static constexpr Entry entries[] = {
    {"s_nop", {nothing, nullptr, {}}},
    {"s_sleep", {nothing, nullptr, {}}},
    {"s_setprio", {nothing, nullptr, {}}},
    {"s_waitcnt", {nothing, nullptr, {}}},
    {"s_icache_inv", {nothing, nullptr, {}}},
    {"s_wakeup", {nothing, nullptr, {}}},
    {"s_incperflevel", {nothing, nullptr, {}}},
    {"s_decperflevel", {nothing, nullptr, {}}},
    {"s_ttracedata", {nothing, nullptr, {}}},
    {"s_endpgm", {endProgram, nullptr, {}}},
    {"s_endpgm_saved", {endProgram, nullptr, {}}},
    {"s_sethalt", {halt, nullptr, {}}},
    {"s_sendmsg", {sendMessage, nullptr, {}}},
    {"s_endpgm_ordered_ps_done", refused("there are no pixel shaders")},
    {"s_sendmsghalt", refused("nobody takes messages")},
    {"s_setkill", refused("there are no pixel shaders")},
    {"s_set_gpr_idx_off", refused("it stands behind s_set_gpr_idx_on only")},
    {"s_set_gpr_idx_mode", refused("indexing is switched on by s_set_gpr_idx_on only")},
    {"s_barrier", {barrier, nullptr, {}}},
    {"s_trap", {trap, nullptr, {}}},
    {"s_branch", branches<[](const Wave &) { return true; }>},
    {"s_cbranch_scc0", branches<[](const Wave &wave) { return !wave.scc; }>},
    {"s_cbranch_scc1", branches<[](const Wave &wave) { return wave.scc; }>},
    {"s_cbranch_vccz", branches<[](const Wave &wave) { return vcc(wave) == 0; }>},
    {"s_cbranch_vccnz", branches<[](const Wave &wave) { return vcc(wave) != 0; }>},
    {"s_cbranch_execz", branches<[](const Wave &wave) { return exec(wave) == 0; }>},
    {"s_cbranch_execnz", branches<[](const Wave &wave) { return exec(wave) != 0; }>},
    // Without a debugger these flags are never set.
    {"s_cbranch_cdbgsys", branches<[](const Wave &) { return false; }>},
    {"s_cbranch_cdbguser", branches<[](const Wave &) { return false; }>},
    {"s_cbranch_cdbgsys_or_user", branches<[](const Wave &) { return false; }>},
    {"s_cbranch_cdbgsys_and_user", branches<[](const Wave &) { return false; }>},
};
const Table soppTable(entries);

} // namespace assay::amdgpu::AMDGPU_LEVEL
