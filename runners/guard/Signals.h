#pragma once

namespace assay::guard {

/// Takes the signal of accesses to pages that may not be touched. A program's own handler of it,
/// which it may set at any time, gets what is not about guarded blocks.
void watchSignals();

} // namespace assay::guard
