#pragma once

#include "amdgpu/machine/checks/Parts.h"

#include <array>
#include <unordered_map>
#include <vector>

namespace assay::amdgpu {

/// A load whose value a later store may be made of.
struct Origin {
  /// In the order of the loads.
  uint64_t number = 0;
  const Instruction *load = nullptr;
  uint64_t lanes = 0;
  std::array<uint64_t, lanesPerWave> addresses;
  /// What each lane found, of its first 8 bytes.
  std::array<uint64_t, lanesPerWave> values;
  /// What the caller of Origins::add() knows of that, and of the load.
  std::array<uint64_t, lanesPerWave> versions;
  bool isBeforePolled = false;
};

/// Follows what loads gave through registers, the LDS and scratch of a workgroup: of what is stored
/// it tells which loads it was made of. It holds the last 32 loads; a result is made of all that
/// its sources and addresses are made of, but what goes through SCC or a branch is not followed.
class Origins {
public:
  void begin(Wave &wave);
  /// As long as there is none, nothing has to be followed.
  bool isEmpty() const { return origins.empty(); }
  /// What this load, of which access() is called, gives has a new origin.
  Origin &add(const Instruction &load, const MemoryAccess &access);
  void access(const Wave &wave, const Instruction &instruction, const MemoryAccess &access);
  /// Calls look(origin) for what it compares, or computes in the scalar ALU, which sets SCC.
  template <class Look> void after(const Wave &wave, const Instruction &instruction, Look look) {
    for (Set set = follow(wave, instruction); set != 0; set &= set - 1)
      look(origins[static_cast<size_t>(std::countr_zero(set))]);
  }

  struct Lane {
    const Origin *origin = nullptr;
    unsigned lane = 0;
    /// Whether on the way it went through more than what is idempotent.
    bool isAltered = false;
  };
  /// The last load from that address that the data of a store is made of, if there is one; most
  /// likely it was the same lane's.
  Lane find(const Wave &wave, const Instruction &store, uint64_t address, unsigned lane) const;
  /// Of the last load.
  uint64_t lastNumber() const { return count; }

private:
  /// A bit for each origin, and one above for each that has been altered.
  using Set = uint64_t;
  static constexpr size_t capacity = 32;
  static constexpr Set all = (Set(1) << capacity) - 1;

  /// Of a wave: rows, and scalar registers behind them.
  struct Registers {
    std::vector<Set> sets;
    /// Those that hold an origin at all, 64 a word.
    std::array<uint64_t, 2 * firstAgpr / 64> rows = {};
    std::array<uint64_t, scalar::count / 64> scalars = {};
    Watch watched;
  };

  /// Returns what the instruction may decide a branch with.
  Set follow(const Wave &wave, const Instruction &instruction);
  static bool decides(const Instruction &instruction);
  static uint64_t placeOf(const Wave &wave, const MemoryAccess &access, unsigned lane);
  static Set of(const Registers &registers, const Operand &operand);
  /// Those that a write to these lanes leaves in a register.
  Set kept(Set before, uint64_t lanes) const;
  void assign(Registers &registers, const Operand &to, Set now, uint64_t lanes) const;
  void forget(Set gone);

  std::vector<Registers> registers; // by wave
  std::vector<Origin> origins;
  /// Dwords of the LDS and of lanes' scratch.
  std::unordered_map<uint64_t, Set> memory;
  uint64_t count = 0;
  /// What the present instruction loads.
  Set loaded = 0;
};

} // namespace assay::amdgpu
