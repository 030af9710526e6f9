#pragma once

#include "amdgpu/hip/Error.h"
#include "amdgpu/hip/Types6.h"

#include <map>

namespace assay::amdhip {

/// What a stream or a kernel's node is told of caches, priorities and waiting. It is kept and given
/// back: of all this only a node's Cooperative changes how a kernel is run.
class LaunchAttributes {
public:
  /// Whether there is such an attribute, of streams, nodes or launches.
  static bool exists(LaunchAttributeId id);

  enum class Owner { Stream, Node };
  explicit LaunchAttributes(Owner owner) : owner(owner) {}

  Status set(LaunchAttributeId id, const LaunchAttributeValue *value);
  /// Zero if it was not set. Writes no more than the attribute has bytes.
  Status get(LaunchAttributeId id, LaunchAttributeValue *value) const;

private:
  Owner owner;
  std::map<LaunchAttributeId, LaunchAttributeValue> values;
};

} // namespace assay::amdhip
