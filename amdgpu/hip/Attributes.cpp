#include "amdgpu/hip/Attributes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace assay::amdhip {
namespace {

struct Known {
  LaunchAttributeId id;
  size_t bytes;
  bool isOfStreams, isOfNodes;
};
constexpr Known known[] = {
    {LaunchAttributeId::AccessPolicyWindow, sizeof(hipAccessPolicyWindow), true, true},
    {LaunchAttributeId::Cooperative, sizeof(int), false, true},
    {LaunchAttributeId::SynchronizationPolicy, sizeof(int), true, false},
    {LaunchAttributeId::Priority, sizeof(int), true, true},
    {LaunchAttributeId::MemSyncDomainMap, 2, true, true},
    {LaunchAttributeId::MemSyncDomain, sizeof(int), true, true},
};

Status find(LaunchAttributeId id, LaunchAttributes::Owner owner, const void *value, size_t &bytes) {
  if (!value)
    return {hipErrorInvalidValue, "the value's pointer is null"};
  for (const Known &one : known)
    if (one.id == id &&
        (owner == LaunchAttributes::Owner::Stream ? one.isOfStreams : one.isOfNodes)) {
      bytes = one.bytes;
      return {};
    }
  return {hipErrorInvalidValue, fmt::format("there is no attribute {} here", int(id))};
}

} // namespace

bool LaunchAttributes::exists(LaunchAttributeId id) {
  return std::ranges::find(known, id, &Known::id) != std::end(known);
}

Status LaunchAttributes::set(LaunchAttributeId id, const LaunchAttributeValue *value) {
  size_t bytes = 0;
  if (Status status = find(id, owner, value, bytes); !status)
    return status;
  LaunchAttributeValue &kept = values[id];
  kept = {};
  std::memcpy(&kept, value, bytes);
  return {};
}

Status LaunchAttributes::get(LaunchAttributeId id, LaunchAttributeValue *value) const {
  size_t bytes = 0;
  if (Status status = find(id, owner, value, bytes); !status)
    return status;
  auto found = values.find(id);
  const LaunchAttributeValue kept = found == values.end() ? LaunchAttributeValue{} : found->second;
  std::memcpy(value, &kept, bytes);
  return {};
}

} // namespace assay::amdhip
