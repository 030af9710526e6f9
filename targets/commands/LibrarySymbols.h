#pragma once

#include <cstdint>
#include <string>

namespace assay {

/// The mangled name of the function at the address, counted from where the file is loaded, by its
/// table of symbols; empty if the file cannot be read, or says nothing of the address. The first
/// call for a compiler's library takes a third of a second.
std::string functionAt(const std::string &file, uint64_t address);

} // namespace assay
