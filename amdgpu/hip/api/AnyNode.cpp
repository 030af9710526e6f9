#include "amdgpu/hip/Types6.h"
#include "amdgpu/hip/api/NodeEdit.h"

#include <fmt/format.h>

using namespace assay::amdhip;

// Nodes of whatever type the parameters say, by the functions for each.

extern "C" {

hipError_t hipGraphAddMemAllocNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                   AllocationNode *);
hipError_t hipGraphAddMemFreeNode(hipGraphNode_t *, hipGraph_t, const hipGraphNode_t *, size_t,
                                  void *);

hipError_t hipGraphAddNode(hipGraphNode_t *node, hipGraph_t graph, const hipGraphNode_t *after,
                           size_t count, AnyNode *any) {
  if (!any)
    return finish(hipErrorInvalidValue, "the parameters are null");
  if (any->type == numberOf(hipGraphNodeTypeKernel))
    return hipGraphAddKernelNode(node, graph, after, count, &any->kernel);
  if (any->type == numberOf(hipGraphNodeTypeMemcpy))
    return hipGraphAddMemcpyNode(node, graph, after, count, &any->memcpy.copyParams);
  if (any->type == numberOf(hipGraphNodeTypeMemset))
    return hipGraphAddMemsetNode(node, graph, after, count, &any->memset);
  if (any->type == numberOf(hipGraphNodeTypeHost))
    return hipGraphAddHostNode(node, graph, after, count, &any->host);
  if (any->type == numberOf(hipGraphNodeTypeGraph))
    return hipGraphAddChildGraphNode(node, graph, after, count, any->graph.graph);
  if (any->type == numberOf(hipGraphNodeTypeEmpty))
    return hipGraphAddEmptyNode(node, graph, after, count);
  if (any->type == numberOf(hipGraphNodeTypeWaitEvent))
    return hipGraphAddEventWaitNode(node, graph, after, count, any->event.event);
  if (any->type == numberOf(hipGraphNodeTypeEventRecord))
    return hipGraphAddEventRecordNode(node, graph, after, count, any->event.event);
  if (any->type == numberOf(nodeTypeMemAlloc))
    return hipGraphAddMemAllocNode(node, graph, after, count, &any->alloc);
  if (any->type == numberOf(nodeTypeMemFree))
    return hipGraphAddMemFreeNode(node, graph, after, count, any->free.dptr);
  return finish(hipErrorNotSupported, fmt::format("nodes of type {} cannot be made", any->type));
}

hipError_t hipGraphNodeSetParams(hipGraphNode_t node, AnyNode *any) {
  if (!any)
    return finish(hipErrorInvalidValue, "the parameters are null");
  if (any->type == numberOf(hipGraphNodeTypeKernel))
    return hipGraphKernelNodeSetParams(node, &any->kernel);
  if (any->type == numberOf(hipGraphNodeTypeMemcpy))
    return hipGraphMemcpyNodeSetParams(node, &any->memcpy.copyParams);
  if (any->type == numberOf(hipGraphNodeTypeMemset))
    return hipGraphMemsetNodeSetParams(node, &any->memset);
  if (any->type == numberOf(hipGraphNodeTypeHost))
    return hipGraphHostNodeSetParams(node, &any->host);
  if (any->type == numberOf(hipGraphNodeTypeWaitEvent))
    return hipGraphEventWaitNodeSetEvent(node, any->event.event);
  if (any->type == numberOf(hipGraphNodeTypeEventRecord))
    return hipGraphEventRecordNodeSetEvent(node, any->event.event);
  return finish(hipErrorNotSupported, fmt::format("nodes of type {} cannot be changed", any->type));
}

hipError_t hipGraphExecNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node, AnyNode *any) {
  if (!any)
    return finish(hipErrorInvalidValue, "the parameters are null");
  if (any->type == numberOf(hipGraphNodeTypeKernel))
    return hipGraphExecKernelNodeSetParams(executable, node, &any->kernel);
  if (any->type == numberOf(hipGraphNodeTypeMemcpy))
    return hipGraphExecMemcpyNodeSetParams(executable, node, &any->memcpy.copyParams);
  if (any->type == numberOf(hipGraphNodeTypeMemset))
    return hipGraphExecMemsetNodeSetParams(executable, node, &any->memset);
  if (any->type == numberOf(hipGraphNodeTypeHost))
    return hipGraphExecHostNodeSetParams(executable, node, &any->host);
  if (any->type == numberOf(hipGraphNodeTypeGraph))
    return hipGraphExecChildGraphNodeSetParams(executable, node, any->graph.graph);
  if (any->type == numberOf(hipGraphNodeTypeWaitEvent))
    return hipGraphExecEventWaitNodeSetEvent(executable, node, any->event.event);
  if (any->type == numberOf(hipGraphNodeTypeEventRecord))
    return hipGraphExecEventRecordNodeSetEvent(executable, node, any->event.event);
  return finish(hipErrorNotSupported, fmt::format("nodes of type {} cannot be changed", any->type));
}
}
