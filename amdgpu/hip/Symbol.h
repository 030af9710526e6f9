#pragma once

#include "amdgpu/hip/Error.h"

namespace assay::amdhip {

/// The address of `bytes` at an offset of the device variable for which a host variable stands.
Status partOfSymbol(const void *symbol, size_t bytes, size_t offset, void *&pointer);

} // namespace assay::amdhip
