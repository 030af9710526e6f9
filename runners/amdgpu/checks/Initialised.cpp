#include "runners/amdgpu/checks/Parts.h"

#include <fmt/format.h>

namespace assay::amdgpu {
namespace {

/// The lanes of each row that hold something defined, and the bytes of scratch.
struct WaveState {
  std::vector<uint64_t> rows;
  std::vector<bool> scratch;
};

/// Follows what was never written from registers, the LDS and scratch through instructions to a
/// store or an address. A result is defined where all vector sources are; of selections and writes
/// to half a register it is taken to be, and scalar registers always are.
class Initialised : public Observer {
public:
  void before(const Wave &wave, const Instruction &instruction) override {
    if (states.empty())
      begin(*wave.group);
    undefined = 0;
    if (!isMemoryFormat(instruction.format))
      return;
    WaveState &state = states[wave.number];
    // DS permutations carry their data on; everything else gives it to memory.
    const std::string &name = wave.group->program->names[instruction.name];
    const bool isPermutation =
        instruction.format == Format::Ds &&
        (name.find("permute") != std::string::npos || name.find("swizzle") != std::string::npos);
    if (isPermutation)
      return;
    constexpr const char *roles[] = {"address", "data", "data"};
    // Spills keep registers of which only some lanes or dwords are in use.
    const bool isSpill = name.starts_with("scratch_store");
    for (unsigned i = 0; i < (isSpill ? 1 : 3); ++i) {
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
    if (access.space != MemoryAccess::Space::Lds && access.space != MemoryAccess::Space::Scratch)
      return;
    WaveState &state = states[wave.number];
    const Operand &data = instruction.source[1];
    const bool isSpill =
        access.space == MemoryAccess::Space::Scratch && data.kind == Operand::Kind::Vector;
    forLanes(access.lanes, [&](unsigned lane) {
      const bool isLds = access.space == MemoryAccess::Space::Lds;
      std::vector<bool> &bytes = isLds ? lds : state.scratch;
      const uint64_t at =
          access.addresses[lane] + (isLds ? 0 : uint64_t(lane) * wave.scratchBytesPerLane);
      for (uint64_t byte = at; byte < at + access.bytes; ++byte)
        if (access.mode == MemoryAccess::Mode::Store)
          bytes[byte] = !isSpill || (state.rows[data.index + (byte - at) / 4] >> lane & 1) != 0;
        else if (!bytes[byte])
          undefined |= uint64_t(1) << lane;
    });
  }

  void after(const Wave &wave, const Instruction &instruction) override {
    const Operand &to = instruction.destination;
    if (to.kind != Operand::Kind::Vector)
      return;
    WaveState &state = states[wave.number];
    const uint64_t exec = execOf(wave);
    const bool isWhole = ignoresExec(wave, instruction);
    // Before the result is: a source may be the same registers.
    const uint64_t first = definedLanes(wave, instruction, 0);
    const uint64_t second =
        isPacked(wave, instruction) ? definedLanes(wave, instruction, 1) : first;
    for (unsigned i = 0; i < to.dwords(); ++i) {
      uint64_t &row = state.rows[to.index + i];
      row = isWhole ? ~uint64_t(0) : (row & ~exec) | ((i == 0 ? first : second) & exec);
    }
  }

private:
  void begin(const Workgroup &group) {
    states.resize(group.waves.size());
    for (size_t i = 0; i < states.size(); ++i) {
      states[i].rows.assign(group.waves[i].rowCount, 0);
      // v0 holds the work-item's ids.
      if (!states[i].rows.empty())
        states[i].rows[0] = ~uint64_t(0);
      states[i].scratch.assign(size_t(group.waves[i].scratchBytesPerLane) * lanesPerWave, false);
    }
    lds.assign(group.lds.size(), false);
  }

  static bool isFormer(const Instruction &instruction, const Operand &source) {
    const bool isLoad = instruction.destination.kind == Operand::Kind::Vector;
    return isLoad && source.index == instruction.destination.index &&
           &source != &instruction.source[0];
  }

  /// Whose result may be defined though one of the sources is not.
  static bool isLenient(const Wave &wave, const Instruction &instruction) {
    const std::string &name = wave.group->program->names[instruction.name];
    return ignoresExec(wave, instruction) || name == "v_cndmask_b32" || name == "v_perm_b32" ||
           name == "v_bfi_b32";
  }
  static bool ignoresExec(const Wave &wave, const Instruction &instruction) {
    return instruction.format == Format::Mai ||
           wave.group->program->names[instruction.name] == "v_writelane_b32";
  }

  static bool isMoveOfTwo(const Wave &wave, const Instruction &instruction) {
    return wave.group->program->names[instruction.name] == "v_pk_mov_b32";
  }
  /// Whether the two registers of the result come from registers that op_sel names for each.
  static bool isPacked(const Wave &wave, const Instruction &instruction) {
    return instruction.destination.type == Type::PairF32 || isMoveOfTwo(wave, instruction);
  }

  /// The lanes whose dword i of the result is defined.
  uint64_t definedLanes(const Wave &wave, const Instruction &instruction, unsigned i) const {
    if (isMemoryFormat(instruction.format) || isLenient(wave, instruction))
      return ~undefined;
    const WaveState &state = states[wave.number];
    const Modifiers &modifiers = instruction.modifiers;
    uint64_t defined = ~uint64_t(0);
    for (unsigned slot = 0; slot < 4; ++slot) {
      const Operand &source = instruction.source[slot];
      if (source.kind != Operand::Kind::Vector)
        continue;
      const unsigned select = i == 0 ? modifiers.opSel : modifiers.opSelHi;
      if (source.type == Type::PairF32)
        defined &= state.rows[source.index + (select >> slot & 1)];
      else if (!isMoveOfTwo(wave, instruction))
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
  std::vector<bool> lds;
  /// Lanes to which the present instruction loads something undefined.
  uint64_t undefined = 0;
};

} // namespace

std::unique_ptr<Observer> checkInitialised() { return std::make_unique<Initialised>(); }

} // namespace assay::amdgpu
