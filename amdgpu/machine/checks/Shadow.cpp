#include "amdgpu/machine/checks/Shadow.h"

namespace assay::amdgpu {

/// One bit in the part of each of a dword's bytes.
static constexpr uint64_t eachByte = 0x0001000100010001;

/// 16 ones for each of its bits.
static uint64_t widened(unsigned mask) {
  uint64_t wide = 0;
  for (unsigned byte = 0; byte < dwordBytes; ++byte)
    if (mask >> byte & 1)
      wide |= uint64_t(0xffff) << (16 * byte);
  return wide;
}

WavesOfBytes WavesOfBytes::touch(unsigned mask, unsigned wave, bool isWrite) {
  const uint64_t bits = eachByte << wave;
  uint64_t touched = widened(mask);
  if (!isWrite)
    touched &= ~(((writers & bits) >> wave) * 0xffff);
  const uint64_t self = bits & touched;
  const WavesOfBytes others = {writers & touched & ~self, isWrite ? readers & touched & ~self : 0};
  (isWrite ? writers : readers) |= self;
  return others;
}

WavesOfBytes DwordWaves::spread() const {
  const uint64_t touched = widened(bytes);
  return {writers * eachByte & touched, readers * eachByte & touched};
}

GroupsOfBytes DwordGroups::spread() const {
  GroupsOfBytes of;
  for (unsigned byte = 0; byte < dwordBytes; ++byte) {
    if (writer.bytes >> byte & 1)
      of[byte].writer = writer.group;
    if (reader.bytes >> byte & 1)
      of[byte].reader = reader.group;
  }
  return of;
}

/// False if two bytes have different users.
static bool join(const GroupsOfBytes &of, uint32_t GroupsSeen::*user, DwordGroups::Users &users) {
  users = {};
  for (unsigned byte = 0; byte < dwordBytes; ++byte) {
    const uint32_t group = of[byte].*user;
    if (group == GroupsSeen::nobody)
      continue;
    if (!users.isAtMost(group))
      return false;
    users.group = group;
    users.bytes |= 1U << byte;
  }
  return true;
}

bool DwordGroups::take(const GroupsOfBytes &bytes) {
  if (join(bytes, &GroupsSeen::writer, writer) && join(bytes, &GroupsSeen::reader, reader))
    return true;
  writer.group = GroupsSeen::several;
  writer.bytes = wholeDword;
  return false;
}

} // namespace assay::amdgpu
