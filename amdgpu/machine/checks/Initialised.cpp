#include "amdgpu/machine/checks/Parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace assay::amdgpu {
namespace {

/// Which bytes of a memory were written. Once all of them are, there is nothing left to look at.
class WrittenBytes {
public:
  void assign(size_t count) {
    written.assign(count, 0);
    missing = count;
  }
  bool isWhole() const { return missing == 0; }

  /// Of bytes that are written with something undefined, they are not.
  void write(uint64_t at, uint32_t bytes, bool isDefined) {
    for (; bytes >= 4; bytes -= 4, at += 4)
      write<uint32_t>(at, isDefined);
    for (; bytes > 0; --bytes, ++at)
      write<uint8_t>(at, isDefined);
  }
  bool hasAll(uint64_t at, uint32_t bytes) const {
    for (; bytes >= 4; bytes -= 4, at += 4)
      if (!hasAll<uint32_t>(at))
        return false;
    for (; bytes > 0; --bytes, ++at)
      if (!hasAll<uint8_t>(at))
        return false;
    return true;
  }

private:
  template <class T> static constexpr T all = static_cast<T>(0x01010101);

  template <class T> bool hasAll(uint64_t at) const {
    T found;
    std::memcpy(&found, written.data() + at, sizeof found);
    return found == all<T>;
  }
  template <class T> void write(uint64_t at, bool isDefined) {
    const T wanted = isDefined ? all<T> : T(0);
    T found;
    std::memcpy(&found, written.data() + at, sizeof found);
    missing += static_cast<size_t>(std::popcount(found));
    missing -= static_cast<size_t>(std::popcount(wanted));
    std::memcpy(written.data() + at, &wanted, sizeof wanted);
  }

  std::vector<uint8_t> written; // 0 or 1
  size_t missing = 0;
};

/// The lanes of each row that hold something defined, and the bytes of scratch. Lanes that the
/// wave never had do as well.
struct WaveState {
  std::vector<uint64_t> rows;
  WrittenBytes scratch;
  /// Rows of which some lane is undefined, 64 a word.
  std::array<uint64_t, 2 * firstAgpr / 64> partial = {};
  Watch watched;

  void set(unsigned index, uint64_t defined) {
    rows[index] = defined;
    const uint64_t bit = uint64_t(1) << index % 64;
    uint64_t &word = partial[index / 64];
    word = defined == ~uint64_t(0) ? word & ~bit : word | bit;
  }
};

/// Follows what was never written from registers, the LDS and scratch through instructions to a
/// store or an address. A result is defined where all vector sources are; of selections and writes
/// to half a register it is taken to be, and scalar registers always are.
class Initialised : public Observer {
public:
  /// What names none but defined registers leaves all as it was.
  void begin(Wave &wave) override {
    const Workgroup &group = *wave.group;
    if (states.empty()) {
      states.resize(group.waves.size());
      lds.assign(group.lds.size());
    }
    WaveState &state = states[wave.number];
    state.rows.assign(wave.rowCount, ~uint64_t(0));
    // v0 holds the work-item's ids. Between VGPRs and AGPRs are rows that nothing names.
    for (unsigned row = 1; row < wave.rowCount; ++row)
      if (row % firstAgpr < (row < firstAgpr ? group.program->vgprs : group.program->agprs))
        state.set(row, ~execOf(wave));
    state.scratch.assign(size_t(wave.scratchBytesPerLane) * lanesPerWave);
    wave.interest.traits |= trait::memory;
    state.watched = Watch(wave.interest);
    state.watched = RegisterSet{.rows = folded<2>(state.partial)};
  }

  void before(const Wave &wave, const Instruction &instruction) override {
    // DS permutations carry their data on; all others give it to memory.
    if ((instruction.traits & (trait::memory | trait::permutes)) != trait::memory)
      return;
    const WaveState &state = states[wave.number];
    if (!state.watched.isMetBy(instruction))
      return;
    constexpr const char *roles[] = {"address", "data", "data"};
    // Spills keep registers of which only some lanes or dwords are in use.
    const unsigned count = isSpill(wave, instruction) ? 1 : 3;
    for (unsigned i = 0; i < count; ++i) {
      const Operand &source = instruction.source[i];
      // What half a register is loaded over is no data.
      if (source.kind != Operand::Kind::Vector || isFormer(instruction, source))
        continue;
      const uint64_t missing = execOf(wave) & ~definedLanes(state, source);
      if (missing != 0 && !wave.group->fault)
        report(wave, instruction,
               fmt::format("the {} in v{} was never written", roles[i], source.index),
               std::countr_zero(missing));
    }
  }

