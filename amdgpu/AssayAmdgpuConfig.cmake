# assay::amdgpu_machine runs AMDGPU code objects without a GPU: #include "amdgpu/machine/Launch.h"
include(CMakeFindDependencyMacro)
find_dependency(LLVM 22.1 CONFIG HINTS /usr/lib/llvm-22)
include(${CMAKE_CURRENT_LIST_DIR}/AssayAmdgpuTargets.cmake)
