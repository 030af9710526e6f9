#include "amdgpu/hip/UserObject.h"

#include "amdgpu/hip/Runtime.h"

namespace assay::amdhip {

void UserObject::retain(unsigned count) {
  std::lock_guard lock(mutex);
  references += count;
}

bool UserObject::release(unsigned count) {
  {
    std::lock_guard lock(mutex);
    references -= count;
    if (references > 0)
      return false;
  }
  (void)Runtime::get().userObjects.remove(this);
  destroy(pointer);
  return true;
}

unsigned UserObject::count() const {
  std::lock_guard lock(mutex);
  return references;
}

UserObjects::UserObjects(const UserObjects &other) : held(other.held) {
  for (const auto &[object, count] : held)
    object->retain(count);
}

UserObjects::~UserObjects() {
  for (const auto &[object, count] : held)
    (void)object->release(count);
}

void UserObjects::move(const std::shared_ptr<UserObject> &object, unsigned count) {
  held[object] += count;
}

bool UserObjects::release(const std::shared_ptr<UserObject> &object, unsigned count) {
  auto found = held.find(object);
  if (found == held.end() || found->second < count)
    return false;
  found->second -= count;
  if (found->second == 0)
    held.erase(found);
  (void)object->release(count);
  return true;
}

} // namespace assay::amdhip
