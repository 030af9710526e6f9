#include "amdgpu/machine/checks/Parts.h"

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
  /// What the last operations load, by their numbers modulo the size.
  std::array<Operand, 64> loaded;

  uint64_t issue(bool isUnordered, const Operand &to) {
    ++issued;
    if (isUnordered)
      lastUnordered = issued;
    loaded[issued % loaded.size()] = to;
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

/// The registers of a file, and which of them may still wait for an operation.
template <unsigned size> class RegisterFile {
public:
  void issue(unsigned index, unsigned count, Pending operation) {
    for (unsigned i = index; i < index + count; ++i) {
      pending[i] = operation;
      waiting[i / 64] |= uint64_t(1) << i % 64;
    }
  }
  /// Those of them of which isOutstanding(Pending) is false wait no more.
  template <class IsOutstanding>
  void forget(unsigned index, unsigned count, IsOutstanding isOutstanding) {
    for (unsigned i = index; i < index + count; ++i)
      if (!isOutstanding(pending[i]))
        waiting[i / 64] &= ~(uint64_t(1) << i % 64);
  }

  /// All that may wait, 64 numbers in a word.
  const std::array<uint64_t, size / 64> &mayWait() const { return waiting; }
  /// The first of these registers of which isOutstanding(Pending), or nothing.
  template <class IsOutstanding>
  std::optional<unsigned> find(unsigned index, unsigned count, IsOutstanding isOutstanding) const {
    for (unsigned i = index; i < index + count; ++i)
      if ((waiting[i / 64] >> i % 64 & 1) != 0 && isOutstanding(pending[i]))
        return i;
    return std::nullopt;
  }
  Pending operator[](unsigned index) const { return pending[index]; }

private:
  std::array<uint64_t, size / 64> waiting = {};
  std::array<Pending, size> pending;
};

struct WaveState {
  Counter vm, lgkm;
  /// The last write to the LDS, as a number of lgkm.
  uint64_t lastLdsWrite = 0;
  RegisterFile<2 * firstAgpr> rows;
  RegisterFile<scalar::count> scalars;
  /// All registers that may wait.
  Watch waiting;

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
  void begin(Wave &wave) override {
    states.resize(wave.group->waves.size());
    wave.interest.traits |= trait::memory | trait::waits | trait::barrier;
    states[wave.number].waiting = Watch(wave.interest);
  }

  void before(const Wave &wave, const Instruction &instruction) override {
    WaveState &state = states[wave.number];
    if (instruction.traits & trait::waits)
      return wait(state, static_cast<uint32_t>(instruction.offset));
    if ((instruction.traits & trait::barrier) && state.lastLdsWrite > state.lgkm.done)
      report(wave, instruction, "a write to the LDS is still outstanding at this barrier");
    if (state.waiting.isMetBy(instruction)) {
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
    const uint64_t vm = state.vm.done, lgkm = state.lgkm.done;
    state.vm.wait((simm & 15) | (simm >> 14 & 3) << 4);
    state.lgkm.wait(simm >> 8 & 15);
    if (state.vm.done == vm && state.lgkm.done == lgkm)
      return;
    forget(state, state.vm, vm);
    forget(state, state.lgkm, lgkm);
    state.waiting = RegisterSet{.rows = folded<2>(state.rows.mayWait()),
                                .scalars = folded<1>(state.scalars.mayWait())[0]};
  }

  /// What the operations load that are done since `before` of them were.
  static void forget(WaveState &state, const Counter &counter, uint64_t before) {
    auto isOutstanding = [&](const Pending &pending) {
      return state.isOutstanding(pending, nullptr);
    };
    if (counter.done - before > counter.loaded.size()) {
      state.rows.forget(0, 2 * firstAgpr, isOutstanding);
      state.scalars.forget(0, scalar::count, isOutstanding);
      return;
    }
    for (uint64_t number = before + 1; number <= counter.done; ++number) {
      const Operand &to = counter.loaded[number % counter.loaded.size()];
      if (to.kind == Operand::Kind::Vector)
        state.rows.forget(to.index, to.dwords(), isOutstanding);
      else if (to.kind == Operand::Kind::Scalar)
        state.scalars.forget(to.index, to.dwords(), isOutstanding);
    }
  }

  static void require(const WaveState &state, const Wave &wave, const Instruction &instruction,
                      const Operand &operand, const char *what, const Counter *inOrder = nullptr) {
    if (operand.kind == Operand::Kind::Vector)
      look(state, state.rows, wave, instruction, operand, what, inOrder);
    else if (operand.kind == Operand::Kind::Scalar)
      look(state, state.scalars, wave, instruction, operand, what, inOrder);
  }

  template <class File>
  static void look(const WaveState &state, const File &file, const Wave &wave,
                   const Instruction &instruction, const Operand &operand, const char *what,
                   const Counter *inOrder) {
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
    const Operand &to = instruction.destination;
    Pending pending;
    if (instruction.format == Format::Smem) {
      pending.lgkm = state.lgkm.issue(true, to);
    } else if (instruction.format == Format::Ds) {
      pending.lgkm = state.lgkm.issue(false, to);
      if (instruction.traits & trait::writesLds)
        state.lastLdsWrite = pending.lgkm;
    } else if (instruction.traits & trait::flat) {
      pending.vm = state.vm.issue(true, to);
      pending.lgkm = state.lgkm.issue(true, to);
    } else {
      pending.vm = state.vm.issue(false, to);
    }
    if (to.kind == Operand::Kind::Vector)
      state.rows.issue(to.index, to.dwords(), pending);
    else if (to.kind == Operand::Kind::Scalar)
      state.scalars.issue(to.index, to.dwords(), pending);
    state.waiting.add(to);
  }

  std::vector<WaveState> states;
};

} // namespace

std::unique_ptr<Observer> checkWaits() { return std::make_unique<Waits>(); }

} // namespace assay::amdgpu
