#include "amdgpu/machine/Traits.h"

#include <algorithm>

namespace assay::amdgpu {

/// Moves, selections, conversions, bits that are set or cleared, the less or the greater of two.
static uint16_t idempotent(std::string_view name) {
  constexpr std::string_view beginnings[] = {"mov",  "read", "write", "accvgpr", "cndmask",
                                             "csel", "cmov", "cvt",   "perm",    "bf",
                                             "and",  "or",   "min",   "max",     "med"};
  const std::string_view operation = name.substr(std::min<size_t>(2, name.size()));
  return std::ranges::any_of(beginnings,
                             [&](auto beginning) { return operation.starts_with(beginning); })
             ? trait::idempotent
             : 0;
}

uint16_t traitsOf(std::string_view name, Format format) {
  switch (format) {
  case Format::Sopp:
    return name == "s_waitcnt" ? trait::waits : name == "s_barrier" ? trait::barrier : 0;
  case Format::Ds: {
    const bool isWrite = name.starts_with("ds_write") || name.starts_with("ds_add");
    const bool isPermutation = name.find("permute") != std::string_view::npos ||
                               name.find("swizzle") != std::string_view::npos;
    return trait::memory | (isWrite ? trait::writesLds : 0) | (isPermutation ? trait::permutes : 0);
  }
  case Format::Flat:
    return trait::memory | (name.starts_with("flat_") ? trait::flat : 0) |
           (name.starts_with("scratch_store") ? trait::spills : 0);
  case Format::Mubuf:
    return trait::memory | (name.starts_with("buffer_store") ? trait::spills : 0);
  case Format::Smem:
  case Format::Mtbuf:
    return trait::memory;
  case Format::Mai:
    return trait::ignoresExec | trait::selects | idempotent(name);
  default:
    if (name == "v_writelane_b32")
      return trait::ignoresExec | trait::selects | trait::idempotent;
    if (name == "v_pk_mov_b32")
      return trait::movesTwo | trait::idempotent;
    if (name == "v_mad_u64_u32" || name == "v_mad_i64_i32" || name == "v_lshl_add_u64" ||
        name == "v_lshlrev_b64")
      return trait::carriesUp;
    if (name == "v_lshrrev_b64")
      return trait::shiftsDown;
    return idempotent(name) |
           (name == "v_cndmask_b32" || name == "v_perm_b32" || name == "v_bfi_b32" ? trait::selects
                                                                                   : 0);
  }
}

} // namespace assay::amdgpu
