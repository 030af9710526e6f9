#include "amdgpu/machine/Fields.h"

namespace assay::amdgpu::fields {

// What stands in the place of source 0 if a second dword of SDWA or DPP follows.
constexpr uint32_t sdwaCode = 249, dppCode = 250;

/// The fields of SDWA that VOP1, VOP2 and VOPC have in common. `sources` of them are used.
static void sdwaSources(const Encoding &e, OperandReader &reader, Instruction &i,
                        unsigned sources) {
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
static void sdwaResult(const Encoding &e, Instruction &i) {
  i.destination.part = static_cast<Part>(e.field(42, 40));
  i.destination.unused = static_cast<Unused>(e.field(44, 43));
  i.modifiers.clamp = e.bit(45);
  i.modifiers.omod = e.field(47, 46);
}

static void dpp(const Encoding &e, OperandReader &reader, Instruction &i, unsigned sources) {
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
static void vopSources(const Encoding &e, OperandReader &reader, Instruction &i, unsigned sources) {
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
static void opSel(uint32_t bits, OperandReader &reader, Instruction &i) {
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

} // namespace assay::amdgpu::fields
