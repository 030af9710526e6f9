#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

/// XXH3, 64 bits: stable across machines and versions, so it may be written to disk.
uint64_t hash64(std::string_view bytes);

/// XXH3, 128 bits, as 32 lower-case hex digits: the name of content-addressed things.
std::string contentName(std::string_view bytes);

} // namespace assay
