#include "amdgpu/hip/Model.h"

namespace assay::amdhip {

const Model &modelOf(amdgpu::Chip chip) {
  // One die of an MI250X; an MI300X.
  static constexpr Model gfx90a = {
      "gfx90a:sramecc+:xnack-", 9, 0, 110, 1700000, 1600000, 4096, 8 << 20};
  static constexpr Model gfx942 = {
      "gfx942:sramecc+:xnack-", 9, 4, 304, 2100000, 1300000, 8192, 4 << 20};
  switch (chip) {
  case amdgpu::Chip::Gfx90a:
    return gfx90a;
  case amdgpu::Chip::Gfx942:
    return gfx942;
  }
  return gfx942;
}

} // namespace assay::amdhip
