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

/// The registers of a file, and which of them may still wait for an operation: few at a time, so
/// that most operands are done with at a look.
template <unsigned size> class RegisterFile {
public:
  void issue(unsigned index, unsigned count, Pending operation) {
    for (unsigned i = index; i < index + count; ++i) {
      pending[i] = operation;
      waiting[i / 64] |= uint64_t(1) << i % 64;
    }
  }
  void forget() { waiting = {}; }

  /// Whether one of up to 32 registers may wait.
  bool mayWait(unsigned index, unsigned count) const {
    const unsigned shift = index % 64;
    const uint64_t behind = waiting[index / 64 + 1] << 1 << (63 - shift);
    return ((waiting[index / 64] >> shift | behind) & ((uint64_t(1) << count) - 1)) != 0;
  }
  /// The first of these registers of which isOutstanding(Pending), or nothing. The others are not
  /// looked at again until something is issued to them.
  template <class IsOutstanding>
  std::optional<unsigned> find(unsigned index, unsigned count, IsOutstanding isOutstanding) {
    for (unsigned i = index; i < index + count; ++i) {
      uint64_t &word = waiting[i / 64];
      const uint64_t bit = uint64_t(1) << i % 64;
      if ((word & bit) == 0)
        continue;
      if (isOutstanding(pending[i]))
        return i;
      word &= ~bit;
    }
    return std::nullopt;
  }
  Pending operator[](unsigned index) const { return pending[index]; }

private:
  /// With a word more, so that registers are looked up in two.
  std::array<uint64_t, size / 64 + 1> waiting = {};
  std::array<Pending, size> pending;
};

struct WaveState {
  Counter vm, lgkm;
  /// The last write to the LDS, as a number of lgkm.
  uint64_t lastLdsWrite = 0;
  RegisterFile<2 * firstAgpr> rows;
  RegisterFile<scalar::count> scalars;
  /// Whether any register may wait.
  bool isWaiting = false;

  /// Whether that is outstanding on VM_CNT or LGKM_CNT, but for a counter that does not matter.
  bool isVm(const Pending &pending, const Counter *but) const {
    return pending.vm > vm.done && but != &vm;
  }
  bool isOutstanding(const Pending &pending, const Counter *but) const {
    return isVm(pending, but) || (pending.lgkm > lgkm.done && but != &lgkm);
  }
};

/// AMDGPUUsage and the manual's "Data Dependency Resolution", of gfx9: VM_CNT counts vector memory
/// in order, stores too; LGKM_CNT counts the LDS in order and scalar memory out of order; FLAT
/// counts on both, out of order.
class Waits : public Observer {
public:
  void before(const Wave &wave, const Instruction &instruction) override {
    if (states.empty())
      states.resize(wave.group->waves.size());
    WaveState &state = states[wave.number];
    if (instruction.traits & trait::waits)
      return wait(state, static_cast<uint32_t>(instruction.offset));
    if ((instruction.traits & trait::barrier) && state.lastLdsWrite > state.lgkm.done)
      report(wave, instruction, "a write to the LDS is still outstanding at this barrier");
    if (state.isWaiting) {
      for (const Operand &source : instruction.source)
        require(state, wave, instruction, source, "read");
      require(state, wave, instruction, instruction.destination, "written",
              counterInOrder(state, instruction));
      require(state, wave, instruction, instruction.scalarDestination, "written");
    }
    if (instruction.traits & trait::memory)
      issue(state, instruction);
  }

private:
  /// The counter whose operations this instruction's result comes after, if there is one: it may
  /// be loaded over what they load.
  static const Counter *counterInOrder(const WaveState &state, const Instruction &instruction) {
    if ((instruction.traits & (trait::memory | trait::flat)) != trait::memory ||
        instruction.format == Format::Smem)
      return nullptr;
    const Counter &counter = instruction.format == Format::Ds ? state.lgkm : state.vm;
    return counter.isInOrder() ? &counter : nullptr;
  }

  static void wait(WaveState &state, uint32_t simm) {
    state.vm.wait((simm & 15) | (simm >> 14 & 3) << 4);
    state.lgkm.wait(simm >> 8 & 15);
    if (state.vm.done < state.vm.issued || state.lgkm.done < state.lgkm.issued)
      return;
    state.rows.forget();
    state.scalars.forget();
    state.isWaiting = false;
  }

  [[gnu::always_inline]] static void require(WaveState &state, const Wave &wave,
                                             const Instruction &instruction, const Operand &operand,
                                             const char *what, const Counter *inOrder = nullptr) {
    if (operand.kind == Operand::Kind::Vector) {
      if (state.rows.mayWait(operand.index, operand.dwords()))
        look(state, state.rows, wave, instruction, operand, what, inOrder);
    } else if (operand.kind == Operand::Kind::Scalar) {
      if (state.scalars.mayWait(operand.index, operand.dwords()))
        look(state, state.scalars, wave, instruction, operand, what, inOrder);
    }
  }

  template <class File>
  [[gnu::noinline]] static void look(const WaveState &state, File &file, const Wave &wave,
                                     const Instruction &instruction, const Operand &operand,
                                     const char *what, const Counter *inOrder) {
    const auto found = file.find(operand.index, operand.dwords(), [&](const Pending &pending) {
      return state.isOutstanding(pending, inOrder);
    });
    if (!found)
      return;
    const char name = operand.kind == Operand::Kind::Scalar ? 's' : *found < firstAgpr ? 'v' : 'a';
    report(wave, instruction,
           fmt::format("{}{} is {} before the s_waitcnt {} that covers its load", name,
                       *found % firstAgpr, what,
                       state.isVm(file[*found], inOrder) ? "vmcnt" : "lgkmcnt"));
  }

  static void issue(WaveState &state, const Instruction &instruction) {
    Pending pending;
    if (instruction.format == Format::Smem) {
      pending.lgkm = state.lgkm.issue(true);
    } else if (instruction.format == Format::Ds) {
      pending.lgkm = state.lgkm.issue(false);
      if (instruction.traits & trait::writesLds)
        state.lastLdsWrite = pending.lgkm;
    } else if (instruction.traits & trait::flat) {
      pending.vm = state.vm.issue(true);
      pending.lgkm = state.lgkm.issue(true);
    } else {
      pending.vm = state.vm.issue(false);
    }
    const Operand &to = instruction.destination;
    if (to.kind == Operand::Kind::Vector)
      state.rows.issue(to.index, to.dwords(), pending);
    else if (to.kind == Operand::Kind::Scalar)
      state.scalars.issue(to.index, to.dwords(), pending);
    state.isWaiting |= to.dwords() > 0;
  }

  std::vector<WaveState> states;
};

} // namespace

std::unique_ptr<Observer> checkWaits() { return std::make_unique<Waits>(); }

} // namespace assay::amdgpu