  void access(const Wave &wave, const Instruction &instruction,
              const MemoryAccess &access) override {
    const bool isLds = access.space == MemoryAccess::Space::Lds;
    if (!isLds && access.space != MemoryAccess::Space::Scratch)
      return;
    const bool isStore = access.mode == MemoryAccess::Mode::Store;
    WaveState &state = states[wave.number];
    const Operand &data = instruction.source[1];
    const bool isSpill = isStore && !isLds && data.kind == Operand::Kind::Vector;
    WrittenBytes &bytes = isLds ? lds : state.scratch;
    if (bytes.isWhole() && !isSpill)
      return;
    const uint64_t perLane = isLds ? 0 : wave.scratchBytesPerLane;
    forLanes(access.lanes, [&](unsigned lane) {
      const uint64_t at = access.addresses[lane] + lane * perLane;
      if (!isStore) {
        if (!bytes.hasAll(at, access.bytes))
          undefined |= uint64_t(1) << lane;
        return;
      }
      for (uint32_t i = 0; i < access.bytes; i += 4)
        bytes.write(at + i, std::min<uint32_t>(4, access.bytes - i),
                    !isSpill || (state.rows[data.index + i / 4] >> lane & 1) != 0);
    });
  }

  void after(const Wave &wave, const Instruction &instruction) override {
    const Operand &to = instruction.destination;
    if (to.kind != Operand::Kind::Vector)
      return;
    WaveState &state = states[wave.number];
    if (undefined == 0 && !state.watched.isMetBy(instruction))
      return;
    const uint64_t exec = execOf(wave), loaded = ~std::exchange(undefined, 0);
    const bool isWhole = instruction.traits & trait::ignoresExec;
    const bool isKnown = instruction.traits & (trait::memory | trait::selects);
    // Before the result is: a source may be the same registers.
    const bool isUpper = takesUpper(wave, instruction);
    const uint64_t first = isKnown   ? loaded
                           : isUpper ? state.rows[instruction.source[1].index + 1]
                                     : definedLanes(state, instruction, 0);
    const uint64_t second = isUpper ? ~uint64_t(0)
                            : !isKnown && hasHalves(instruction)
                                ? definedLanes(state, instruction, 1)
                                : first;
    for (unsigned i = 0; i < to.dwords(); ++i) {
      const uint64_t row = state.rows[to.index + i];
      state.set(to.index + i,
                isWhole ? ~uint64_t(0) : (row & ~exec) | ((i == 0 ? first : second) & exec));
    }
    state.watched = RegisterSet{.rows = folded<2>(state.partial)};
  }

private:
  static bool isSpill(const Wave &wave, const Instruction &instruction) {
    if (!(instruction.traits & trait::spills))
      return false;
    const Operand &resource = instruction.source[3];
    uint64_t base = scratchResourceBase;
    if (resource.kind == Operand::Kind::Scalar)
      std::memcpy(&base, wave.scalars + resource.index, sizeof base);
    return (base & ((uint64_t(1) << 48) - 1)) == scratchResourceBase;
  }

  /// As code that is not optimised has it: the lower half is not even loaded.
  static bool takesUpper(const Wave &wave, const Instruction &instruction) {
    const Operand &amount = instruction.source[0];
    if (!(instruction.traits & trait::shiftsDown) ||
        instruction.source[1].kind != Operand::Kind::Vector)
      return false;
    return amount.kind == Operand::Kind::Scalar     ? (wave.scalars[amount.index] & 63) >= 32
           : amount.kind == Operand::Kind::Constant ? (amount.value() & 63) >= 32
                                                    : false;
  }

  static bool isFormer(const Instruction &instruction, const Operand &source) {
    const bool isLoad = instruction.destination.kind == Operand::Kind::Vector;
    return isLoad && source.index == instruction.destination.index &&
           &source != &instruction.source[0];
  }

  /// Whether the two registers of the result come from other registers each: those that op_sel
  /// names, or the low ones and all.
  static bool hasHalves(const Instruction &instruction) {
    return instruction.destination.type == Type::PairF32 ||
           (instruction.traits & (trait::movesTwo | trait::carriesUp)) != 0;
  }

  /// The lanes whose dword i of the result is defined.
  static uint64_t definedLanes(const WaveState &state, const Instruction &instruction, unsigned i) {
    const Modifiers &modifiers = instruction.modifiers;
    const unsigned select = i == 0 ? modifiers.opSel : modifiers.opSelHi;
    const bool isMoveOfTwo = instruction.traits & trait::movesTwo;
    const bool isLow = i == 0 && (instruction.traits & trait::carriesUp);
    uint64_t defined = ~uint64_t(0);
    for (unsigned slot = 0; slot < 4; ++slot) {
      const Operand &source = instruction.source[slot];
      if (source.kind != Operand::Kind::Vector)
        continue;
      if (source.type == Type::PairF32)
        defined &= state.rows[source.index + (select >> slot & 1)];
      else if (isLow)
        defined &= state.rows[source.index];
      else if (!isMoveOfTwo)
        defined &= definedLanes(state, source);
      else if (slot == i)
        defined &= state.rows[source.index + (modifiers.opSel >> slot & 1)];
    }
    return defined;
  }

  static uint64_t definedLanes(const WaveState &state, const Operand &source) {
    uint64_t defined = ~uint64_t(0);
    for (unsigned i = 0; i < source.dwords(); ++i)
      defined &= state.rows[source.index + i];
    return defined;
  }

  std::vector<WaveState> states;
  WrittenBytes lds;
  /// Lanes to which the present instruction loads something undefined.
  uint64_t undefined = 0;
};

} // namespace

std::unique_ptr<Observer> checkInitialised() { return std::make_unique<Initialised>(); }

} // namespace assay::amdgpu
