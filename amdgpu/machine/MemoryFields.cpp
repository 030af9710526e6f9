#include "amdgpu/machine/Fields.h"

namespace assay::amdgpu::fields {

void ds(const Encoding &e, OperandReader &reader, Instruction &i) {
  const bool acc = e.bit(25);
  i.offset = static_cast<int32_t>(e.field(7, 0));
  i.offset1 = static_cast<int32_t>(e.field(15, 8));
  reader.vectorSource(0, e.field(39, 32), reader.shape.source[0].type, false);
  reader.vectorSource(1, e.field(47, 40), reader.shape.source[1].type, acc);
  reader.vectorSource(2, e.field(55, 48), reader.shape.source[2].type, acc);
  reader.vectorDestination(e.field(63, 56), acc);
  const uint32_t opcode = e.field(24, 17);
  const bool isGws = opcode >= 152 && opcode <= 157;
  if (e.bit(16) && !isGws)
    reader.refuse("GDS does not exist here");
}

static void memoryDestination(OperandReader &reader, const Instruction &i, uint32_t number,
                              bool acc) {
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
  if (reader.shape.source[1].type == Type::None && reader.shape.result == Type::None)
    return; // what is done to caches moves nothing
  const int addresses = i.modifiers.offen + i.modifiers.idxen;
  const Type address = addresses == 2 ? Type::B64 : addresses == 1 ? Type::B32 : Type::None;
  reader.vectorSource(0, e.field(39, 32), address, false);
  reader.vectorSource(1, e.field(47, 40), reader.shape.source[1].type, acc);
  reader.resolveSource(2, e.field(63, 56), Type::B32);
  reader.scalarSource(3, e.field(52, 48) * 4, Type::B128);
  if (!i.modifiers.lds)
    memoryDestination(reader, i, e.field(47, 40), acc);
}

} // namespace assay::amdgpu::fields
