#include "runners/guard/Rounding.h"

#include "runners/guard/Answers.h"
#include "runners/guard/Mappings.h"

namespace assay::guard {

#if defined(__x86_64__)

namespace {

enum class Op : uint8_t {
  Unknown, // of what follows nothing is known either
  None,    // writes no register
  Write,
  Copy, // target = source
  Add,  // target = source + number
  And,  // target = target & number
};

struct Instruction {
  Op op = Op::Unknown;
  size_t length = 0;
  unsigned target = 0, source = 0;
  int64_t number = 0;
};

/// Reads what LLVM writes between a call and the use of its result: moves, comparisons, branches
/// that may not be taken, and sums. (Intel's manual, volume 2, chapter 2 and appendix A.)
class Decoder {
public:
  explicit Decoder(const unsigned char *code) : code(code) {}

  Instruction decode() {
    while (at < 8 && (byte() == 0x66 || byte() == 0x2e || byte() == 0xf2 || byte() == 0xf3))
      isShort |= code[at++] == 0x66;
    if ((byte() & 0xf0) == 0x40)
      rex = code[at++];
    const unsigned char opcode = code[at++];
    if (opcode == 0xc5 || opcode == 0xc4) // AVX, of which the first is short for the second
      return decodeVector(opcode == 0xc5 ? 1 : code[at++] & 0x1f);
    if (opcode == 0x62) { // AVX-512
      const unsigned map = code[at++] & 7;
      ++at;
      return decodeVector(map);
    }
    if (opcode == 0x0f)
      return decodeSecond(code[at++]);
    if (opcode >= 0x70 && opcode <= 0x7f) // a branch
      return done(Op::None, 1);
    if (opcode >= 0xb8 && opcode <= 0xbf)
      return isShort ? Instruction()
                     : done(Op::Write, isWide() ? 8 : 4, (opcode & 7) | (rex & 1) << 3);
    switch (opcode) {
    case 0x90: // nop
      return done(Op::None);
    case 0xe9: // jumps: LLVM goes on with what belongs to the same function
      return done(Op::None, 4);
    case 0xeb:
      return done(Op::None, 1);
    case 0x38: // comparisons
    case 0x39:
    case 0x3a:
    case 0x3b:
    case 0x84:
    case 0x85:
      readOperands();
      return done(Op::None);
    case 0x01: // add, or, and, sub, xor: to the operand that may be memory
    case 0x08:
    case 0x09:
    case 0x20:
    case 0x21:
    case 0x29:
    case 0x30:
    case 0x31:
    case 0x88: // mov
      readOperands();
      return isMemory ? done(Op::None) : done(Op::Write, 0, operand);
    case 0x89:
      readOperands();
      return isMemory ? done(Op::None) : done(isWide() ? Op::Copy : Op::Write, 0, operand, other);
    case 0xd1: // shifts, by 1 and by CL
    case 0xd3:
      readOperands();
      return isMemory ? done(Op::None) : done(Op::Write, 0, operand);
    case 0x03: // the same as above, to the other
    case 0x0b:
    case 0x23:
    case 0x2b:
    case 0x33:
    case 0x63: // movsxd
      readOperands();
      return done(Op::Write, 0, other);
    case 0x6b: // imul, by a number of one byte
      readOperands();
      return done(Op::Write, 1, other);
    case 0x8b:
      readOperands();
      return done(isWide() && !isMemory ? Op::Copy : Op::Write, 0, other, operand);
    case 0x8d: // lea
      readOperands();
      return done(isWide() && isBaseAndNumber ? Op::Add : Op::Write, 0, other, operand, distance);
    case 0x80: // with a number of one byte
    case 0x83: {
      readOperands();
      const unsigned kind = other & 7;
      const int64_t number = signedByte();
      if (isMemory || kind == 7) // which compares
        return done(Op::None, 1);
      const bool isSum = opcode == 0x83 && isWide();
      return done(isSum && kind == 0   ? Op::Add
                  : isSum && kind == 4 ? Op::And
                                       : Op::Write,
                  1, operand, operand, number);
    }
    case 0xc1: // shifts
      readOperands();
      return isMemory ? done(Op::None, 1) : done(Op::Write, 1, operand);
    case 0xf6: // test, of which the number comes last; not and neg
    case 0xf7: {
      readOperands();
      const unsigned kind = other & 7;
      if (kind == 0)
        return isShort ? Instruction() : done(Op::None, opcode == 0xf6 ? 1 : 4);
      if (kind != 2 && kind != 3)
        return {};
      return isMemory ? done(Op::None) : done(Op::Write, 0, operand);
    }
    case 0xff:
      readOperands();
      if ((other & 7) > 1) // other than inc and dec, which may be calls
        return {};
      return isMemory ? done(Op::None) : done(Op::Write, 0, operand);
    case 0xc7: // mov, of four
      readOperands();
      return isShort ? Instruction() : isMemory ? done(Op::None, 4) : done(Op::Write, 4, operand);
    default:
      return {};
    }
  }

private:
  Instruction decodeSecond(unsigned char opcode) {
    if (opcode >= 0x80 && opcode <= 0x8f) // a branch
      return done(Op::None, 4);
    if (opcode >= 0x90 && opcode <= 0x9f) { // setcc
      readOperands();
      return isMemory ? done(Op::None) : done(Op::Write, 0, operand);
    }
    if (opcode >= 0x40 && opcode <= 0x4f) { // cmov
      readOperands();
      return done(Op::Write, 0, other);
    }
    switch (opcode) {
    case 0x1f: // nop
      readOperands();
      return done(Op::None);
    case 0xaf: // imul
    case 0xb6: // movzx, movsx
    case 0xb7:
    case 0xbe:
    case 0xbf:
      readOperands();
      return done(Op::Write, 0, other);
    default:
      return decodeVectorOp(opcode);
    }
  }

