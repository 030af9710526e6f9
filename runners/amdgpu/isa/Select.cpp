#include "runners/amdgpu/isa/Table.h"

#include <algorithm>
#include <array>
#include <vector>

namespace assay::amdgpu {

namespace scalar_level {
extern const std::span<const Table> allTables;
}
#ifdef AMDGPU_HAS_AVX2
namespace avx2_level {
extern const std::span<const Table> allTables;
}
#endif

SimdLevel bestSimdLevel() {
#ifdef AMDGPU_HAS_AVX2
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("f16c") && __builtin_cpu_supports("bmi2"))
    return SimdLevel::Avx2;
#endif
  return SimdLevel::Scalar;
}

std::span<const Table> tables(SimdLevel level) {
#ifdef AMDGPU_HAS_AVX2
  if (level == SimdLevel::Avx2)
    return avx2_level::allTables;
#endif
  return scalar_level::allTables;
}

const Semantics *findSemantics(SimdLevel level, std::string_view name) {
  static const auto sorted = [] {
    std::array<std::vector<const Entry *>, 2> all;
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
