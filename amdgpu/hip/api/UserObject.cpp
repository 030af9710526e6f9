#include "amdgpu/hip/UserObject.h"
#include "amdgpu/hip/Graph.h"
#include "amdgpu/hip/Runtime.h"

using namespace assay::amdhip;

namespace {

constexpr unsigned noDestructorSync = 1, moveReferences = 1;

std::shared_ptr<UserObject> find(UserObject *handle, unsigned count, Status &status) {
  auto object = Runtime::get().userObjects.find(handle);
  if (!object || count == 0)
    status = {hipErrorInvalidValue, "the object does not exist, or no more, or the count is 0"};
  return count == 0 ? nullptr : object;
}

} // namespace

extern "C" {

hipError_t hipUserObjectCreate(UserObject **result, void *pointer, hipHostFn_t destroy,
                               unsigned references, unsigned flags) {
  if (!result || !destroy || references == 0 || flags != noDestructorSync)
    return finish(hipErrorInvalidValue,
                  "a pointer is null, there is no reference, or flags are not 1");
  *result =
      Runtime::get().userObjects.add(std::make_shared<UserObject>(pointer, destroy, references));
  return finish();
}

hipError_t hipUserObjectRetain(UserObject *handle, unsigned count) {
  Status status;
  if (auto object = find(handle, count, status))
    object->retain(count);
  return finish(status);
}

hipError_t hipUserObjectRelease(UserObject *handle, unsigned count) {
  Status status;
  auto object = find(handle, count, status);
  if (object && object->count() < count)
    return finish(hipErrorInvalidValue, "there are fewer references");
  if (object)
    (void)object->release(count);
  return finish(status);
}

hipError_t hipGraphRetainUserObject(hipGraph_t graphHandle, UserObject *handle, unsigned count,
                                    unsigned flags) {
  Status status;
  auto graph = Runtime::get().graphs.find(graphHandle);
  auto object = find(handle, count, status);
  if (!graph || !object || flags > moveReferences)
    return finish(hipErrorInvalidValue, "there is no such graph, object or flag");
  if (flags != moveReferences)
    object->retain(count);
  graph->objects.move(object, count);
  return finish();
}

hipError_t hipGraphReleaseUserObject(hipGraph_t graphHandle, UserObject *handle, unsigned count) {
  Status status;
  auto graph = Runtime::get().graphs.find(graphHandle);
  auto object = find(handle, count, status);
  if (!graph || !object || !graph->objects.release(object, count))
    return finish(hipErrorInvalidValue, "the graph has no such object, or fewer references");
  return finish();
}
}
