#include "runners/amdgpu/Formats.h"
#include "runners/amdgpu/Operands.h"

namespace assay::amdgpu {
namespace {

// Each function is one table of the manual's chapter "Microcode Formats" (CDNA3; CDNA2's are the
// same in what is used here).

void sop2(const Encoding &e, OperandReader &reader, Instruction &i) {
  reader.source(e.field(7, 0));
  reader.source(e.field(15, 8));
  reader.scalarDestination(i.destination, e.field(22, 16), reader.shape.result);
}

void sopk(const Encoding &e, OperandReader &reader, Instruction &i) {
  i.offset = e.signedField(15, 0);
  // Where there is a register source, as of s_cmpk_eq_i32, it is in the destination's field.
  reader.source(e.field(22, 16));
  reader.scalarDestination(i.destination, e.field(22, 16), reader.shape.result);
}

void sop1(const Encoding &e, OperandReader &reader, Instruction &i) {
  reader.source(e.field(7, 0));
  reader.scalarDestination(i.destination, e.field(22, 16), reader.shape.result);
}

void sopc(const Encoding &e, OperandReader &reader, Instruction &i) {
  reader.source(e.field(7, 0));
  if (reader.shape.indexesRegisters) {
    i.offset = static_cast<int32_t>(e.field(11, 8));
    return reader.useAllVgprs();
  }
  reader.source(e.field(15, 8));
}

void sopp(const Encoding &e, OperandReader &reader, Instruction &i) {
  i.offset = e.signedField(15, 0);
}

/// Sources: SBASE, SOFFSET, and the data of stores and atomics.
void smem(const Encoding &e, OperandReader &reader, Instruction &i) {
  reader.scalarSource(0, e.field(5, 0) * 2, reader.shape.source[0].type);
  i.modifiers.sc0 = e.bit(16); // GLC
  if (reader.shape.source[2].type != Type::None)
    reader.scalarSource(2, e.field(12, 6), reader.shape.source[2].type);
  if (!reader.shape.resultNeedsSc0 || i.modifiers.sc0)
    reader.scalarDestination(i.destination, e.field(12, 6), reader.shape.result);
  const bool soffsetEnable = e.bit(14), imm = e.bit(17);
  if (imm)
    i.offset = e.signedField(52, 32);
  if (soffsetEnable)
    reader.scalarSource(1, e.field(63, 57), Type::B32);
  else if (!imm)
    reader.scalarSource(1, e.field(38, 32), Type::B32);
}

// What stands in the place of source 0 if a second dword of SDWA or DPP follows.
constexpr uint32_t sdwaCode = 249, dppCode = 250;

/// The fields of SDWA that VOP1, VOP2 and VOPC have in common. `sources` of them are used.
void sdwaSources(const Encoding &e, OperandReader &reader, Instruction &i, unsigned sources) {
  constexpr uint32_t vgpr = OperandReader::firstVgprCode;
  reader.source(e.field(39, 32) + (e.bit(55) ? 0 : vgpr));
  if (sources > 1)
    reader.source(e.field(16, 9) + (e.bit(63) ? 0 : vgpr));
  i.source[0].part = static_cast<Part>(e.field(50, 48));
  i.source[0].signExtend = e.bit(51);
  i.source[1].part = sources > 1 ? static_cast<Part>(e.field(58, 56)) : Part::Dword;
  i.source[1].signExtend = e.bit(59);
  reader.signs(e.field(53, 53) | e.field(61, 61) << 1, e.field(52, 52) | e.field(60, 60) << 1);
}

/// The rest of SDWA's fields if there is a vector result. VOPC has SDST in their place.
void sdwaResult(const Encoding &e, Instruction &i) {
  i.destination.part = static_cast<Part>(e.field(42, 40));
  i.destination.unused = static_cast<Unused>(e.field(44, 43));
  i.modifiers.clamp = e.bit(45);
  i.modifiers.omod = e.field(47, 46);
}

void dpp(const Encoding &e, OperandReader &reader, Instruction &i, unsigned sources) {
  constexpr uint32_t vgpr = OperandReader::firstVgprCode;
  reader.source(e.field(39, 32) + vgpr);
  if (sources > 1)
    reader.source(e.field(16, 9) + vgpr);
  i.modifiers.dpp = {.isUsed = true,
                     .boundCtrl = e.bit(51),
                     .ctrl = static_cast<uint16_t>(e.field(48, 40)),
                     .rowMask = static_cast<uint8_t>(e.field(63, 60)),
                     .bankMask = static_cast<uint8_t>(e.field(59, 56))};
  reader.signs(e.field(53, 53) | e.field(55, 55) << 1, e.field(52, 52) | e.field(54, 54) << 1);
}

/// The sources of VOP1, VOP2 and VOPC, in whatever form.
void vopSources(const Encoding &e, OperandReader &reader, Instruction &i, unsigned sources) {
  switch (e.field(8, 0)) {
  case sdwaCode:
    return sdwaSources(e, reader, i, sources);
  case dppCode:
    return dpp(e, reader, i, sources);
  default:
    reader.source(e.field(8, 0));
    if (sources > 1)
      reader.source(OperandReader::firstVgprCode + e.field(16, 9));
  }
}

void vop1(const Encoding &e, OperandReader &reader, Instruction &i) {
  vopSources(e, reader, i, 1);
  reader.destination(e.field(24, 17));
  if (e.field(8, 0) == sdwaCode)
    sdwaResult(e, i);
}

void vop2(const Encoding &e, OperandReader &reader, Instruction &i) {
  vopSources(e, reader, i, 2);
  // A third operand has no field: it is VCC.
  reader.source(scalar::vcc);
  reader.destination(e.field(24, 17));
  reader.scalarDestination(i.scalarDestination, scalar::vcc, reader.shape.scalarResult);
  if (e.field(8, 0) == sdwaCode)
    sdwaResult(e, i);
  // Packed instructions among them take the halves as they stand.
  i.modifiers.opSelHi = 7;
}

void vopc(const Encoding &e, OperandReader &reader, Instruction &i) {
  vopSources(e, reader, i, 2);
  const bool hasSdst = e.field(8, 0) == sdwaCode && e.bit(47);
  reader.scalarDestination(i.destination, hasSdst ? e.field(46, 40) : scalar::vcc,
                           reader.shape.result);
}

constexpr bool is16Bits(Type type) { return type == Type::B16 || type == Type::F16; }

/// op_sel names a word of each operand that has 16 bits, and the byte of v_cvt_sr_fp8_f32.
void opSel(uint32_t bits, OperandReader &reader, Instruction &i) {
  for (unsigned s = 0; s < 3; ++s)
    if (bits >> s & 1) {
      if (is16Bits(i.source[s].type))
        i.source[s].part = Part::Word1;
      else if (reader.shape.result != Type::B8)
        reader.refuse("op_sel selects a half of what is not 16 bits wide");
    }
  if (reader.shape.result == Type::B8) {
    i.destination.part = static_cast<Part>(bits >> 2);
    i.destination.unused = Unused::Preserve;
  } else if (bits >> 3 & 1) {
    if (!is16Bits(reader.shape.result))
      reader.refuse("op_sel selects a half of what is not 16 bits wide");
    i.destination.part = Part::Word1;
    i.destination.unused = Unused::Preserve;
  }
}

void vop3(const Encoding &e, OperandReader &reader, Instruction &i) {
  reader.source(e.field(40, 32));
  reader.source(e.field(49, 41));
  reader.source(e.field(58, 50));
  const bool hasSdst = reader.shape.scalarResult != Type::None; // VOP3B
  if (reader.shape.result == Type::Mask)
    reader.scalarDestination(i.destination, e.field(7, 0), Type::Mask);
  else
    reader.destination(e.field(7, 0));
  if (hasSdst)
    reader.scalarDestination(i.scalarDestination, e.field(14, 8), reader.shape.scalarResult);
  i.modifiers.clamp = e.bit(15);
  i.modifiers.omod = e.field(60, 59);
  i.modifiers.opSelHi = 7;
  reader.signs(hasSdst ? 0 : e.field(10, 8), e.field(63, 61));
  if (!hasSdst)
    opSel(e.field(14, 11), reader, i);
}

void vop3p(const Encoding &e, OperandReader &reader, Instruction &i) {
  const uint32_t codes[] = {e.field(40, 32), e.field(49, 41), e.field(58, 50)};
  for (uint32_t code : codes)
    reader.source(code);
  reader.destination(e.field(7, 0));
  i.modifiers.negHi = e.field(10, 8);
  i.modifiers.opSel = e.field(13, 11);
  i.modifiers.opSelHi = e.field(60, 59) | e.field(14, 14) << 2;
  i.modifiers.clamp = e.bit(15);
  i.modifiers.negLo = e.field(63, 61);
  // v_fma_mix alone has f32s here, and f16s where op_sel_hi says so: of a constant too, as LLVM
  // takes it. What its upper half would be is not documented.
  for (unsigned s = 0; s < 3; ++s)
    if (reader.shape.source[0].type == Type::F32 && i.source[s].kind == Operand::Kind::Constant &&
        (i.modifiers.opSelHi >> s & 1) != 0) {
      reader.resolveSource(s, codes[s], Type::F16);
      if ((i.modifiers.opSel >> s & 1) != 0)
        reader.refuse("op_sel takes the upper half of a constant");
    }
}

void mai(const Encoding &e, OperandReader &reader, Instruction &i) {
  const bool accCd = e.bit(15), isSparse = reader.shape.source[3].role == Role::Former;
  const uint32_t c = e.field(58, 50);
  reader.source(e.field(40, 32), e.bit(59));
  reader.source(e.field(49, 41), e.bit(60));
  // The indices of a sparse A are never in AGPRs.
  reader.source(c, accCd && !isSparse);
  // A constant C is one element.
  if (c < OperandReader::firstVgprCode) {
    const Type type = reader.shape.source[2].type;
    const bool isF64 =
        reader.shape.source[0].type == Type::B64 && (type == Type::B256 || type == Type::B64);
    reader.resolveSource(2, c, isF64 ? Type::F64 : Type::F32);
  }
  reader.vectorDestination(e.field(7, 0), accCd);
  i.modifiers.cbsz = e.field(10, 8);
  i.modifiers.abid = e.field(14, 11);
  i.modifiers.blgp = e.field(63, 61);
}

void ds(const Encoding &e, OperandReader &reader, Instruction &i) {
  const bool acc = e.bit(25);
  i.offset = static_cast<int32_t>(e.field(7, 0));
  i.offset1 = static_cast<int32_t>(e.field(15, 8));
  reader.vectorSource(0, e.field(39, 32), reader.shape.source[0].type, false);
  reader.vectorSource(1, e.field(47, 40), reader.shape.source[1].type, acc);
  reader.vectorSource(2, e.field(55, 48), reader.shape.source[2].type, acc);
  reader.vectorDestination(e.field(63, 56), acc);
  if (e.bit(16))
    reader.refuse("GDS does not exist here");
}

void memoryDestination(OperandReader &reader, const Instruction &i, uint32_t number, bool acc) {
  if (!reader.shape.resultNeedsSc0 || i.modifiers.sc0)
    reader.vectorDestination(number, acc);
}

/// FLAT, SCRATCH and GLOBAL. Sources: address, data, saddr.
void flat(const Encoding &e, OperandReader &reader, Instruction &i) {
  constexpr uint32_t off = 0x7f;
  enum Segment { Flat, Scratch, Global };
  const auto segment = static_cast<Segment>(e.field(15, 14));
  const uint32_t saddr = e.field(54, 48);
  const bool acc = e.bit(55), hasSaddr = segment != Flat && saddr != off;
  // FLAT itself has no negative offsets on either chip.
  i.offset = segment == Flat ? static_cast<int32_t>(e.field(11, 0)) : e.signedField(12, 0);
  if (segment == Scratch) {
    // SVE: there is a VGPR address. gfx90a has no such bit: it is the one or the other.
    if (e.chip == Chip::Gfx942 ? e.bit(13) : !hasSaddr)
      reader.vectorSource(0, e.field(39, 32), Type::B32, false);
  } else {
    reader.vectorSource(0, e.field(39, 32), hasSaddr ? Type::B32 : Type::B64, false);
  }
  if (e.bit(13) && (segment != Scratch || e.chip == Chip::Gfx90a))
    reader.refuse("the LDS bit is not implemented");
  reader.vectorSource(1, e.field(47, 40), reader.shape.source[1].type, acc);
  if (hasSaddr)
    reader.scalarSource(2, saddr, segment == Scratch ? Type::B32 : Type::B64);
  i.modifiers.sc0 = e.bit(16);
  i.modifiers.nt = e.bit(17);
  i.modifiers.sc1 = e.bit(25);
  i.modifiers.flushesF32Atomics = e.chip == Chip::Gfx90a;
  memoryDestination(reader, i, e.field(63, 56), acc);
}

/// Sources: vaddr, vdata, soffset, srsrc.
void mubuf(const Encoding &e, OperandReader &reader, Instruction &i) {
  const bool acc = e.bit(55);
  const bool isTyped = i.format == Format::Mtbuf;
  i.offset = static_cast<int32_t>(e.field(11, 0));
  i.modifiers.offen = e.bit(12);
  i.modifiers.idxen = e.bit(13);
  i.modifiers.sc0 = e.bit(14);
  if (isTyped) {
    i.modifiers.dfmt = e.field(22, 19);
    i.modifiers.nfmt = e.field(25, 23);
    i.modifiers.sc1 = e.bit(53);
    i.modifiers.nt = e.bit(54);
  } else {
    i.modifiers.sc1 = e.bit(15);
    i.modifiers.lds = e.bit(16);
    i.modifiers.nt = e.bit(17);
  }
  i.modifiers.flushesF32Atomics = e.chip == Chip::Gfx90a;
  const int addresses = i.modifiers.offen + i.modifiers.idxen;
  const Type address = addresses == 2 ? Type::B64 : addresses == 1 ? Type::B32 : Type::None;
  reader.vectorSource(0, e.field(39, 32), address, false);
  reader.vectorSource(1, e.field(47, 40), reader.shape.source[1].type, acc);
  reader.resolveSource(2, e.field(63, 56), Type::B32);
  reader.scalarSource(3, e.field(52, 48) * 4, Type::B128);
  if (!i.modifiers.lds)
    memoryDestination(reader, i, e.field(47, 40), acc);
}

} // namespace

Format formatOf(uint32_t word) {
  if (word >> 31 == 0)
    return word >> 25 == 0x3f ? Format::Vop1 : word >> 25 == 0x3e ? Format::Vopc : Format::Vop2;
  if (word >> 30 == 2) {
    if (word >> 28 != 0xb)
      return Format::Sop2;
    switch (word >> 23) {
    case 0x17d:
      return Format::Sop1;
    case 0x17e:
      return Format::Sopc;
    case 0x17f:
      return Format::Sopp;
    default:
      return Format::Sopk;
    }
  }
  switch (word >> 26) {
  case 0x30:
    return Format::Smem;
  case 0x34: {
    if (word >> 23 != 0x1a7)
      return Format::Vop3;
    // v_accvgpr_read_b32 and v_accvgpr_write_b32 stand among the MAI opcodes, but have no acc bits.
    const uint32_t op = word >> 16 & 0x7f;
    return op < 0x40 || op == 0x58 || op == 0x59 ? Format::Vop3p : Format::Mai;
  }
  case 0x36:
    return Format::Ds;
  case 0x37:
    return Format::Flat;
  case 0x38:
    return Format::Mubuf;
  case 0x3a:
    return Format::Mtbuf;
  default:
    return Format::Other;
  }
}

std::optional<std::string> resolveOperands(const Encoding &encoding, const Shape &shape,
                                           Program &program, Instruction &instruction) {
  OperandReader reader(encoding.literal, shape, program, instruction);
  switch (instruction.format) {
  case Format::Sop1:
    sop1(encoding, reader, instruction);
    break;
  case Format::Sop2:
    sop2(encoding, reader, instruction);
    break;
  case Format::Sopk:
    sopk(encoding, reader, instruction);
    break;
  case Format::Sopc:
    sopc(encoding, reader, instruction);
    break;
  case Format::Sopp:
    sopp(encoding, reader, instruction);
    break;
  case Format::Smem:
    smem(encoding, reader, instruction);
    break;
  case Format::Vop1:
    vop1(encoding, reader, instruction);
    break;
  case Format::Vop2:
    vop2(encoding, reader, instruction);
    break;
  case Format::Vopc:
    vopc(encoding, reader, instruction);
    break;
  case Format::Vop3:
    vop3(encoding, reader, instruction);
    break;
  case Format::Vop3p:
    vop3p(encoding, reader, instruction);
    break;
  case Format::Mai:
    mai(encoding, reader, instruction);
    break;
  case Format::Ds:
    ds(encoding, reader, instruction);
    break;
  case Format::Flat:
    flat(encoding, reader, instruction);
    break;
  case Format::Mubuf:
  case Format::Mtbuf:
    mubuf(encoding, reader, instruction);
    break;
  case Format::Other:
    return "this microcode format is not implemented";
  }
  reader.implicitSources();
  return reader.refusal;
}

} // namespace assay::amdgpu
