#pragma once

#include "amdgpu/machine/Instruction.h"

#include <span>
#include <string_view>

namespace assay::amdgpu {

/// Where an instruction's operand comes from, apart from what its format says.
enum class Role : uint8_t {
  None,
  Field,   // the next source field of the format
  Former,  // what the destination held before
  Literal, // the 32 bits behind the instruction, as in v_fmaak_f32
  Simm16,
  Vcc, // without a field, as of v_div_fmas_f32
};

struct Parameter {
  Role role = Role::None;
  Type type = Type::None;
};

/// The operands of an instruction: all the decoder needs to know to resolve them.
struct Shape {
  Parameter source[4];
  Type result = Type::None;
  /// A second result: a Mask for a carry, with VOP2's going to VCC.
  Type scalarResult = Type::None;
  /// The result is an SGPR though the format says VGPR, as of v_readlane_b32.
  bool resultIsScalar = false;
  /// Reads or writes AGPRs where the format says VGPR: v_accvgpr_*.
  bool sourceIsAgpr = false, resultIsAgpr = false;
  /// The result is only written if the instruction's SC0 (gfx90a: GLC) is set: atomics of memory.
  bool resultNeedsSc0 = false;
  /// Which VGPRs are used is known when it runs only: s_set_gpr_idx_on.
  bool indexesRegisters = false;
  /// A 16-bit result leaves the upper half of its register alone, as most of gfx9's new
  /// instructions do; older ones clear it.
  bool preservesHigh = false;
  /// Whether there is a meaning of the CLAMP bit: saturation of integers is each instruction's own.
  bool canClamp = false;
};

/// What an instruction does: with the handler for its plain form, and for the one with modifiers of
/// its operands (neg, abs, clamp, omod, SDWA, DPP, op_sel), which is null if it has none.
struct Semantics {
  Handler run = nullptr;
  Handler runModified = nullptr;
  Shape shape;
  /// Why there is no handler, of what is known and will not be implemented.
  const char *refusal = nullptr;
};

constexpr Semantics refused(const char *why) { return {nullptr, nullptr, {}, why}; }

/// One line of a table. The name is the ISA manual's as assemblers write it, without _e32, _e64,
/// _sdwa or _dpp: these say how operands are encoded.
struct Entry {
  std::string_view name;
  Semantics semantics;
};

using Table = std::span<const Entry>;

/// How the handlers were compiled.
enum class SimdLevel { Scalar, Avx2, Avx512 };

/// Those that this processor has, the best last.
std::span<const SimdLevel> simdLevels();
inline SimdLevel bestSimdLevel() { return simdLevels().back(); }

/// One table per file of this folder.
std::span<const Table> tables(SimdLevel level);

/// The instruction of that name, or null: a hole.
const Semantics *findSemantics(SimdLevel level, std::string_view name);

} // namespace assay::amdgpu
