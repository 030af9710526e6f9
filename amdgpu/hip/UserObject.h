#pragma once

#include "amdgpu/hip/Hip.h"

#include <map>
#include <memory>
#include <mutex>

namespace assay::amdhip {

/// Something of the program's that graphs use, with the function that destroys it. References are
/// counted; those of the program and those of graphs are the same to it.
class UserObject {
public:
  UserObject(void *pointer, hipHostFn_t destroy, unsigned references)
      : pointer(pointer), destroy(destroy), references(references) {}
  void retain(unsigned count);
  /// True if these were the last ones: it is destroyed. They must be there.
  bool release(unsigned count);
  unsigned count() const;

private:
  mutable std::mutex mutex;
  void *pointer;
  hipHostFn_t destroy;
  unsigned references;
};

/// References that a graph, or an executable one, has to objects. A copy has as many.
class UserObjects {
public:
  UserObjects() = default;
  UserObjects(const UserObjects &other);
  UserObjects &operator=(const UserObjects &) = delete;
  ~UserObjects();

  /// Takes over references that somebody had.
  void move(const std::shared_ptr<UserObject> &object, unsigned count);
  /// False if it has fewer.
  bool release(const std::shared_ptr<UserObject> &object, unsigned count);
  bool empty() const { return held.empty(); }

private:
  std::map<std::shared_ptr<UserObject>, unsigned> held;
};

} // namespace assay::amdhip
