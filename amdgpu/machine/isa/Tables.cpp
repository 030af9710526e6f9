#include "amdgpu/machine/isa/Level.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

extern const std::span<const Table> allTables;

static const Table list[] = {
    sop1Table,         sop2Table,        sopkTable,      sopcTable,  soppTable, smemTable,
    vop1Table,         vop1ConvertTable, vop1FloatTable, vop2Table,  vopcTable, vop3Table,
    vop3ConvertTable,  vop3FloatTable,   vop3SadTable,   vop3pTable, flatTable, mubufTable,
    bufferFormatTable, dsAtomicTable,    dsLaneTable,    dsTable,    mfmaTable, smfmacTable};
const std::span<const Table> allTables = list;

} // namespace assay::amdgpu::AMDGPU_LEVEL
