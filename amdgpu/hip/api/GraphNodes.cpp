#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/api/NodeEdit.h"

#include <fmt/format.h>

#include <algorithm>

using namespace assay::amdhip;

// Nodes by type, but for copies: adding, reading and changing them, in graphs and in executable
// graphs.

namespace {

Status describe(const hipKernelNodeParams *parameters, KernelLaunch &work) {
  if (!parameters)
    return {hipErrorInvalidValue, "the parameters are null"};
  Status status;
  work.function = findFunction(parameters->func, status);
  if (!work.function)
    return status;
  auto dim = [](const dim3 &from) { return assay::amdgpu::Dim3{from.x, from.y, from.z}; };
  work.geometry = {dim(parameters->gridDim), dim(parameters->blockDim), parameters->sharedMemBytes};
  if (status = check(work); !status)
    return status;
  return packArguments(*work.function, work.geometry, parameters->kernelParams, parameters->extra,
                       work.kernarg);
}

Status describe(const hipMemsetParams *parameters, Fill &fill) {
  if (!parameters)
    return {hipErrorInvalidValue, "the parameters are null"};
  const unsigned size = parameters->elementSize;
  if (size != 1 && size != 2 && size != 4)
    return {hipErrorInvalidValue, fmt::format("elements of {} bytes cannot be set", size)};
  fill.to = {reinterpret_cast<uint64_t>(parameters->dst), parameters->pitch, 0};
  fill.width = parameters->width;
  fill.height = std::max<size_t>(parameters->height, 1);
  fill.value = parameters->value;
  fill.elementBytes = size;
  return check(fill);
}

Status describe(const hipHostNodeParams *parameters, HostCall &call) {
  if (!parameters || !parameters->fn)
    return {hipErrorInvalidValue, "there is no function"};
  const hipHostNodeParams copy = *parameters;
  call = {[copy] { copy.fn(copy.userData); }, copy};
  return {};
}

template <class T, class From> Made<T> made(const From *parameters) {
  Made<T> result;
  result.status = describe(parameters, result.work);
  return result;
}

} // namespace

hipError_t hipGraphAddKernelNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *after, size_t count,
                                 const hipKernelNodeParams *parameters) {
  return addNode(node, graph, after, count, made<KernelLaunch>(parameters), hipGraphNodeTypeKernel,
                 given(parameters));
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t handle, hipKernelNodeParams *parameters) {
  Status status;
  auto node = findNode<KernelLaunch>(handle, status);
  if (!node || !parameters)
    return finish(hipErrorInvalidValue, "a pointer is null or no kernel's node");
  auto &launch = std::get<KernelLaunch>(node->work);
  // Nodes of a capture were not made from such parameters: they are made from the launch.
  node->argumentPointers.clear();
  for (const auto &argument : launch.function->kernel->metadata.arguments)
    if (!argument.isHidden() && argument.offset + argument.size <= launch.kernarg.size())
      node->argumentPointers.push_back(launch.kernarg.data() + argument.offset);
  auto dim = [](const assay::amdgpu::Dim3 &from) { return dim3(from.x, from.y, from.z); };
  const auto *given = std::get_if<hipKernelNodeParams>(&node->parameters);
  *parameters = {};
  parameters->func = given ? given->func : static_cast<void *>(launch.function.get());
  parameters->gridDim = dim(launch.geometry.grid);
  parameters->blockDim = dim(launch.geometry.block);
  parameters->sharedMemBytes = launch.geometry.dynamicLdsBytes;
  parameters->kernelParams = node->argumentPointers.data();
  return finish();
}

hipError_t hipGraphKernelNodeSetParams(hipGraphNode_t node, const hipKernelNodeParams *parameters) {
  return setNode(node, made<KernelLaunch>(parameters), given(parameters));
}

hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           const hipKernelNodeParams *parameters) {
  return setInExecutable(executable, node, made<KernelLaunch>(parameters));
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *after, size_t count,
                                 const hipMemsetParams *parameters) {
  return addNode(node, graph, after, count, made<Fill>(parameters), hipGraphNodeTypeMemset,
                 given(parameters));
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t handle, hipMemsetParams *parameters) {
  Status status;
  auto node = findNode<Fill>(handle, status);
  if (!node || !parameters)
    return finish(hipErrorInvalidValue, "a pointer is null or no memset's node");
  const auto &fill = std::get<Fill>(node->work);
  *parameters = {};
  parameters->dst = reinterpret_cast<void *>(fill.to.address);
  parameters->elementSize = fill.elementBytes;
  parameters->height = fill.height;
  parameters->pitch = fill.to.pitch;
  parameters->value = fill.value;
  parameters->width = fill.width;
  return finish();
}

hipError_t hipGraphMemsetNodeSetParams(hipGraphNode_t node, const hipMemsetParams *parameters) {
  return setNode(node, made<Fill>(parameters), given(parameters));
}

hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           const hipMemsetParams *parameters) {
  return setInExecutable(executable, node, made<Fill>(parameters));
}

hipError_t hipGraphAddHostNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                               size_t count, const hipHostNodeParams *parameters) {
  return addNode(node, graph, after, count, made<HostCall>(parameters), hipGraphNodeTypeHost);
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t handle, hipHostNodeParams *parameters) {
  Status status;
  auto node = findNode<HostCall>(handle, status);
  if (!node || !parameters)
    return finish(hipErrorInvalidValue, "a pointer is null or no host function's node");
  *parameters = std::get<HostCall>(node->work).parameters;
  return finish();
}

hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *parameters) {
  return setNode(node, made<HostCall>(parameters), {});
}

hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                         const hipHostNodeParams *parameters) {
  return setInExecutable(executable, node, made<HostCall>(parameters));
}

hipError_t hipGraphAddEmptyNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                                size_t count) {
  return addNode(node, graph, after, count, Made<Nothing>{}, hipGraphNodeTypeEmpty);
}

// The child is copied: changes of the original afterwards do not show.
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *node, hipGraph_t graph,
                                     const hipGraphNode_t *after, size_t count, hipGraph_t child) {
  auto found = Runtime::get().graphs.find(child);
  if (!found)
    return finish(hipErrorInvalidValue, "the child is no graph");
  return addNode(node, graph, after, count, Made<ChildGraph>{{}, {found->clone()}},
                 hipGraphNodeTypeGraph);
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                               hipGraph_t child) {
  auto found = Runtime::get().graphs.find(child);
  if (!found)
    return finish(hipErrorInvalidValue, "the child is no graph");
  return setInExecutable(executable, node, Made<ChildGraph>{{}, {found->clone()}});
}

hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *node, hipGraph_t graph,
                                      const hipGraphNode_t *after, size_t count, hipEvent_t event) {
  return addNode(node, graph, after, count, withEvent<Record>(event), hipGraphNodeTypeEventRecord);
}

hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *node, hipGraph_t graph,
                                    const hipGraphNode_t *after, size_t count, hipEvent_t event) {
  return addNode(node, graph, after, count, withEvent<Wait>(event), hipGraphNodeTypeWaitEvent);
}
