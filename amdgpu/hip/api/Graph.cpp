#include "amdgpu/hip/Graph.h"
#include "amdgpu/hip/Runtime.h"

#include <fmt/format.h>

#include <algorithm>

using namespace assay::amdhip;

namespace {

hipGraphNode_t handleOf(const std::shared_ptr<Node> &node) {
  return reinterpret_cast<hipGraphNode_t>(node.get());
}

std::shared_ptr<Graph> find(hipGraph_t handle, Status &status) {
  auto graph = Runtime::get().graphs.find(handle);
  if (!graph)
    status = {hipErrorInvalidValue, "the graph does not exist, or no more"};
  return graph;
}

std::shared_ptr<Node> find(hipGraphNode_t handle, Status &status) {
  auto node = Runtime::get().nodes.find(handle);
  if (!node)
    status = {hipErrorInvalidValue, "the node does not exist, or no more"};
  return node;
}

/// HIP's way of giving out a list: the number alone without a place for it; null behind its end.
Status giveOut(const std::vector<hipGraphNode_t> &list, hipGraphNode_t *to, size_t *count) {
  if (!count)
    return {hipErrorInvalidValue, "the count's pointer is null"};
  if (to)
    for (size_t i = 0; i < *count; ++i)
      to[i] = i < list.size() ? list[i] : nullptr;
  *count = to ? std::min(*count, list.size()) : list.size();
  return {};
}

} // namespace

hipError_t hipGraphCreate(hipGraph_t *graph, unsigned int flags) {
  if (!graph || flags != 0)
    return finish(hipErrorInvalidValue, "the result's pointer is null or flags are not 0");
  *graph = Runtime::get().graphs.add(std::make_shared<Graph>());
  return finish();
}

hipError_t hipGraphDestroy(hipGraph_t graph) {
  if (!Runtime::get().graphs.remove(graph))
    return finish(hipErrorInvalidValue, "the graph does not exist, or no more");
  return finish();
}

hipError_t hipGraphClone(hipGraph_t *result, hipGraph_t original) {
  Status status;
  auto graph = find(original, status);
  if (!graph || !result)
    return finish(hipErrorInvalidValue, "a pointer is null or no graph");
  *result = Runtime::get().graphs.add(graph->clone());
  return finish();
}

hipError_t hipGraphNodeFindInClone(hipGraphNode_t *result, hipGraphNode_t original,
                                   hipGraph_t clone) {
  Status status;
  auto graph = find(clone, status);
  if (!graph || !result)
    return finish(hipErrorInvalidValue, "a pointer is null or no graph");
  auto node = graph->findClone(reinterpret_cast<const Node *>(original));
  if (!node)
    return finish(hipErrorInvalidValue, "the graph has no clone of that node");
  *result = handleOf(node);
  return finish();
}

hipError_t hipGraphGetNodes(hipGraph_t handle, hipGraphNode_t *nodes, size_t *count) {
  Status status;
  auto graph = find(handle, status);
  if (!graph)
    return finish(status);
  std::vector<hipGraphNode_t> list;
  for (const auto &node : graph->nodes())
    list.push_back(handleOf(node));
  return finish(giveOut(list, nodes, count));
}

hipError_t hipGraphGetRootNodes(hipGraph_t handle, hipGraphNode_t *nodes, size_t *count) {
  Status status;
  auto graph = find(handle, status);
  if (!graph)
    return finish(status);
  std::vector<hipGraphNode_t> list;
  for (const auto &node : graph->nodes())
    if (node->after.empty())
      list.push_back(handleOf(node));
  return finish(giveOut(list, nodes, count));
}