  Instruction decodeVector(unsigned map) {
    ++at; // operands and sizes
    const unsigned char opcode = code[at++];
    if (map == 1)
      return decodeVectorOp(opcode);
    const bool isGeneral = map == 2 ? opcode >= 0xf0 : opcode >= 0x14 && opcode <= 0x17;
    if ((map != 2 && map != 3) || isGeneral) // of which some write other registers
      return {};
    readOperands();
    return done(Op::None, map == 3 ? 1 : 0);
  }

  /// Of those behind 0f, what writes vector registers or memory.
  Instruction decodeVectorOp(unsigned char opcode) {
    if (opcode == 0x77) // vzeroupper
      return done(Op::None);
    const bool isMove = (opcode >= 0x10 && opcode <= 0x17) || opcode == 0x28 || opcode == 0x29 ||
                        (opcode >= 0x51 && opcode <= 0x6f) || opcode == 0x7f;
    const bool isInteger = opcode >= 0xd1 && opcode != 0xd7 && opcode != 0xff;
    const bool isComparison = opcode == 0x2e || opcode == 0x2f;
    const bool hasNumber = opcode == 0x70 || opcode == 0xc2 || opcode == 0xc6; // shuffles
    if (!isMove && !isInteger && !isComparison && opcode != 0x2a && !hasNumber)
      return {};
    readOperands();
    return done(Op::None, hasNumber ? 1 : 0);
  }

  unsigned char byte() const { return code[at]; }
  int64_t signedByte() const { return byte() < 128 ? byte() : byte() - 256; }
  bool isWide() const { return (rex & 8) != 0; }

  /// The byte of two operands, and what belongs to the one that may be memory.
  void readOperands() {
    const unsigned char both = code[at++];
    const unsigned mode = both >> 6;
    other = (both >> 3 & 7) | (rex & 4) << 1;
    operand = (both & 7) | (rex & 1) << 3;
    isMemory = mode != 3;
    if (!isMemory)
      return;
    bool isPlain = true;
    bool hasNumber = mode == 0 && (both & 7) == 5; // from the instruction's own place
    if ((both & 7) == 4) {
      const unsigned char scaled = code[at++];
      isPlain = false;
      hasNumber = mode == 0 && (scaled & 7) == 5;
    }
    isBaseAndNumber = isPlain && mode == 1;
    distance = signedByte();
    at += mode == 1 ? 1 : mode == 2 || hasNumber ? 4 : 0;
  }

  Instruction done(Op op, size_t more = 0, unsigned target = 0, unsigned source = 0,
                   int64_t number = 0) const {
    return {op, at + more, target, source, number};
  }

  const unsigned char *code;
  size_t at = 0;
  unsigned char rex = 0;
  bool isShort = false;            // numbers of two bytes
  unsigned operand = 0, other = 0; // registers
  bool isMemory = false, isBaseAndNumber = false;
  int64_t distance = 0;
};

/// Follows the address that a call gave in RAX, on the way to where it is used.
size_t findRounding(uintptr_t returnAddress) {
  constexpr size_t looked = 256, longest = 32; // more than an instruction has
  constexpr int64_t most = 128;
  unsigned char code[looked + longest] = {};
  const size_t count = readMemory(returnAddress, code, sizeof(code));
  bool isAddress[16] = {true};
  int64_t added[16] = {};
  for (size_t at = 0; at < looked && at < count;) {
    const Instruction instruction = Decoder(code + at).decode();
    const auto &[op, length, target, source, number] = instruction;
    if (op == Op::Unknown)
      return 0;
    at += length;
    if (op == Op::None)
      continue;
    if (op == Op::And && added[target] > 0 && number == -added[target])
      return static_cast<size_t>(added[target]);
    const bool isSum = op == Op::Add && isAddress[source] && number > 0 && number < most &&
                       ((number + 1) & number) == 0;
    added[target] = isSum ? number + 1 : op == Op::Copy ? added[source] : 0;
    isAddress[target] = op == Op::Copy && isAddress[source];
  }
  return 0;
}

} // namespace

size_t roundedUpTo(uintptr_t returnAddress) {
  // Most calls come from few places.
  static Answers<size_t, 251> given;
  return given.get(returnAddress, [&] { return findRounding(returnAddress); });
}

#else

size_t roundedUpTo(uintptr_t) { return 0; }

#endif

} // namespace assay::guard
