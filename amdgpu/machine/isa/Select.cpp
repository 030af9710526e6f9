#include "amdgpu/machine/isa/Table.h"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::amdgpu {

namespace scalar_level {
extern const std::span<const Table> allTables;
}
#ifdef AMDGPU_HAS_SIMD
namespace avx2_level {
extern const std::span<const Table> allTables;
}
namespace avx512_level {
extern const std::span<const Table> allTables;
}
#endif

std::span<const SimdLevel> simdLevels() {
  static const auto levels = [] {
    std::vector<SimdLevel> here = {SimdLevel::Scalar};
#ifdef AMDGPU_HAS_SIMD
    if (__builtin_cpu_supports("x86-64-v3"))
      here.push_back(SimdLevel::Avx2);
    if (__builtin_cpu_supports("x86-64-v4"))
      here.push_back(SimdLevel::Avx512);
#endif
    return here;
  }();
  return levels;
}

std::span<const Table> tables(SimdLevel level) {
  switch (level) {
#ifdef AMDGPU_HAS_SIMD
  case SimdLevel::Avx512:
    return avx512_level::allTables;
  case SimdLevel::Avx2:
    return avx2_level::allTables;
#endif
  default:
    return scalar_level::allTables;
  }
}

const Semantics *findSemantics(SimdLevel level, std::string_view name) {
  static const auto sorted = [] {
    std::array<std::vector<const Entry *>, 3> all;
    for (size_t i = 0; i < all.size(); ++i) {
      for (Table table : tables(static_cast<SimdLevel>(i)))
        for (const Entry &entry : table)
          all[i].push_back(&entry);
      std::ranges::sort(all[i], {}, &Entry::name);
    }
    return all;
  }();
  const auto &entries = sorted[static_cast<size_t>(level)];
  auto found = std::ranges::lower_bound(entries, name, {}, &Entry::name);
  return found != entries.end() && (*found)->name == name ? &(*found)->semantics : nullptr;
}

} // namespace assay::amdgpu
