#include "amdgpu/machine/Fields.h"

namespace assay::amdgpu::fields {

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
  i.modifiers.sc0 = e.bit(16); // GLC
  if (reader.shape.source[2].type != Type::None)
    reader.scalarSource(2, e.field(12, 6), reader.shape.source[2].type);
  if (!reader.shape.resultNeedsSc0 || i.modifiers.sc0)
    reader.scalarDestination(i.destination, e.field(12, 6), reader.shape.result);
  if (reader.shape.source[0].type == Type::None)
    return; // clocks and caches have no address
  reader.scalarSource(0, e.field(5, 0) * 2, reader.shape.source[0].type);
  const bool soffsetEnable = e.bit(14), imm = e.bit(17);
  if (imm)
    i.offset = e.signedField(52, 32);
  if (soffsetEnable)
    reader.scalarSource(1, e.field(63, 57), Type::B32);
  else if (!imm)
    reader.scalarSource(1, e.field(38, 32), Type::B32);
}

} // namespace assay::amdgpu::fields
