#include "amdgpu/hip/Graph.h"

#include "amdgpu/hip/Runtime.h"

#include <algorithm>

namespace assay::amdhip {

Graph::~Graph() {
  for (const auto &node : all)
    forget(*node);
}

void Graph::forget(const Node &node) {
  (void)Runtime::get().nodes.remove(reinterpret_cast<hipGraphNode_t>(const_cast<Node *>(&node)));
  // The program may have asked for the graph in it.
  if (const auto *child = std::get_if<ChildGraph>(&node.work))
    (void)Runtime::get().graphs.remove(reinterpret_cast<hipGraph_t>(child->graph.get()));
}

std::shared_ptr<Node> Graph::add(Work work, hipGraphNodeType type, Nodes after) {
  auto node = std::make_shared<Node>();
  node->work = std::move(work);
  node->type = type;
  node->after = std::move(after);
  node->graph = weak_from_this();
  all.push_back(node);
  (void)Runtime::get().nodes.add(node);
  return node;
}

void Graph::remove(const std::shared_ptr<Node> &node) {
  std::erase(all, node);
  for (const auto &other : all)
    std::erase(other->after, node);
  forget(*node);
}

Status Graph::order(Nodes &ordered) const {
  std::unordered_map<const Node *, size_t> missing;
  for (const auto &node : all)
    missing[node.get()] = node->after.size();
  ordered.clear();
  Nodes rest = all;
  while (!rest.empty()) {
    auto next =
        std::ranges::find_if(rest, [&](const auto &node) { return missing[node.get()] == 0; });
    if (next == rest.end())
      return {hipErrorInvalidValue, "the graph's dependencies have a cycle"};
    const std::shared_ptr<Node> node = *next;
    rest.erase(next);
    for (const auto &other : rest)
      missing[other.get()] -= static_cast<size_t>(std::ranges::count(other->after, node));
    ordered.push_back(node);
  }
  return {};
}

std::shared_ptr<Graph> Graph::clone() const {
  auto copy = std::make_shared<Graph>(objects);
  std::unordered_map<const Node *, std::shared_ptr<Node>> became;
  for (const auto &node : all) {
    auto made = copy->add(node->work, node->type, {});
    if (const auto *child = std::get_if<ChildGraph>(&node->work))
      made->work = ChildGraph{child->graph->clone()};
    made->parameters = node->parameters;
    made->attributes = node->attributes;
    became[node.get()] = made;
    copy->clones[node.get()] = made;
  }
  for (const auto &node : all)
    for (const auto &before : node->after)
      became[node.get()]->after.push_back(became[before.get()]);
  return copy;
}

std::shared_ptr<Node> Graph::findClone(const Node *original) const {
  auto found = clones.find(original);
  return found == clones.end() ? nullptr : found->second.lock();
}

namespace {

Status append(const Graph &graph, const Node *holder, std::vector<Executable::Step> &steps) {
  Nodes ordered;
  if (Status status = graph.order(ordered); !status)
    return status;
  for (const auto &node : ordered) {
    const Node *from = holder ? holder : node.get();
    if (const auto *child = std::get_if<ChildGraph>(&node->work)) {
      if (Status status = append(*child->graph, from, steps); !status)
        return status;
    } else {
      steps.push_back({from, node->work, holder != nullptr, true});
    }
  }
  return {};
}

} // namespace

Status Executable::make(const Graph &graph, std::shared_ptr<Executable> &result) {
  result = std::make_shared<Executable>(graph.objects);
  return append(graph, nullptr, result->steps);
}

Status Executable::set(const Node *node, Work work) {
  auto isItsStep = [node](const Step &step) { return step.node == node; };
  auto first = std::ranges::find_if(steps, isItsStep);
  if (const auto *child = std::get_if<ChildGraph>(&work)) {
    std::vector<Step> made;
    if (Status status = append(*child->graph, node, made); !status)
      return status;
    const auto at = first - steps.begin();
    std::erase_if(steps, isItsStep);
    steps.insert(steps.begin() + at, made.begin(), made.end());
    return {};
  }
  if (first == steps.end() || first->isOfChild || first->work.index() != work.index())
    return {hipErrorInvalidValue, "the executable graph has no such node of this type"};
  // An attribute of the node, which parameters do not change.
  if (auto *launch = std::get_if<KernelLaunch>(&work))
    launch->geometry.isCooperative = std::get<KernelLaunch>(first->work).geometry.isCooperative;
  first->work = std::move(work);
  return {};
}

Executable::Step *Executable::findOptional(const Node *node) {
  auto found = std::ranges::find_if(steps, [node](const Step &step) {
    return step.node == node && !step.isOfChild &&
           (std::holds_alternative<KernelLaunch>(step.work) ||
            std::holds_alternative<Copy>(step.work) || std::holds_alternative<Fill>(step.work));
  });
  return found == steps.end() ? nullptr : &*found;
}

hipGraphNodeType typeOf(const Work &work) {
  if (std::holds_alternative<KernelLaunch>(work))
    return hipGraphNodeTypeKernel;
  if (std::holds_alternative<Copy>(work))
    return hipGraphNodeTypeMemcpy;
  if (std::holds_alternative<Fill>(work))
    return hipGraphNodeTypeMemset;
  if (std::holds_alternative<HostCall>(work))
    return hipGraphNodeTypeHost;
  if (std::holds_alternative<ChildGraph>(work))
    return hipGraphNodeTypeGraph;
  if (std::holds_alternative<Record>(work))
    return hipGraphNodeTypeEventRecord;
  if (std::holds_alternative<Wait>(work))
    return hipGraphNodeTypeWaitEvent;
  if (std::holds_alternative<AllocateMemory>(work))
    return nodeTypeMemAlloc;
  if (std::holds_alternative<FreeMemory>(work))
    return nodeTypeMemFree;
  return hipGraphNodeTypeEmpty;
}

int numberOf(hipGraphNodeType type) {
  return static_cast<int>(type) - (Runtime::get().isHip6() ? 1 : 0);
}

} // namespace assay::amdhip
