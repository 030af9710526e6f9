#pragma once

#include "amdgpu/machine/Chip.h"

#include <cstddef>
#include <string>
#include <vector>

namespace assay::amdgpu::test {

/// The code object that clang makes of OpenCL C without any library. Throws its complaints.
std::vector<std::byte> compileOpenCl(const std::string &source, Chip chip);
/// The same of assembly text.
std::vector<std::byte> compileAssembly(const std::string &source, Chip chip);

} // namespace assay::amdgpu::test
