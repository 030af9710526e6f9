#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::amdgpu {

/// A msgpack value of the kinds that code objects have. LLVM's reader stops the process at a map
/// whose key is a map, which is nothing to give strangers' files to.
struct MsgPack {
  enum class Kind : uint8_t { Other, Number, String, Array, Map };
  Kind kind = Kind::Other;
  uint64_t number = 0;
  std::string string;
  std::vector<MsgPack> array; // of a map: the values
  /// Of a map, one for each value; keys that are no strings are empty here.
  std::vector<std::string> keys;

  /// A member of a map, or null.
  const MsgPack *find(std::string_view key) const;

  /// Nothing if `bytes` do not begin with a whole value.
  static std::optional<MsgPack> read(std::span<const std::byte> bytes);
};

} // namespace assay::amdgpu
