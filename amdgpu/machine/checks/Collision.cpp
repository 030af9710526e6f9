#include "amdgpu/machine/checks/Collision.h"

#include "amdgpu/machine/checks/Shadow.h"

#include <algorithm>
#include <array>
#include <utility>

namespace assay::amdgpu {
namespace {

/// What the lanes of a store give to memory.
class Stored {
public:
  Stored(const Wave &wave, const Instruction &instruction, uint32_t bytes)
      : rows(wave.rows + size_t(instruction.source[1].index) * lanesPerWave), bytes(bytes) {
    const std::string &name = wave.group->program->names[instruction.name];
    isHigh = name.find("d16_hi") != std::string::npos;
  }
  bool isEqual(unsigned first, unsigned second) const {
    for (uint32_t at = 0; at < bytes; at += dwordBytes)
      if (part(first, at) != part(second, at))
        return false;
    return true;
  }

private:
  uint32_t part(unsigned lane, uint32_t at) const {
    const uint32_t row = rows[at / dwordBytes * lanesPerWave + lane] >> (isHigh ? 16 : 0);
    const auto left = std::min<uint64_t>(bytes - at, dwordBytes);
    return left == dwordBytes ? row : row & ((uint32_t(1) << 8 * left) - 1);
  }

  const uint32_t *rows;
  uint32_t bytes;
  bool isHigh;
};

/// As lanes mostly store one behind the other, there is little to be sorted.
bool areAscending(const MemoryAccess &access) {
  bool isFirst = true, result = true;
  uint64_t last = 0;
  forLanes(access.lanes, [&](unsigned lane) {
    result &= isFirst || access.addresses[lane] > last;
    last = access.addresses[lane];
    isFirst = false;
  });
  return result;
}

} // namespace

std::optional<Collision> findCollision(const Wave &wave, const Instruction &instruction,
                                       const MemoryAccess &access) {
  const bool hasTwoAddresses = instruction.source[2].kind == Operand::Kind::Vector;
  if (access.isOneRun || hasTwoAddresses || instruction.source[1].kind != Operand::Kind::Vector ||
      areAscending(access))
    return std::nullopt;
  std::array<unsigned, lanesPerWave> lanes;
  auto end = lanes.begin();
  forLanes(access.lanes, [&](unsigned lane) { *end++ = lane; });
  std::sort(lanes.begin(), end, [&](unsigned left, unsigned right) {
    return std::pair(access.addresses[left], left) < std::pair(access.addresses[right], right);
  });
  const Stored stored(wave, instruction, access.bytes);
  const auto found = std::adjacent_find(lanes.begin(), end, [&](unsigned left, unsigned right) {
    return access.addresses[left] == access.addresses[right] && !stored.isEqual(left, right);
  });
  if (found == end)
    return std::nullopt;
  return Collision{access.addresses[*found], *found, *std::next(found)};
}

} // namespace assay::amdgpu
