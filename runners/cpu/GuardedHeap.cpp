#include "runners/cpu/GuardedHeap.h"

#include "support/Assert.h"
#include "support/Random.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>

namespace assay {

namespace {

constexpr size_t largestZone = 4096;
constexpr size_t smallestZone = 256;
constexpr size_t patternStarts = 509; // prime: neighbouring blocks get different starts
constexpr size_t quarantineLimit = size_t(32) << 20;

/// Every block reads its zones from another place of this table: code that copies one element too
/// many reads a zone and writes one, and must not write what is there already.
using PatternTable = std::array<std::byte, largestZone + 64 + 8 * patternStarts>;

const PatternTable &patternTable() {
  static const PatternTable table = [] {
    PatternTable bytes;
    Random random(0x5eed);
    for (std::byte &byte : bytes)
      byte = static_cast<std::byte>(random.next());
    return bytes;
  }();
  return table;
}

void fillUnset(std::byte *from, size_t bytes) {
  // 0xfff5 in little endian: NaN in f16, bf16, f32 and f64.
  for (size_t i = 0; i + 1 < bytes; i += 2) {
    from[i] = std::byte{0xf5};
    from[i + 1] = std::byte{0xff};
  }
  if (bytes % 2)
    from[bytes - 1] = std::byte{0xf5};
}

constexpr std::byte releasedByte{0xfd};

} // namespace

GuardedHeap::~GuardedHeap() { clear(); }

size_t GuardedHeap::zoneBytes(size_t payload, size_t alignment) {
  size_t zone = std::clamp(payload, smallestZone, largestZone);
  return (zone + alignment - 1) / alignment * alignment;
}

std::byte *GuardedHeap::allocate(size_t bytes, size_t alignment, std::string name) {
  if (bytes > maxBlockBytes || liveBytes + bytes > maxLiveBytes || alignment > (size_t(1) << 20))
    return nullptr;
  Block block;
  block.bytes = bytes;
  block.sequence = allocations;
  block.alignment = std::max<size_t>(alignment, 64);
  block.zone = zoneBytes(bytes, block.alignment);
  const size_t total =
      (2 * block.zone + bytes + block.alignment - 1) / block.alignment * block.alignment;
  block.storage = static_cast<std::byte *>(std::aligned_alloc(block.alignment, total));
  if (!block.storage)
    return nullptr;
  block.payload = block.storage + block.zone;
  block.patternBefore = 8 * ((2 * allocations * 67) % patternStarts);
  block.patternBehind = 8 * (((2 * allocations + 1) * 67) % patternStarts);
  const size_t patterned = std::min(block.zone, largestZone);
  std::memcpy(block.payload - patterned, patternTable().data() + block.patternBefore, patterned);
  std::memcpy(block.payload + bytes, patternTable().data() + block.patternBehind, patterned);
  fillUnset(block.payload, bytes);
  block.name = name.empty() ? fmt::format("allocation {}", allocations) : std::move(name);
  ++allocations;
  liveBytes += bytes;
  std::byte *payload = block.payload;
  blocks.emplace(payload + bytes + block.zone, std::move(block));
  return payload;
}

std::byte *GuardedHeap::allocateForeign(size_t bytes, std::string name) {
  std::byte *payload = allocate(bytes, 64, std::move(name));
  if (payload)
    find(payload)->isForeign = true;
  return payload;
}

GuardedHeap::Block *GuardedHeap::find(const void *address) {
  auto at = blocks.upper_bound(static_cast<const std::byte *>(address));
  if (at == blocks.end() || address < at->second.storage)
    return nullptr;
  return &at->second;
}

void GuardedHeap::release(void *pointer) {
  if (!pointer)
    return;
  Block *block = find(pointer);
  if (!block || block->payload != pointer) {
    report(block ? fmt::format("a pointer {} bytes into {} was freed",
                               static_cast<std::byte *>(pointer) - block->payload, block->name)
                 : "a pointer that was never allocated was freed");
    return;
  }
  if (block->isForeign) {
    report(fmt::format("{} was freed, though it is not the program's", block->name));
    return;
  }
  if (block->released) {
    report(fmt::format("{} was freed twice", block->name));
    return;
  }
  inspect(*block);
  block->released = true;
  liveBytes -= block->bytes;
  std::memset(block->payload, static_cast<int>(releasedByte), block->bytes);
  quarantine.push_back(block->payload + block->bytes + block->zone);
  quarantineBytes += block->bytes + 2 * block->zone;
  while (quarantineBytes > quarantineLimit && quarantineHead < quarantine.size()) {
    auto oldest = blocks.find(quarantine[quarantineHead++]);
    ASSAY_ASSERT(oldest != blocks.end(), "a released block is gone");
    inspect(oldest->second);
    quarantineBytes -= oldest->second.bytes + 2 * oldest->second.zone;
    std::free(oldest->second.storage);
    blocks.erase(oldest);
  }
}

/// The fault of one zone, if its bytes differ from the pattern.
static std::optional<std::string> inspectZone(const GuardedHeap::Block &block, bool behind) {
  const size_t patterned = std::min(block.zone, largestZone);
  const std::byte *zone = behind ? block.payload + block.bytes : block.payload - patterned;
  const std::byte *pattern =
      patternTable().data() + (behind ? block.patternBehind : block.patternBefore);
  if (std::memcmp(zone, pattern, patterned) == 0)
    return std::nullopt;
  size_t first = patterned, last = 0, count = 0;
  for (size_t i = 0; i < patterned; ++i)
    if (zone[i] != pattern[i]) {
      first = std::min(first, i);
      last = i;
      ++count;
    }
  // Distances from the block to the nearest and to the farthest byte that was written.
  const size_t nearest = behind ? first : patterned - 1 - last;
  const size_t farthest = behind ? last : patterned - 1 - first;
  return fmt::format("{} ({} bytes) was written {} its {}: {} bytes changed, {} to {} bytes away",
                     block.name, block.bytes, behind ? "behind" : "before",
                     behind ? "end" : "begin", count, nearest, farthest);
}

void GuardedHeap::inspect(const Block &block) {
  if (firstFault)
    return;
  for (bool behind : {false, true})
    if (auto text = inspectZone(block, behind)) {
      report(std::move(*text));
      return;
    }
  if (block.released && std::any_of(block.payload, block.payload + block.bytes,
                                    [](std::byte byte) { return byte != releasedByte; }))
    report(fmt::format("{} ({} bytes) was written after it was freed", block.name, block.bytes));
}

void GuardedHeap::report(std::string text) {
  if (!firstFault)
    firstFault = std::move(text);
}

std::optional<std::string> GuardedHeap::fault() {
  // In order of allocation, so that the text does not depend on addresses.
  std::vector<const Block *> ordered;
  ordered.reserve(blocks.size());
  for (const auto &[end, block] : blocks)
    ordered.push_back(&block);
  std::sort(ordered.begin(), ordered.end(),
            [](const Block *a, const Block *b) { return a->sequence < b->sequence; });
  for (const Block *block : ordered)
    inspect(*block);
  return firstFault;
}

void GuardedHeap::clear() {
  for (auto &[end, block] : blocks)
    std::free(block.storage);
  blocks.clear();
  quarantine.clear();
  quarantineHead = quarantineBytes = liveBytes = allocations = 0;
  firstFault.reset();
}

} // namespace assay
