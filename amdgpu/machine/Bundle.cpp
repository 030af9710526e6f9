#include "amdgpu/machine/Bundle.h"

#include "amdgpu/machine/CodeObject.h"

#include <fmt/format.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/Support/Compression.h>
#include <llvm/Support/Error.h>

#include <algorithm>

#include <cstring>
#include <string_view>

namespace assay::amdgpu {

// The layout is in clang's documentation of clang-offload-bundler: the magic string, the number of
// entries, and for each its offset, size, length of its id and the id "hip-TRIPLE-CHIP:FEATURES".
Expected<std::span<const std::byte>> unbundle(std::span<const std::byte> bytes, Chip chip) {
  constexpr std::string_view magic = "__CLANG_OFFLOAD_BUNDLE__";
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  if (isCompressedBundle(bytes))
    return Error{"the offload bundle is compressed; compile with --no-offload-compress"};
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

namespace {

/// CompressedOffloadBundle's header in clang (versions 1 to 3), little-endian: "CCOB", version,
/// method (llvm::compression::Format), since version 2 the size of the file, the size of the
/// contents, a hash. Sizes have 32 bits, since version 3 64.
struct CompressedHeader {
  uint16_t version = 0, method = 0;
  uint64_t fileSize = 0, contentSize = 0;
  size_t bytes = 0;
};

CompressedHeader readHeader(const std::byte *begin) {
  CompressedHeader header;
  std::memcpy(&header.version, begin + 4, 2);
  std::memcpy(&header.method, begin + 6, 2);
  size_t at = 8;
  auto number = [&] {
    uint64_t value = 0;
    const size_t size = header.version >= 3 ? 8 : 4;
    std::memcpy(&value, begin + at, size);
    at += size;
    return value;
  };
  if (header.version >= 2)
    header.fileSize = number();
  header.contentSize = number();
  header.bytes = at + 8;
  return header;
}

constexpr size_t longestHeader = 32;

} // namespace

bool isCompressedBundle(std::span<const std::byte> bytes) {
  return bytes.size() >= longestHeader && std::memcmp(bytes.data(), "CCOB", 4) == 0;
}

Expected<std::vector<std::byte>> decompressBundle(std::span<const std::byte> bytes) {
  if (!isCompressedBundle(bytes))
    return Error{"this is no compressed offload bundle"};
  const CompressedHeader header = readHeader(bytes.data());
  if (header.version > 3 || header.contentSize > CodeObject::maxImageBytes)
    return Error{fmt::format("a compressed offload bundle of version {} and {} bytes is not read",
                             header.version, header.contentSize)};
  const auto format = static_cast<llvm::compression::Format>(header.method);
  if (format != llvm::compression::Format::Zlib && format != llvm::compression::Format::Zstd)
    return Error{
        fmt::format("an offload bundle is compressed by an unknown method {}", header.method)};
  if (const char *reason = llvm::compression::getReasonIfUnsupported(format))
    return Error{fmt::format("an offload bundle cannot be decompressed: {}", reason)};
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  size_t end = bytes.size();
  if (header.fileSize > header.bytes)
    end = std::min<size_t>(end, header.fileSize);
  llvm::SmallVector<uint8_t, 0> content;
  if (auto error = llvm::compression::decompress(
          format, llvm::ArrayRef(data + header.bytes, data + end), content, header.contentSize))
    return Error{
        fmt::format("the offload bundle is damaged: {}", llvm::toString(std::move(error)))};
  const auto *first = reinterpret_cast<const std::byte *>(content.data());
  return std::vector<std::byte>(first, first + content.size());
}

uint64_t imageSize(const void *begin) {
  const auto *bytes = static_cast<const std::byte *>(begin);
  if (std::memcmp(bytes, "CCOB", 4) == 0)
    return readHeader(bytes).fileSize;
  constexpr std::string_view magic = "__CLANG_OFFLOAD_BUNDLE__";
  // One after the other: a short ELF file may end before the magic string would.
  if (std::memcmp(bytes,
                  "\x7f"
                  "ELF",
                  4) == 0)
    return elfSize(begin);
  if (std::memcmp(bytes, magic.data(), magic.size()) != 0)
    return 0;
  size_t at = magic.size();
  auto number = [&] {
    uint64_t value = 0;
    std::memcpy(&value, bytes + at, sizeof value);
    at += sizeof value;
    return value;
  };
  uint64_t end = 0;
  const uint64_t count = number();
  // More targets than there are: the count is damaged.
  if (count > 1024)
    return 0;
  for (uint64_t i = 0; i < count; ++i) {
    const uint64_t offset = number(), size = number(), idSize = number();
    if (idSize > 4096)
      return 0;
    at += idSize;
    end = std::max(end, offset + size);
  }
  return std::max<uint64_t>(end, at);
}

} // namespace assay::amdgpu
