#pragma once

#include "amdgpu/machine/Chip.h"

#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace assay::amdgpu {

struct Wave;
struct Instruction;

/// Executes one instruction for all lanes of a wave. wave.pc already points behind it.
using Handler = void (*)(Wave &wave, const Instruction &instruction);

constexpr unsigned lanesPerWave = 64;
/// AGPR n is row firstAgpr + n of a wave's register file; VGPR n is row n.
constexpr uint32_t firstAgpr = 256;

/// Microcode formats by their names in the ISA manual.
enum class Format : uint8_t {
  Sop1,
  Sop2,
  Sopk,
  Sopc,
  Sopp,
  Smem,
  Vop1,
  Vop2,
  Vopc,
  Vop3, // VOP3A and VOP3B
  Vop3p,
  Mai, // VOP3P-MAI
  Ds,
  Flat, // FLAT, GLOBAL and SCRATCH
  Mubuf,
  Mtbuf,
  Other,
};

/// How the bits of an operand are meant. Decides what an inline constant stands for, and how many
/// registers there are.
enum class Type : uint8_t {
  None,
  B8,
  B16,
  F16,
  B32,
  F32,
  B64, // unsigned: literals are zero-extended
  I64, // signed: literals are sign-extended
  F64, // literals are the upper half
  B96,
  B128,
  B256,
  B512,
  B1024,
  PairF32, // two floats in consecutive registers, as packed math has them
  Mask,    // one bit per lane: VCC or an SGPR pair
};

constexpr unsigned dwordsOf(Type type) {
  switch (type) {
  case Type::None:
    return 0;
  case Type::B8:
  case Type::B16:
  case Type::F16:
  case Type::B32:
  case Type::F32:
    return 1;
  case Type::B64:
  case Type::I64:
  case Type::F64:
  case Type::PairF32:
  case Type::Mask:
    return 2;
  case Type::B96:
    return 3;
  case Type::B128:
    return 4;
  case Type::B256:
    return 8;
  case Type::B512:
    return 16;
  case Type::B1024:
    return 32;
  }
  return 0;
}

/// Which part of a register an operand is, in the order of SDWA's SEL fields. VOP3's op_sel names
/// words.
enum class Part : uint8_t { Byte0, Byte1, Byte2, Byte3, Word0, Word1, Dword };

/// What becomes of the rest of a register of which a part is written, in the order of SDWA's
/// DST_UNUSED.
enum class Unused : uint8_t { Pad, SignExtend, Preserve };

/// Where a handler finds an operand. Scalar indices are the manual's operand codes (SGPRs 0-101,
/// VCC 106, TTMP 108-123, M0 124, EXEC 126); vector indices are rows of the wave's register file,
/// AGPRs behind VGPRs.
struct Operand {
  enum class Kind : uint8_t {
    None,
    Scalar,
    Vector,
    Constant, // inline or literal; `row` holds it once for each lane
    VccZ,     // one if VCC is zero, and so on
    ExecZ,
    Scc,
  };
  Kind kind = Kind::None;
  Type type = Type::None;
  bool negate : 1 = false;
  bool absolute : 1 = false;
  /// Of a source's part.
  bool signExtend : 1 = false;
  Part part = Part::Dword;
  /// Of a destination.
  Unused unused = Unused::Pad;
  uint16_t index = 0;
  /// Only of constants: dwordsOf(type) rows of 64 lanes each, at least one, owned by the Program.
  const uint32_t *row = nullptr;

  unsigned dwords() const { return dwordsOf(type); }
  /// Of constants.
  uint64_t value() const { return row[0] | (dwords() > 1 ? uint64_t(row[lanesPerWave]) << 32 : 0); }
};
// A loop of a kernel should fit into the host's caches as it fits into the GPU's.
static_assert(sizeof(Operand) == 16);

namespace scalar {
constexpr uint16_t vcc = 106, m0 = 124, exec = 126, count = 128;
}

/// Registers. It may seem to hold more than were put in: those whose numbers are equal modulo 128,
/// or 64 of scalar ones, are one to it.
struct RegisterSet {
  std::array<uint64_t, 2> rows = {};
  uint64_t scalars = 0;

