#include "amdgpu/machine/MsgPack.h"

namespace assay::amdgpu {
namespace {

class Reader {
public:
  explicit Reader(std::span<const std::byte> bytes) : bytes(bytes) {}

  // The first byte says the kind; sizes and numbers are big-endian (msgpack's specification).
  std::optional<MsgPack> value(unsigned depth) {
    if (depth > 16 || !has(1))
      return std::nullopt;
    const auto tag = static_cast<uint8_t>(number(1));
    if (tag < 0x80)
      return integer(tag);
    if (tag < 0x90)
      return map(tag & 0xf, depth);
    if (tag < 0xa0)
      return array(tag & 0xf, depth);
    if (tag < 0xc0)
      return string(tag & 0x1f);
    if (tag >= 0xe0)
      return integer(static_cast<uint64_t>(static_cast<int8_t>(tag)));
    switch (tag) {
    case 0xc0: // nil, false, true
    case 0xc2:
    case 0xc3:
      return MsgPack();
    case 0xca: // f32, f64
    case 0xcb:
      return skipped(tag == 0xca ? 4 : 8);
    case 0xcc: // unsigned, then signed
    case 0xcd:
    case 0xce:
    case 0xcf:
      return sized(1U << (tag - 0xcc), [&](uint64_t found) { return integer(found); });
    case 0xd0:
    case 0xd1:
    case 0xd2:
    case 0xd3: {
      const unsigned size = 1U << (tag - 0xd0), unused = 64 - 8 * size;
      return sized(size, [&](uint64_t found) {
        return integer(static_cast<uint64_t>(static_cast<int64_t>(found << unused) >> unused));
      });
    }
    case 0xd9:
    case 0xda:
    case 0xdb:
      return sized(1U << (tag - 0xd9), [&](uint64_t size) { return string(size); });
    case 0xdc:
    case 0xdd:
      return sized(tag == 0xdc ? 2 : 4, [&](uint64_t size) { return array(size, depth); });
    case 0xde:
    case 0xdf:
      return sized(tag == 0xde ? 2 : 4, [&](uint64_t size) { return map(size, depth); });
    default: // binary data and extensions, which no metadata has
      return std::nullopt;
    }
  }

private:
  bool has(uint64_t count) const { return count <= bytes.size() - at; }

  uint64_t number(unsigned size) {
    uint64_t result = 0;
    for (; size > 0; --size)
      result = result << 8 | static_cast<uint8_t>(bytes[at++]);
    return result;
  }

  template <class Then> std::optional<MsgPack> sized(unsigned size, Then then) {
    if (!has(size))
      return std::nullopt;
    return then(number(size));
  }

  std::optional<MsgPack> skipped(unsigned size) {
    if (!has(size))
      return std::nullopt;
    at += size;
    return MsgPack();
  }

  static std::optional<MsgPack> integer(uint64_t value) {
    MsgPack result;
    result.kind = MsgPack::Kind::Number;
    result.number = value;
    return result;
  }

  std::optional<MsgPack> string(uint64_t size) {
    if (!has(size))
      return std::nullopt;
    MsgPack result;
    result.kind = MsgPack::Kind::String;
    result.string.assign(reinterpret_cast<const char *>(bytes.data()) + at, size);
    at += size;
    return result;
  }

  std::optional<MsgPack> array(uint64_t size, unsigned depth) {
    MsgPack result;
    result.kind = MsgPack::Kind::Array;
    for (uint64_t i = 0; i < size; ++i) {
      auto element = value(depth + 1);
      if (!element)
        return std::nullopt;
      result.array.push_back(std::move(*element));
    }
    return result;
  }

  std::optional<MsgPack> map(uint64_t size, unsigned depth) {
    MsgPack result;
    result.kind = MsgPack::Kind::Map;
    for (uint64_t i = 0; i < size; ++i) {
      auto key = value(depth + 1);
      auto member = key ? value(depth + 1) : std::nullopt;
      if (!member)
        return std::nullopt;
      result.keys.push_back(std::move(key->string));
      result.array.push_back(std::move(*member));
    }
    return result;
  }

  std::span<const std::byte> bytes;
  size_t at = 0;
};

} // namespace

const MsgPack *MsgPack::find(std::string_view key) const {
  for (size_t i = 0; i < keys.size(); ++i)
    if (keys[i] == key)
      return &array[i];
  return nullptr;
}

std::optional<MsgPack> MsgPack::read(std::span<const std::byte> bytes) {
  return Reader(bytes).value(0);
}

} // namespace assay::amdgpu
