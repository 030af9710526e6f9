#pragma once

#include "amdgpu/machine/isa/Table.h"

// Each file of tables is compiled once for each SimdLevel, into a namespace of its own: inline
// functions of two levels must not be taken for the same by the linker. AMDGPU_LEVEL is that
// namespace.
#ifndef AMDGPU_LEVEL
#define AMDGPU_LEVEL scalar_level
#endif

namespace assay::amdgpu::AMDGPU_LEVEL {

// One for each file; a new file is declared here and listed in Tables.cpp.
extern const Table sop1Table, sop2Table, sopkTable, sopcTable, soppTable;
extern const Table smemTable;
extern const Table vop1Table, vop1ConvertTable, vop1FloatTable, vop2Table, vopcTable;
extern const Table vop3Table, vop3ConvertTable, vop3FloatTable, vop3SadTable, vop3pTable;
extern const Table flatTable, mubufTable, bufferFormatTable, mfmaTable, smfmacTable;
extern const Table dsTable, dsAtomicTable, dsLaneTable;

} // namespace assay::amdgpu::AMDGPU_LEVEL
