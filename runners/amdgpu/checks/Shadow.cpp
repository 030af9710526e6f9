#include "runners/amdgpu/checks/Shadow.h"

namespace assay::amdgpu {

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
