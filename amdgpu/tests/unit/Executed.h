#pragma once

#include <set>
#include <string>

namespace assay::amdgpu::test {

/// The names of the instructions that tests have executed.
inline std::set<std::string, std::less<>> &executed() {
  static std::set<std::string, std::less<>> names;
  return names;
}

} // namespace assay::amdgpu::test
