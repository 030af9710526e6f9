#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::guard {

/// Whether the code behind a call rounds up the address that it was given: to how many bytes, a
/// power of two up to 128; 0 if it does not, or that cannot be told. MLIR's lowering of an
/// allocation with an alignment does so, and asks for as many bytes more than it needs.
size_t roundedUpTo(uintptr_t returnAddress);

} // namespace assay::guard
