#include "amdgpu/hip/api/NodeEdit.h"

#include <fmt/format.h>

using namespace assay::amdhip;

// Nodes that allocate and free memory, and what graphs hold of it.

namespace {

/// hipGraphMemAttributeType
enum class MemoryAttribute { UsedNow, UsedAtMost, ReservedNow, ReservedAtMost };

} // namespace

extern "C" {

hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *node, hipGraph_t graph,
                                   const hipGraphNode_t *after, size_t count,
                                   AllocationNode *parameters) {
  if (!parameters)
    return finish(hipErrorInvalidValue, "the parameters are null");
  Made<AllocateMemory> made;
  made.work.reservation = Reservation::make(parameters->bytesize, made.status);
  if (!made.status)
    return finish(made.status);
  AllocationNode kept = *parameters;
  kept.dptr = made.work.reservation->pointer;
  const hipError_t error =
      addNode(node, graph, after, count, made, nodeTypeMemAlloc, NodeParameters(kept));
  if (error == hipSuccess)
    parameters->dptr = kept.dptr;
  return error;
}

hipError_t hipGraphMemAllocNodeGetParams(hipGraphNode_t handle, AllocationNode *parameters) {
  Status status;
  auto node = findNode<AllocateMemory>(handle, status);
  if (!node || !parameters)
    return finish(hipErrorInvalidValue, "a pointer is null or no node that allocates");
  const auto *given = std::get_if<AllocationNode>(&node->parameters);
  *parameters = given ? *given : AllocationNode{};
  // Nodes of a capture were not made from parameters.
  const Reservation &reservation = *std::get<AllocateMemory>(node->work).reservation;
  parameters->bytesize = reservation.bytes;
  parameters->dptr = reservation.pointer;
  return finish();
}

hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *node, hipGraph_t graph,
                                  const hipGraphNode_t *after, size_t count, void *pointer) {
  if (!Reservation::holds(reinterpret_cast<uint64_t>(pointer), 1))
    return finish(hipErrorInvalidValue, fmt::format("{} is no memory of a graph", pointer));
  return addNode(node, graph, after, count, Made<FreeMemory>{{}, {pointer}}, nodeTypeMemFree);
}

hipError_t hipDrvGraphAddMemFreeNode(hipGraphNode_t *node, hipGraph_t graph,
                                     const hipGraphNode_t *after, size_t count,
                                     hipDeviceptr_t pointer) {
  return hipGraphAddMemFreeNode(node, graph, after, count, pointer);
}

hipError_t hipGraphMemFreeNodeGetParams(hipGraphNode_t handle, void *pointer) {
  Status status;
  auto node = findNode<FreeMemory>(handle, status);
  if (!node || !pointer)
    return finish(hipErrorInvalidValue, "a pointer is null or no node that frees");
  *static_cast<void **>(pointer) = std::get<FreeMemory>(node->work).pointer;
  return finish();
}

hipError_t hipDeviceGetGraphMemAttribute(int device, MemoryAttribute which, void *value) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!value)
    return finish(hipErrorInvalidValue, "the result's pointer is null");
  auto &result = *static_cast<uint64_t *>(value);
  switch (which) {
  case MemoryAttribute::UsedNow:
    result = Runtime::get().bytesOfGraphs();
    return finish();
  case MemoryAttribute::UsedAtMost:
    result = Runtime::get().mostBytesOfGraphs();
    return finish();
  case MemoryAttribute::ReservedNow:
    result = Reservation::total();
    return finish();
  case MemoryAttribute::ReservedAtMost:
    result = Reservation::mostTotal();
    return finish();
  }
  return finish(hipErrorInvalidValue, fmt::format("there is no attribute {}", int(which)));
}

hipError_t hipDeviceSetGraphMemAttribute(int device, MemoryAttribute which, void *value) {
  if (Status status = checkDevice(device); !status)
    return finish(status);
  if (!value || *static_cast<uint64_t *>(value) != 0)
    return finish(hipErrorInvalidValue, "what there was at most can only be set to 0");
  if (which == MemoryAttribute::UsedAtMost)
    Runtime::get().forgetMostOfGraphs();
  else if (which == MemoryAttribute::ReservedAtMost)
    Reservation::forgetMost();
  else
    return finish(hipErrorInvalidValue, fmt::format("attribute {} cannot be set", int(which)));
  return finish();
}

// Nothing is held back.
hipError_t hipDeviceGraphMemTrim(int device) { return finish(checkDevice(device)); }
}
