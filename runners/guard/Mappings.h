#pragma once

#include <cstddef>
#include <cstdint>

namespace assay::guard {

/// Reads memory that may not be there; how many bytes there were.
size_t readMemory(uintptr_t address, void *into, size_t bytes);

/// Where an ELF file lies in memory that this code in no file belongs to; 0 if there is none.
uintptr_t loadAddressOf(uintptr_t address);

/// Whether the address is in memory that may be run and that no file stands behind.
bool isCodeInNoFile(uintptr_t address);

} // namespace assay::guard