  void add(const Operand &operand) {
    const auto all = ~(~uint64_t(0) << operand.dwords());
    const unsigned first = operand.index % 64, word = operand.index / 64 % 2;
    if (operand.kind == Operand::Kind::Vector) {
      rows[word] |= all << first;
      rows[1 - word] |= first > 0 ? all >> (64 - first) : 0;
    } else if (operand.kind == Operand::Kind::Scalar) {
      scalars |= std::rotl(all, static_cast<int>(first));
    }
  }
  void add(const RegisterSet &other) {
    rows[0] |= other.rows[0];
    rows[1] |= other.rows[1];
    scalars |= other.scalars;
  }
  bool meets(const RegisterSet &other) const {
    return ((rows[0] & other.rows[0]) | (rows[1] & other.rows[1]) | (scalars & other.scalars)) != 0;
  }
};

/// DPP: source 0 is read from other lanes, and only some rows and banks are written.
struct Dpp {
  bool isUsed = false;
  /// Zero is read where there is no lane to read from; otherwise nothing is written there.
  bool boundCtrl = false;
  uint16_t ctrl = 0;
  uint8_t rowMask = 0xf, bankMask = 0xf;
};

/// Fields that only some formats have, by the manual's names.
struct Modifiers {
  bool clamp = false;
  uint8_t omod = 0;
  uint8_t opSel = 0;   // one bit per source, bit 3 the destination
  uint8_t opSelHi = 0; // packed math
  uint8_t negLo = 0, negHi = 0;
  bool sc0 = false, sc1 = false, nt = false;
  bool offen = false, idxen = false;
  bool lds = false;               // MUBUF: loads go to the LDS
  uint8_t dfmt = 0, nfmt = 0;     // MTBUF
  bool flushesF32Atomics = false; // gfx90a's memory adds f32 without denormals
  uint8_t cbsz = 0, abid = 0, blgp = 0;
  Dpp dpp;
};

/// One decoded instruction: everything that does not change from one execution to the next.
struct Instruction {
  Handler run = nullptr;
  Operand destination;
  /// Sources in the order of the handler's parameters; memory: address, data, saddr/soffset, srsrc.
  std::array<Operand, 4> source;
  /// Second result: carry out or the like.
  Operand scalarDestination;
  /// Offset of memory instructions in bytes (DS: offset0, offset1), SIMM16 of others.
  int32_t offset = 0, offset1 = 0;
  /// Branches: index of the instruction at the target.
  uint32_t target = 0;
  /// Offset from the start of the code object's image, and of the instruction behind.
  uint32_t address = 0, nextAddress = 0;
  /// Index in Program::names.
  uint32_t name = 0;
  Format format = Format::Other;
  /// Bits of Traits.h.
  uint16_t traits = 0;
  Modifiers modifiers;
  /// Those that its operands name.
  RegisterSet registers;

  /// Makes `registers` what the operands are now.
  void collectRegisters() {
    registers = {};
    for (const Operand *operand :
         {&destination, &scalarDestination, &source[0], &source[1], &source[2], &source[3]})
      registers.add(*operand);
  }
};

struct alignas(64) ConstantRow {
  std::array<uint32_t, lanesPerWave> lane;
};

/// The instructions of a code object's executable sections, in the order of their addresses. The
/// last one of a section is a fault: nothing runs past the end.
struct Program {
  Chip chip = Chip::Gfx942;
  std::vector<Instruction> code;
  /// Of instructions: without _e32 and the like. Deduplicated.
  std::vector<std::string> names;
  /// Why the instruction of that index has no handler.
  std::unordered_map<uint32_t, std::string> holes;
  /// Byte offset in the image -> index in `code`.
  std::unordered_map<uint32_t, uint32_t> indexAt;
  /// Constants for all lanes, by the value and the number of dwords: a row for each dword.
  std::map<std::pair<uint64_t, unsigned>, std::vector<ConstantRow>> constants;
  /// What the operands name: VGPRs and AGPRs below these numbers.
  uint32_t vgprs = 0, agprs = 0;
  /// Rows of a wave's register file.
  uint32_t rows() const { return agprs > 0 ? firstAgpr + agprs : vgprs; }
};

} // namespace assay::amdgpu
