#include "amdgpu/hip/Box.h"
#include "amdgpu/hip/Symbol.h"
#include "amdgpu/hip/api/NodeEdit.h"

using namespace assay::amdhip;

// Nodes that copy: adding, reading and changing them, in graphs and in executable graphs.

namespace {

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

/// Programs of HIP 6 mean a DriverBox6.
NodeParameters givenBox(const HIP_MEMCPY3D *parameters) {
  if (Runtime::get().isHip6())
    return given(reinterpret_cast<const DriverBox6 *>(parameters));
  return given(parameters);
}

/// Gives out what a copy's node was made from, if that was a `Given`. `result` may say it in other
/// words of the same layout.
template <class Given, class T>
hipError_t giveOut(hipGraphNode_t handle, T *result,
                   std::source_location where = std::source_location::current()) {
  Status status;
  auto node = findNode<Copy>(handle, status);
  const auto *parameters = node ? std::get_if<Given>(&node->parameters) : nullptr;
  if (!parameters || !result)
    return finish(hipErrorInvalidValue, "a pointer is null or the node was not made from such",
                  where);
  *reinterpret_cast<Given *>(result) = *parameters;
  return finish();
}

} // namespace

hipError_t hipGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph,
                                 const hipGraphNode_t *after, size_t count,
                                 const hipMemcpy3DParms *parameters) {
  return addNode(node, graph, after, count, boxOf(parameters), hipGraphNodeTypeMemcpy,
                 given(parameters));
}

hipError_t hipGraphMemcpyNodeGetParams(hipGraphNode_t handle, hipMemcpy3DParms *parameters) {
  return giveOut<hipMemcpy3DParms>(handle, parameters);
}

hipError_t hipGraphMemcpyNodeSetParams(hipGraphNode_t node, const hipMemcpy3DParms *parameters) {
  return setNode(node, boxOf(parameters), given(parameters));
}

hipError_t hipGraphExecMemcpyNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                           hipMemcpy3DParms *parameters) {
  return setInExecutable(executable, node, boxOf(parameters));
}

hipError_t hipGraphAddMemcpyNode1D(hipGraphNode_t *node, hipGraph_t graph,
                                   const hipGraphNode_t *after, size_t count, void *to,
                                   const void *from, size_t bytes, hipMemcpyKind kind) {
  return addNode(node, graph, after, count, lineOf(to, from, bytes, kind), hipGraphNodeTypeMemcpy);
}

hipError_t hipGraphMemcpyNodeSetParams1D(hipGraphNode_t node, void *to, const void *from,
                                         size_t bytes, hipMemcpyKind kind) {
  return setNode(node, lineOf(to, from, bytes, kind), {});
}

hipError_t hipGraphExecMemcpyNodeSetParams1D(hipGraphExec_t executable, hipGraphNode_t node,
                                             void *to, const void *from, size_t bytes,
                                             hipMemcpyKind kind) {
  return setInExecutable(executable, node, lineOf(to, from, bytes, kind));
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

// Of later versions, in the driver's words; IREE uses the first where it is. What is given out
// again is of the program's version.
extern "C" {

hipError_t hipDrvGraphAddMemcpyNode(hipGraphNode_t *node, hipGraph_t graph,
                                    const hipGraphNode_t *after, size_t count,
                                    const HIP_MEMCPY3D *parameters, hipCtx_t) {
  return addNode(node, graph, after, count, boxOf(parameters), hipGraphNodeTypeMemcpy,
                 givenBox(parameters));
}

hipError_t hipDrvGraphMemcpyNodeGetParams(hipGraphNode_t handle, HIP_MEMCPY3D *parameters) {
  return Runtime::get().isHip6() ? giveOut<DriverBox6>(handle, parameters)
                                 : giveOut<HIP_MEMCPY3D>(handle, parameters);
}

hipError_t hipDrvGraphMemcpyNodeSetParams(hipGraphNode_t node, const HIP_MEMCPY3D *parameters) {
  return setNode(node, boxOf(parameters), givenBox(parameters));
}

hipError_t hipDrvGraphExecMemcpyNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                              const HIP_MEMCPY3D *parameters, hipCtx_t) {
  return setInExecutable(executable, node, boxOf(parameters));
}

hipError_t hipDrvGraphAddMemsetNode(hipGraphNode_t *node, hipGraph_t graph,
                                    const hipGraphNode_t *after, size_t count,
                                    const hipMemsetParams *parameters, hipCtx_t) {
  return hipGraphAddMemsetNode(node, graph, after, count, parameters);
}

hipError_t hipDrvGraphExecMemsetNodeSetParams(hipGraphExec_t executable, hipGraphNode_t node,
                                              const hipMemsetParams *parameters, hipCtx_t) {
  return hipGraphExecMemsetNodeSetParams(executable, node, parameters);
}
}