hipError_t hipGraphGetEdges(hipGraph_t handle, hipGraphNode_t *from, hipGraphNode_t *to,
                            size_t *count) {
  Status status;
  auto graph = find(handle, status);
  if (!graph)
    return finish(status);
  if (!count || !from != !to)
    return finish(hipErrorInvalidValue, "a pointer is null");
  std::vector<hipGraphNode_t> begins, ends;
  for (const auto &node : graph->nodes())
    for (const auto &before : node->after) {
      begins.push_back(handleOf(before));
      ends.push_back(handleOf(node));
    }
  size_t room = *count;
  if (status = giveOut(begins, from, &room); status)
    status = giveOut(ends, to, count);
  return finish(status);
}

hipError_t hipGraphNodeGetDependencies(hipGraphNode_t handle, hipGraphNode_t *nodes,
                                       size_t *count) {
  Status status;
  auto node = find(handle, status);
  if (!node)
    return finish(status);
  std::vector<hipGraphNode_t> list;
  for (const auto &before : node->after)
    list.push_back(handleOf(before));
  return finish(giveOut(list, nodes, count));
}

hipError_t hipGraphNodeGetDependentNodes(hipGraphNode_t handle, hipGraphNode_t *nodes,
                                         size_t *count) {
  Status status;
  auto node = find(handle, status);
  auto graph = node ? node->graph.lock() : nullptr;
  if (!graph)
    return finish(hipErrorInvalidValue, "the node does not exist, or no more");
  std::vector<hipGraphNode_t> list;
  for (const auto &next : graph->nodes())
    if (std::ranges::find(next->after, node) != next->after.end())
      list.push_back(handleOf(next));
  return finish(giveOut(list, nodes, count));
}

hipError_t hipGraphNodeGetType(hipGraphNode_t handle, hipGraphNodeType *type) {
  Status status;
  auto node = find(handle, status);
  if (!node || !type)
    return finish(hipErrorInvalidValue, "a pointer is null or no node");
  *type = static_cast<hipGraphNodeType>(numberOf(node->type));
  return finish();
}

hipError_t hipGraphDestroyNode(hipGraphNode_t handle) {
  Status status;
  auto node = find(handle, status);
  if (!node)
    return finish(status);
  if (auto graph = node->graph.lock())
    graph->remove(node);
  return finish();
}

hipError_t hipGraphAddDependencies(hipGraph_t handle, const hipGraphNode_t *from,
                                   const hipGraphNode_t *to, size_t count) {
  Status status;
  auto graph = find(handle, status);
  if (!graph)
    return finish(status);
  if (count > 0 && (!from || !to))
    return finish(hipErrorInvalidValue, "a list is null");
  for (size_t i = 0; i < count; ++i) {
    auto before = find(from[i], status), node = find(to[i], status);
    if (!before || !node || node->graph.lock() != graph || before->graph.lock() != graph)
      return finish(hipErrorInvalidValue, "a node is not of this graph");
    if (before == node || std::ranges::find(node->after, before) != node->after.end())
      return finish(hipErrorInvalidValue, "the dependency exists, or is on the node itself");
    node->after.push_back(before);
  }
  return finish();
}

hipError_t hipGraphRemoveDependencies(hipGraph_t handle, const hipGraphNode_t *from,
                                      const hipGraphNode_t *to, size_t count) {
  Status status;
  auto graph = find(handle, status);
  if (!graph)
    return finish(status);
  if (count > 0 && (!from || !to))
    return finish(hipErrorInvalidValue, "a list is null");
  for (size_t i = 0; i < count; ++i) {
    auto before = find(from[i], status), node = find(to[i], status);
    if (!before || !node || std::erase(node->after, before) == 0)
      return finish(hipErrorInvalidValue, "there is no such dependency");
  }
  return finish();
}

hipError_t hipGraphChildGraphNodeGetGraph(hipGraphNode_t handle, hipGraph_t *graph) {
  Status status;
  auto node = find(handle, status);
  const auto *child = node ? std::get_if<ChildGraph>(&node->work) : nullptr;
  if (!child || !graph)
    return finish(hipErrorInvalidValue, "a pointer is null or no node with a graph");
  *graph = Runtime::get().graphs.add(child->graph);
  return finish();
}
