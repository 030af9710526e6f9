#pragma once

#include "amdgpu/machine/Formats.h"
#include "amdgpu/machine/Operands.h"

/// Each function reads the fields of one table of the manual's chapter "Microcode Formats" (CDNA3;
/// CDNA2's are the same in what is used here).
namespace assay::amdgpu::fields {

void sop1(const Encoding &e, OperandReader &reader, Instruction &i);
void sop2(const Encoding &e, OperandReader &reader, Instruction &i);
void sopk(const Encoding &e, OperandReader &reader, Instruction &i);
void sopc(const Encoding &e, OperandReader &reader, Instruction &i);
void sopp(const Encoding &e, OperandReader &reader, Instruction &i);
void smem(const Encoding &e, OperandReader &reader, Instruction &i);
void vop1(const Encoding &e, OperandReader &reader, Instruction &i);
void vop2(const Encoding &e, OperandReader &reader, Instruction &i);
void vopc(const Encoding &e, OperandReader &reader, Instruction &i);
void vop3(const Encoding &e, OperandReader &reader, Instruction &i);
void vop3p(const Encoding &e, OperandReader &reader, Instruction &i);
void mai(const Encoding &e, OperandReader &reader, Instruction &i);
void ds(const Encoding &e, OperandReader &reader, Instruction &i);
void flat(const Encoding &e, OperandReader &reader, Instruction &i);
void mubuf(const Encoding &e, OperandReader &reader, Instruction &i);

} // namespace assay::amdgpu::fields
