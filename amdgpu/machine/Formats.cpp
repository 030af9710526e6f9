#include "amdgpu/machine/Formats.h"

#include "amdgpu/machine/Fields.h"

namespace assay::amdgpu {

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
    return op < 0x3e || op == 0x58 || op == 0x59 ? Format::Vop3p : Format::Mai;
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
    fields::sop1(encoding, reader, instruction);
    break;
  case Format::Sop2:
    fields::sop2(encoding, reader, instruction);
    break;
  case Format::Sopk:
    fields::sopk(encoding, reader, instruction);
    break;
  case Format::Sopc:
    fields::sopc(encoding, reader, instruction);
    break;
  case Format::Sopp:
    fields::sopp(encoding, reader, instruction);
    break;
  case Format::Smem:
    fields::smem(encoding, reader, instruction);
    break;
  case Format::Vop1:
    fields::vop1(encoding, reader, instruction);
    break;
  case Format::Vop2:
    fields::vop2(encoding, reader, instruction);
    break;
  case Format::Vopc:
    fields::vopc(encoding, reader, instruction);
    break;
  case Format::Vop3:
    fields::vop3(encoding, reader, instruction);
    break;
  case Format::Vop3p:
    fields::vop3p(encoding, reader, instruction);
    break;
  case Format::Mai:
    fields::mai(encoding, reader, instruction);
    break;
  case Format::Ds:
    fields::ds(encoding, reader, instruction);
    break;
  case Format::Flat:
    fields::flat(encoding, reader, instruction);
    break;
  case Format::Mubuf:
  case Format::Mtbuf:
    fields::mubuf(encoding, reader, instruction);
    break;
  case Format::Other:
    return "this microcode format is not implemented";
  }
  reader.implicitSources();
  return reader.refusal;
}

} // namespace assay::amdgpu
