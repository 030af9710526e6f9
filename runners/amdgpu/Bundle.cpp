#include "runners/amdgpu/Bundle.h"

#include <fmt/format.h>

#include <cstring>
#include <string_view>

namespace assay::amdgpu {

// The layout is in clang's documentation of clang-offload-bundler: the magic string, the number of
// entries, and for each its offset, size, length of its id and the id "hip-TRIPLE-CHIP:FEATURES".
Expected<std::span<const std::byte>> unbundle(std::span<const std::byte> bytes, Chip chip) {
  constexpr std::string_view magic = "__CLANG_OFFLOAD_BUNDLE__";
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (text.starts_with("CCOB"))
    return Error{"compressed offload bundles are not read; compile with --no-offload-compress"};
  if (!text.starts_with(magic))
    return bytes;
  size_t at = magic.size();
  auto number = [&]() -> uint64_t {
    uint64_t value = 0;
    if (bytes.size() - at < sizeof value)
      return UINT64_MAX;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
    return value;
  };
  const uint64_t count = number();
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = number(), size = number(), idSize = number();
    if (offset > bytes.size() || size > bytes.size() - offset || idSize > bytes.size() - at)
      return Error{"the offload bundle is cut off: an entry lies behind its end"};
    std::string_view id = text.substr(at, idSize);
    at += idSize;
    id = id.substr(0, id.find(':'));
    if (id.ends_with(fmt::format("-{}", nameOf(chip))))
      return bytes.subspan(offset, size);
  }
  return Error{fmt::format("the offload bundle has no code object for {}", nameOf(chip))};
}

} // namespace assay::amdgpu
