#pragma once

#include "amdgpu/hip/Event.h"
#include "amdgpu/hip/Graph.h"
#include "amdgpu/hip/Runtime.h"

#include <algorithm>

// What adding, reading and changing nodes has in common, whatever their type.

namespace assay::amdhip {

using NodeParameters = decltype(Node::parameters);

/// What a node was made from, to be given out again. Null only where there is no work either.
template <class T> NodeParameters given(const T *parameters) {
  return parameters ? NodeParameters(*parameters) : NodeParameters();
}

/// Work as parameters describe it; or the Status that says why there is none.
template <class T> struct Made {
  Status status;
  T work;
};

/// A node that records an event or waits for one, for the program to see: not an edge of a capture.
template <class T> Made<T> withEvent(hipEvent_t event) {
  auto found = Runtime::get().events.find(event);
  if (!found)
    return {{hipErrorInvalidValue, "there is no such event"}, {}};
  T work;
  work.event = std::move(found);
  work.isExternal = true;
  return {{}, std::move(work)};
}

/// Nodes of a graph that come before something; each may be there once.
inline Status nodesOf(const std::shared_ptr<Graph> &graph, const hipGraphNode_t *handles,
                      size_t count, Nodes &result) {
  if (count > 0 && !handles)
    return {hipErrorInvalidValue, "the list of dependencies is null"};
  for (size_t i = 0; i < count; ++i) {
    auto node = Runtime::get().nodes.find(handles[i]);
    if (!node || node->graph.lock() != graph)
      return {hipErrorInvalidValue, "a dependency is no node of this graph"};
    if (std::ranges::find(result, node) != result.end())
      return {hipErrorInvalidValue, "a dependency is given twice"};
    result.push_back(std::move(node));
  }
  return {};
}

/// Adds a node with that work behind the nodes `after`, of which there are `count`, and makes
/// `result` its handle. `parameters` are given out again. What it returns is said of `where`, the
/// function of HIP's.
template <class T>
hipError_t addNode(hipGraphNode_t *result, hipGraph_t handle, const hipGraphNode_t *after,
                   size_t count, Made<T> made, hipGraphNodeType type,
                   NodeParameters parameters = {},
                   std::source_location where = std::source_location::current()) {
  if (!made.status)
    return finish(made.status, where);
  auto graph = Runtime::get().graphs.find(handle);
  if (!result || !graph)
    return finish(hipErrorInvalidValue, "a pointer is null or no graph", where);
  Nodes before;
  if (Status status = nodesOf(graph, after, count, before); !status)
    return finish(status, where);
  auto node = graph->add(std::move(made.work), type, std::move(before));
  node->parameters = parameters;
  *result = reinterpret_cast<hipGraphNode_t>(node.get());
  return finish();
}

/// Null, with a Status, if the node does not exist or does something else than T.
template <class T> std::shared_ptr<Node> findNode(hipGraphNode_t handle, Status &status) {
  auto node = Runtime::get().nodes.find(handle);
  if (!node || !std::holds_alternative<T>(node->work)) {
    status = {hipErrorInvalidValue, "there is no such node of this type"};
    return nullptr;
  }
  return node;
}

/// Gives a node of a graph other work of its type.
template <class T>
hipError_t setNode(hipGraphNode_t handle, Made<T> made, NodeParameters parameters,
                   std::source_location where = std::source_location::current()) {
  if (!made.status)
    return finish(made.status, where);
  Status status;
  auto node = findNode<T>(handle, status);
  if (!node)
    return finish(status, where);
  // An attribute of the node, which parameters do not change.
  if constexpr (std::is_same_v<T, KernelLaunch>)
    made.work.geometry.isCooperative = std::get<T>(node->work).geometry.isCooperative;
  node->work = std::move(made.work);
  node->parameters = parameters;
  return finish();
}

/// Gives what became of a node in an executable graph other work of its type.
template <class T>
hipError_t setInExecutable(hipGraphExec_t handle, hipGraphNode_t node, Made<T> made,
                           std::source_location where = std::source_location::current()) {
  if (!made.status)
    return finish(made.status, where);
  auto executable = Runtime::get().executables.find(handle);
  if (!executable)
    return finish(hipErrorInvalidValue, "the executable graph does not exist", where);
  return finish(executable->set(reinterpret_cast<const Node *>(node), std::move(made.work)), where);
}

} // namespace assay::amdhip
