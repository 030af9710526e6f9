#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Occupancy.h"
#include "amdgpu/hip/Symbol.h"
#include "amdgpu/hip/api/NodeEdit.h"

using namespace assay::amdhip;

// Events, attributes and symbols of nodes that are there already.

namespace {

/// Of nodes that record an event or wait for one.
template <class T>
hipError_t eventOf(hipGraphNode_t handle, hipEvent_t *result,
                   std::source_location where = std::source_location::current()) {
  Status status;
  auto node = findNode<T>(handle, status);
  if (!node || !result)
    return finish(hipErrorInvalidValue, "a pointer is null or no node with an event", where);
  *result = reinterpret_cast<hipEvent_t>(std::get<T>(node->work).event.get());
  return finish();
}

/// Makes the launch cooperative, or not, as the attributes say.
Status apply(Node &node) {
  LaunchAttributeValue value = {};
  (void)node.attributes.get(LaunchAttributeId::Cooperative, &value);
  auto &launch = std::get<KernelLaunch>(node.work);
  if (value.cooperative)
    if (Status status = fitsAtOnce(*launch.function, launch.geometry); !status)
      return status;
  launch.geometry.isCooperative = value.cooperative != 0;
  return {};
}

} // namespace

hipError_t hipGraphEventRecordNodeGetEvent(hipGraphNode_t node, hipEvent_t *event) {
  return eventOf<Record>(node, event);
}

hipError_t hipGraphEventRecordNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return setNode(node, withEvent<Record>(event), {});
}

hipError_t hipGraphExecEventRecordNodeSetEvent(hipGraphExec_t executable, hipGraphNode_t node,
                                               hipEvent_t event) {
  return setInExecutable(executable, node, withEvent<Record>(event));
}

hipError_t hipGraphEventWaitNodeGetEvent(hipGraphNode_t node, hipEvent_t *event) {
  return eventOf<Wait>(node, event);
}

hipError_t hipGraphEventWaitNodeSetEvent(hipGraphNode_t node, hipEvent_t event) {
  return setNode(node, withEvent<Wait>(event), {});
}

hipError_t hipGraphExecEventWaitNodeSetEvent(hipGraphExec_t executable, hipGraphNode_t node,
                                             hipEvent_t event) {
  return setInExecutable(executable, node, withEvent<Wait>(event));
}

hipError_t hipGraphMemcpyNodeSetParamsFromSymbol(hipGraphNode_t node, void *to, const void *symbol,
                                                 size_t bytes, size_t offset, hipMemcpyKind kind) {
  void *from = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, from); !status)
    return finish(status);
  return hipGraphMemcpyNodeSetParams1D(node, to, from, bytes, kind);
}

hipError_t hipGraphMemcpyNodeSetParamsToSymbol(hipGraphNode_t node, const void *symbol,
                                               const void *from, size_t bytes, size_t offset,
                                               hipMemcpyKind kind) {
  void *to = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, to); !status)
    return finish(status);
  return hipGraphMemcpyNodeSetParams1D(node, to, from, bytes, kind);
}

hipError_t hipGraphExecMemcpyNodeSetParamsFromSymbol(hipGraphExec_t executable, hipGraphNode_t node,
                                                     void *to, const void *symbol, size_t bytes,
                                                     size_t offset, hipMemcpyKind kind) {
  void *from = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, from); !status)
    return finish(status);
  return hipGraphExecMemcpyNodeSetParams1D(executable, node, to, from, bytes, kind);
}

hipError_t hipGraphExecMemcpyNodeSetParamsToSymbol(hipGraphExec_t executable, hipGraphNode_t node,
                                                   const void *symbol, const void *from,
                                                   size_t bytes, size_t offset,
                                                   hipMemcpyKind kind) {
  void *to = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, to); !status)
    return finish(status);
  return hipGraphExecMemcpyNodeSetParams1D(executable, node, to, from, bytes, kind);
}

hipError_t hipGraphKernelNodeSetAttribute(hipGraphNode_t handle, hipKernelNodeAttrID id,
                                          const hipKernelNodeAttrValue *value) {
  Status status;
  auto node = findNode<KernelLaunch>(handle, status);
  if (!node)
    return finish(status);
  const auto which = static_cast<LaunchAttributeId>(id);
  if (status = node->attributes.set(which, reinterpret_cast<const LaunchAttributeValue *>(value));
      status)
    status = apply(*node);
  return finish(status);
}

hipError_t hipGraphKernelNodeGetAttribute(hipGraphNode_t handle, hipKernelNodeAttrID id,
                                          hipKernelNodeAttrValue *value) {
  Status status;
  auto node = findNode<KernelLaunch>(handle, status);
  if (!node)
    return finish(status);
  return finish(node->attributes.get(static_cast<LaunchAttributeId>(id),
                                     reinterpret_cast<LaunchAttributeValue *>(value)));
}

// Of later versions.
extern "C" hipError_t hipGraphKernelNodeCopyAttributes(hipGraphNode_t from, hipGraphNode_t to) {
  Status status;
  auto source = findNode<KernelLaunch>(from, status), target = findNode<KernelLaunch>(to, status);
  if (!source || !target)
    return finish(status);
  target->attributes = source->attributes;
  return finish(apply(*target));
}
