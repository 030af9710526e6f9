#include "amdgpu/hip/Graph.h"
#include "amdgpu/hip/Runtime.h"
#include "amdgpu/hip/Stream.h"

#include <fmt/format.h>

using namespace assay::amdhip;

namespace {

// hipGraphInstantiateFlags. Nothing is left to be done by an upload, and priorities mean nothing.
constexpr unsigned long long autoFree = 1, knownFlags = autoFree | 2 | 8, fromDevice = 4;

std::shared_ptr<Executable> find(hipGraphExec_t handle, Status &status) {
  auto executable = Runtime::get().executables.find(handle);
  if (!executable)
    status = {hipErrorInvalidValue, "the executable graph does not exist, or no more"};
  return executable;
}

/// What became of a node, if it may be passed over; else null. Keeps the executable graph alive.
std::shared_ptr<Executable::Step> findOptional(hipGraphExec_t handle, hipGraphNode_t node) {
  Status status;
  auto executable = find(handle, status);
  if (!executable)
    return nullptr;
  auto *step = executable->findOptional(reinterpret_cast<const Node *>(node));
  return {std::move(executable), step};
}

Status instantiate(hipGraphExec_t *result, hipGraph_t handle, unsigned long long flags = 0) {
  if (!result)
    return {hipErrorInvalidValue, "the result's pointer is null"};
  *result = nullptr;
  auto graph = Runtime::get().graphs.find(handle);
  if (!graph)
    return {hipErrorInvalidValue, "the graph does not exist, or no more"};
  if (flags & fromDevice)
    return {hipErrorNotSupported, "kernels cannot launch graphs"};
  if (flags & ~knownFlags)
    return {hipErrorInvalidValue, fmt::format("unknown flags {:#x}", flags)};
  std::shared_ptr<Executable> made;
  if (Status status = Executable::make(*graph, made); !status)
    return status;
  made->flags = flags;
  for (Executable::Step &step : made->steps)
    if (auto *allocation = std::get_if<AllocateMemory>(&step.work))
      allocation->isReplacing = flags & autoFree;
  *result = Runtime::get().executables.add(std::move(made));
  return {};
}

/// What a launch before has left allocated, this one may not allocate again.
Status checkMemory(const Executable &executable) {
  if (executable.flags & autoFree)
    return {};
  for (const Executable::Step &step : executable.steps) {
    const auto *allocation = std::get_if<AllocateMemory>(&step.work);
    if (allocation && Reservation::isLeft(allocation->reservation->pointer))
      return {hipErrorInvalidValue, fmt::format("{} was allocated by a launch before and not freed",
                                                allocation->reservation->pointer)};
  }
  return {};
}

void noteMemory(const Work &work) {
  if (const auto *allocation = std::get_if<AllocateMemory>(&work))
    Reservation::setLeft(allocation->reservation->pointer, true);
  if (const auto *free = std::get_if<FreeMemory>(&work))
    Reservation::setLeft(free->pointer, false);
}

} // namespace

hipError_t hipGraphInstantiate(hipGraphExec_t *result, hipGraph_t graph, hipGraphNode_t *errorNode,
                               char *log, size_t logBytes) {
  if (errorNode)
    *errorNode = nullptr;
  if (log && logBytes > 0)
    *log = 0;
  return finish(instantiate(result, graph));
}

hipError_t hipGraphInstantiateWithFlags(hipGraphExec_t *result, hipGraph_t graph,
                                        unsigned long long flags) {
  return finish(instantiate(result, graph, flags));
}

hipError_t hipGraphExecDestroy(hipGraphExec_t executable) {
  if (!Runtime::get().executables.remove(executable))
    return finish(hipErrorInvalidValue, "the executable graph does not exist, or no more");
  return finish();
}

hipError_t hipGraphLaunch(hipGraphExec_t handle, hipStream_t stream) {
  Status status;
  auto executable = find(handle, status);
  if (!executable)
    return finish(status);
  if (status = checkMemory(*executable); !status)
    return finish(status);
  // In one order that the graph allows: a stream's.
  for (const Executable::Step &step : executable->steps) {
    if (step.isEnabled)
      status = enqueue(stream, step.work);
    if (!status)
      return finish(status);
    noteMemory(step.work);
  }
  // The program's objects are used until then.
  if (!executable->objects.empty())
    status = enqueue(stream, Nothing{executable});
  return finish(status);
}

// Children and types are compared: what may change is what a node does, not how many there are.
hipError_t hipGraphExecUpdate(hipGraphExec_t handle, hipGraph_t graphHandle,
                              hipGraphNode_t *errorNode, hipGraphExecUpdateResult *result) {
  Status status;
  auto executable = Runtime::get().executables.find(handle);
  auto graph = Runtime::get().graphs.find(graphHandle);
  if (!executable || !graph || !result)
    return finish(hipErrorInvalidValue, "a pointer is null or no graph");
  if (errorNode)
    *errorNode = nullptr;
  std::shared_ptr<Executable> made;
  if (status = Executable::make(*graph, made); !status)
    return finish(status);
  *result = made->steps.size() == executable->steps.size() ? hipGraphExecUpdateSuccess
                                                           : hipGraphExecUpdateErrorTopologyChanged;
  for (size_t i = 0; *result == hipGraphExecUpdateSuccess && i < made->steps.size(); ++i)
    if (made->steps[i].work.index() != executable->steps[i].work.index())
      *result = hipGraphExecUpdateErrorNodeTypeChanged;
  if (*result != hipGraphExecUpdateSuccess)
    return finish(hipErrorGraphExecUpdateFailure, "the graph has other nodes than before");
  // The steps stay known by the nodes that they were made from.
  for (size_t i = 0; i < made->steps.size(); ++i)
    executable->steps[i].work = std::move(made->steps[i].work);
  return finish();
}

// Later versions of HIP.
extern "C" {

hipError_t hipGraphInstantiateWithParams(hipGraphExec_t *result, hipGraph_t graph,
                                         InstantiateParameters *parameters) {
  if (!parameters)
    return finish(hipErrorInvalidValue, "the parameters are null");
  parameters->errNode_out = nullptr;
  const Status status = instantiate(result, graph, parameters->flags);
  parameters->result_out = status ? 0 : 1;
  return finish(status);
}

hipError_t hipGraphExecGetFlags(hipGraphExec_t handle, unsigned long long *flags) {
  Status status;
  auto executable = find(handle, status);
  if (!executable || !flags)
    return finish(hipErrorInvalidValue, "a pointer is null or no executable graph");
  *flags = executable->flags;
  return finish();
}

hipError_t hipGraphUpload(hipGraphExec_t handle, hipStream_t stream) {
  Status status;
  if (find(handle, status))
    (void)findStream(stream, status);
  return finish(status);
}

hipError_t hipGraphNodeSetEnabled(hipGraphExec_t handle, hipGraphNode_t node, unsigned isEnabled) {
  auto step = findOptional(handle, node);
  if (!step)
    return finish(hipErrorInvalidValue, "there is no kernel, copy or set of that node");
  step->isEnabled = isEnabled != 0;
  return finish();
}

hipError_t hipGraphNodeGetEnabled(hipGraphExec_t handle, hipGraphNode_t node, unsigned *isEnabled) {
  auto step = findOptional(handle, node);
  if (!step || !isEnabled)
    return finish(hipErrorInvalidValue, "there is no kernel, copy or set of that node");
  *isEnabled = step->isEnabled ? 1 : 0;
  return finish();
}
}
