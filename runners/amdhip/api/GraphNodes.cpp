#include "runners/amdhip/Box.h"
#include "runners/amdhip/Event.h"
#include "runners/amdhip/Graph.h"
#include "runners/amdhip/Runtime.h"
#include "runners/amdhip/Symbol.h"

#include <fmt/format.h>

#include <algorithm>

using namespace assay::amdhip;

// Nodes by type: adding, reading and changing them, in graphs and in executable graphs.

namespace {

using Parameters = decltype(Node::parameters);

/// What a node was made from, to be given out again. Null only where there is no work either.
template <class T> Parameters given(const T *parameters) {
  return parameters ? Parameters(*parameters) : Parameters();
}

/// Work as parameters describe it; or the Status that says why there is none.
template <class T> struct Made {
  Status status;
  T work;
};

template <class T>
hipError_t add(hipGraphNode_t *result, hipGraph_t handle, const hipGraphNode_t *after, size_t count,
               Made<T> made, hipGraphNodeType type, Parameters parameters = {},
               std::source_location where = std::source_location::current()) {
  if (!made.status)
    return finish(made.status, where);
  auto graph = Runtime::get().graphs.find(handle);
  if (!result || !graph || (count > 0 && !after))
    return finish(hipErrorInvalidValue, "a pointer is null or no graph", where);
  Nodes before;
  for (size_t i = 0; i < count; ++i) {
    auto node = Runtime::get().nodes.find(after[i]);
    if (!node || node->graph.lock() != graph)
      return finish(hipErrorInvalidValue, "a dependency is no node of this graph", where);
    if (std::ranges::find(before, node) != before.end())
      return finish(hipErrorInvalidValue, "a dependency is given twice", where);
    before.push_back(std::move(node));
  }
  auto node = graph->add(std::move(made.work), type, std::move(before));
  node->parameters = parameters;
  *result = reinterpret_cast<hipGraphNode_t>(node.get());
  return finish();
}

/// Null, with a Status, if the node does not exist or does something else than T.
template <class T> std::shared_ptr<Node> find(hipGraphNode_t handle, Status &status) {
  auto node = Runtime::get().nodes.find(handle);
  if (!node || !std::holds_alternative<T>(node->work)) {
    status = {hipErrorInvalidValue, "there is no such node of this type"};
    return nullptr;
  }
  return node;
}

template <class T>
hipError_t set(hipGraphNode_t handle, Made<T> made, Parameters parameters,
               std::source_location where = std::source_location::current()) {
  if (!made.status)
    return finish(made.status, where);
  Status status;
  auto node = find<T>(handle, status);
  if (!node)
    return finish(status, where);
  node->work = std::move(made.work);
  node->parameters = parameters;
  return finish();
}

template <class T>
hipError_t setExecutable(hipGraphExec_t handle, hipGraphNode_t node, Made<T> made,
                         std::source_location where = std::source_location::current()) {
  if (!made.status)
    return finish(made.status, where);
  auto executable = Runtime::get().executables.find(handle);
  if (!executable)
    return finish(hipErrorInvalidValue, "the executable graph does not exist", where);
  return finish(executable->set(reinterpret_cast<const Node *>(node), std::move(made.work)), where);
}

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

template <class T> Made<Copy> boxOf(const T *parameters) {
  Made<Copy> made;
  made.status = copyOf(parameters, made.work);
  return made;
}

Made<Copy> lineOf(void *to, const void *from, size_t bytes, hipMemcpyKind kind) {
  Made<Copy> made{{}, lineCopy(to, from, bytes, kind)};
  made.status = check(made.work);
  return made;
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
  return add(node, graph, after, count, made<KernelLaunch>(parameters), hipGraphNodeTypeKernel,
             given(parameters));
}

hipError_t hipGraphKernelNodeGetParams(hipGraphNode_t handle, hipKernelNodeParams *parameters) {
  Status status;
  auto node = find<KernelLaunch>(handle, status);
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
  return set(node, made<KernelLaunch>(parameters), given(parameters));
}

hipError_t hipGraphExecKernelNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           const hipKernelNodeParams *parameters) {
  return setExecutable(executable, node, made<KernelLaunch>(parameters));
}

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *after, size_t count,
                                 const hipMemcpy3DParms *parameters) {
  return add(node, graph, after, count, boxOf(parameters), hipGraphNodeTypeMemcpy,
             given(parameters));
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t handle, hipMemcpy3DParms *parameters) {
  Status status;
  auto node = find<Copy>(handle, status);
  const auto *given = node ? std::get_if<hipMemcpy3DParms>(&node->parameters) : nullptr;
  if (!given || !parameters)
    return finish(hipErrorInvalidValue, "a pointer is null or no node of hipGraphAddMemcpyNode");
  *parameters = *given;
  return finish();
}

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *parameters) {
  return set(node, boxOf(parameters), given(parameters));
}

hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           hipMemcpy3DParms *parameters) {
  return setExecutable(executable, node, boxOf(parameters));
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *node, hipGraph_t graph,
                                   const hipGraphNode_t *after, size_t count, void *to,
                                   const void *from, size_t bytes, hipMemcpyKind kind) {
  return add(node, graph, after, count, lineOf(to, from, bytes, kind), hipGraphNodeTypeMemcpy);
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *to, const void *from,
                                         size_t bytes, hipMemcpyKind kind) {
  return set(node, lineOf(to, from, bytes, kind), {});
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t executable, hipGraphNode_t node,
                                             void *to, const void *from, size_t bytes,
                                             hipMemcpyKind kind) {
  return setExecutable(executable, node, lineOf(to, from, bytes, kind));
}

hipError_t hipGraphAddMemcpyNodeFromSymbol(hipGraphNode_t *node, hipGraph_t graph,
                                           const hipGraphNode_t *after, size_t count, void *to,
                                           const void *symbol, size_t bytes, size_t offset,
                                           hipMemcpyKind kind) {
  void *from = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, from); !status)
    return finish(status);
  return hipGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes, kind);
}

hipError_t hipGraphAddMemcpyNodeToSymbol(hipGraphNode_t *node, hipGraph_t graph,
                                         const hipGraphNode_t *after, size_t count,
                                         const void *symbol, const void *from, size_t bytes,
                                         size_t offset, hipMemcpyKind kind) {
  void *to = nullptr;
  if (Status status = partOfSymbol(symbol, bytes, offset, to); !status)
    return finish(status);
  return hipGraphAddMemcpyNode1D(node, graph, after, count, to, from, bytes, kind);
}

hipError_t hipGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *after, size_t count,
                                 const hipMemsetParams *parameters) {
  return add(node, graph, after, count, made<Fill>(parameters), hipGraphNodeTypeMemset,
             given(parameters));
}

hipError_t hipGraphMemsetNodeGetParams(hipGraphNode_t handle, hipMemsetParams *parameters) {
  Status status;
  auto node = find<Fill>(handle, status);
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
  return set(node, made<Fill>(parameters), given(parameters));
}

hipError_t hipGraphExecMemsetNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           const hipMemsetParams *parameters) {
  return setExecutable(executable, node, made<Fill>(parameters));
}

hipError_t hipGraphAddHostNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                               size_t count, const hipHostNodeParams *parameters) {
  return add(node, graph, after, count, made<HostCall>(parameters), hipGraphNodeTypeHost);
}

hipError_t hipGraphHostNodeGetParams(hipGraphNode_t handle, hipHostNodeParams *parameters) {
  Status status;
  auto node = find<HostCall>(handle, status);
  if (!node || !parameters)
    return finish(hipErrorInvalidValue, "a pointer is null or no host function's node");
  *parameters = std::get<HostCall>(node->work).parameters;
  return finish();
}

hipError_t hipGraphHostNodeSetParams(hipGraphNode_t node, const hipHostNodeParams *parameters) {
  return set(node, made<HostCall>(parameters), {});
}

hipError_t hipGraphExecHostNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                         const hipHostNodeParams *parameters) {
  return setExecutable(executable, node, made<HostCall>(parameters));
}

hipError_t hipGraphAddEmptyNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                                size_t count) {
  return add(node, graph, after, count, Made<Nothing>{}, hipGraphNodeTypeEmpty);
}

// The child is copied: changes of the original afterwards do not show.
hipError_t hipGraphAddChildGraphNode(hipGraphNode_t *node, hipGraph_t graph,
                                     const hipGraphNode_t *after, size_t count, hipGraph_t child) {
  auto found = Runtime::get().graphs.find(child);
  if (!found)
    return finish(hipErrorInvalidValue, "the child is no graph");
  return add(node, graph, after, count, Made<ChildGraph>{{}, {found->clone()}},
             hipGraphNodeTypeGraph);
}

hipError_t hipGraphExecChildGraphNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                               hipGraph_t child) {
  auto found = Runtime::get().graphs.find(child);
  if (!found)
    return finish(hipErrorInvalidValue, "the child is no graph");
  return setExecutable(executable, node, Made<ChildGraph>{{}, {found->clone()}});
}

hipError_t hipGraphAddEventRecordNode(hipGraphNode_t *node, hipGraph_t graph,
                                      const hipGraphNode_t *after, size_t count, hipEvent_t event) {
  auto found = Runtime::get().events.find(event);
  if (!found)
    return finish(hipErrorInvalidValue, "there is no such event");
  return add(node, graph, after, count, Made<Record>{{}, {found}}, hipGraphNodeTypeEventRecord);
}

hipError_t hipGraphAddEventWaitNode(hipGraphNode_t *node, hipGraph_t graph,
                                    const hipGraphNode_t *after, size_t count, hipEvent_t event) {
  auto found = Runtime::get().events.find(event);
  if (!found)
    return finish(hipErrorInvalidValue, "there is no such event");
  return add(node, graph, after, count, Made<Wait>{{}, {found, nullptr}},
             hipGraphNodeTypeWaitEvent);
}

// Of later versions; IREE uses it where it is.
extern "C" hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph,
                                               const hipGraphNode_t *after, size_t count,
                                               const HIP_MEMCPY3D *parameters, hipCtx_t) {
  return add(node, graph, after, count, boxOf(parameters), hipGraphNodeTypeMemcpy);
}
