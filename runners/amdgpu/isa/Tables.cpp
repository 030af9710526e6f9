#include "runners/amdgpu/isa/Level.h"

namespace assay::amdgpu::AMDGPU_LEVEL {

extern const std::span<const Table> allTables;

static const Table list[] = {sop1Table,     sop2Table,   sopkTable,  sopcTable,         soppTable,
                             smemTable,     vop1Table,   vop2Table,  vop3Table,         vop3pTable,
                             vopcTable,     flatTable,   mubufTable, bufferFormatTable, dsTable,
                             dsAtomicTable, dsLaneTable, mfmaTable};
const std::span<const Table> allTables = list;

} // namespace assay::amdgpu::AMDGPU_LEVEL
