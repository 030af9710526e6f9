#include "runners/amdgpu/checks/Parts.h"

#include <fmt/format.h>

#include <array>

namespace assay::amdgpu {
namespace {

/// A counter of outstanding operations: each has a number, and a wait says up to which they are
/// done. What may return out of order is only done when nothing is outstanding any more.
struct Counter {
  uint64_t issued = 0, done = 0;
  /// The last operation that may return out of order.
  uint64_t lastUnordered = 0;

  uint64_t issue(bool isUnordered) {
    ++issued;
    if (isUnordered)
      lastUnordered = issued;
    return issued;
  }
  /// Whether what is issued now is done after all that is outstanding.
  bool isInOrder() const { return lastUnordered <= done; }
  void wait(uint32_t outstanding) {
    if (outstanding == 0)
      done = issued;
    else if (isInOrder() && issued > outstanding)
      done = std::max(done, issued - outstanding);
  }
};

/// The operation of each counter that a register waits for.
struct Pending {
  uint64_t vm = 0, lgkm = 0;
};

struct WaveState {
  Counter vm, lgkm;
  /// The last write to the LDS, as a number of lgkm.
  uint64_t lastLdsWrite = 0;
  std::array<Pending, 2 * firstAgpr> rows = {};
  std::array<Pending, scalar::count> scalars = {};
};

/// AMDGPUUsage and the manual's "Data Dependency Resolution", of gfx9: VM_CNT counts vector memory
/// in order, stores too; LGKM_CNT counts the LDS in order and scalar memory out of order; FLAT
/// counts on both, out of order.
class Waits : public Observer {
public:
  void before(const Wave &wave, const Instruction &instruction) override {
    if (states.size() < wave.group->waves.size())
      states.resize(wave.group->waves.size());
    if (!states[wave.number])
      states[wave.number] = std::make_unique<WaveState>();
    WaveState &state = *states[wave.number];
    const std::string &name = wave.group->program->names[instruction.name];
    if (instruction.format == Format::Sopp && name == "s_waitcnt") {
      const auto simm = static_cast<uint32_t>(instruction.offset);
      state.vm.wait((simm & 15) | (simm >> 14 & 3) << 4);
      state.lgkm.wait(simm >> 8 & 15);
      return;
    }
    if (instruction.format == Format::Sopp && name == "s_barrier" &&
        state.lastLdsWrite > state.lgkm.done)
      report(wave, instruction, "a write to the LDS is still outstanding at this barrier");
    for (const Operand &source : instruction.source)
      require(state, wave, instruction, source, "read");
    require(state, wave, instruction, instruction.destination, "written",
            counterInOrder(state, instruction, name));
    require(state, wave, instruction, instruction.scalarDestination, "written");
    if (isMemoryFormat(instruction.format))
      issue(state, instruction, name);
  }

private:
  /// The counter whose operations this instruction's result comes after, if there is one: it may
  /// be loaded over what they load.
  static const Counter *counterInOrder(const WaveState &state, const Instruction &instruction,
                                       const std::string &name) {
    if (!isMemoryFormat(instruction.format) || instruction.format == Format::Smem ||
        name.starts_with("flat_"))
      return nullptr;
    const Counter &counter = instruction.format == Format::Ds ? state.lgkm : state.vm;
    return counter.isInOrder() ? &counter : nullptr;
  }

  static void require(const WaveState &state, const Wave &wave, const Instruction &instruction,
                      const Operand &operand, const char *what, const Counter *inOrder = nullptr) {
    if (operand.kind != Operand::Kind::Vector && operand.kind != Operand::Kind::Scalar)
      return;
    const bool isVector = operand.kind == Operand::Kind::Vector;
    for (unsigned i = 0; i < operand.dwords(); ++i) {
      const unsigned index = operand.index + i;
      const Pending &pending = isVector ? state.rows[index] : state.scalars[index];
      const bool isVm = pending.vm > state.vm.done && inOrder != &state.vm;
      const bool isLgkm = pending.lgkm > state.lgkm.done && inOrder != &state.lgkm;
      if (!isVm && !isLgkm)
        continue;
      report(wave, instruction,
             fmt::format("{}{} is {} before the s_waitcnt {} that covers its load",
                         !isVector           ? 's'
                         : index < firstAgpr ? 'v'
                                             : 'a',
                         index % firstAgpr, what, isVm ? "vmcnt" : "lgkmcnt"));
      return;
    }
  }

  static void issue(WaveState &state, const Instruction &instruction, const std::string &name) {
    Pending pending;
    if (instruction.format == Format::Smem) {
      pending.lgkm = state.lgkm.issue(true);
    } else if (instruction.format == Format::Ds) {
      pending.lgkm = state.lgkm.issue(false);
      if (name.starts_with("ds_write") || name.starts_with("ds_add"))
        state.lastLdsWrite = pending.lgkm;
    } else if (name.starts_with("flat_")) {
      pending.vm = state.vm.issue(true);
      pending.lgkm = state.lgkm.issue(true);
    } else {
      pending.vm = state.vm.issue(false);
    }
    const Operand &to = instruction.destination;
    for (unsigned i = 0; i < to.dwords(); ++i)
      if (to.kind == Operand::Kind::Vector)
        state.rows[to.index + i] = pending;
      else if (to.kind == Operand::Kind::Scalar)
        state.scalars[to.index + i] = pending;
  }

  std::vector<std::unique_ptr<WaveState>> states;
};

} // namespace

std::unique_ptr<Observer> checkWaits() { return std::make_unique<Waits>(); }

} // namespace assay::amdgpu
