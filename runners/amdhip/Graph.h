#pragma once

#include "runners/amdhip/Work.h"

#include <unordered_map>

namespace assay::amdhip {

class Graph;

struct Node {
  Work work;
  hipGraphNodeType type = hipGraphNodeTypeEmpty;
  /// Nodes of the same graph that come before it.
  std::vector<std::shared_ptr<Node>> after;
  /// What the node was made from, as the program gave it, for the functions that ask for it.
  std::variant<std::monostate, hipKernelNodeParams, hipMemcpy3DParms, hipMemsetParams> parameters;
  /// Where parameters of kernels point to: each argument's value at its offset in the kernarg.
  std::vector<void *> argumentPointers;
  std::weak_ptr<Graph> graph;
};

using Nodes = std::vector<std::shared_ptr<Node>>;

/// Work with an order that is only partial. Thread-safe as HIP's graphs are: one thread at a time.
class Graph : public std::enable_shared_from_this<Graph> {
public:
  ~Graph();
  /// The node is known by its handle in Runtime::nodes.
  std::shared_ptr<Node> add(Work work, hipGraphNodeType type, Nodes after);
  void remove(const std::shared_ptr<Node> &node);
  const Nodes &nodes() const { return all; }
  /// Nodes behind those they come after, otherwise as they were added; empty with a Status if the
  /// dependencies have a cycle.
  Status order(Nodes &ordered) const;
  std::shared_ptr<Graph> clone() const;
  /// In a clone, what each node of the original became.
  std::shared_ptr<Node> findClone(const Node *original) const;

private:
  Nodes all;
  std::unordered_map<const Node *, std::weak_ptr<Node>> clones;
};

/// A graph as it was when it was instantiated: steps in an order that may be run as it is.
struct Executable {
  struct Step {
    /// The node that it comes from; of a child graph, the node that holds the graph.
    const Node *node = nullptr;
    Work work;
  };
  std::vector<Step> steps;

  static Status make(const Graph &graph, std::shared_ptr<Executable> &result);
  /// Replaces the work of the step that comes from a node.
  Status set(const Node *node, Work work);
};

/// What hipGraphNodeGetType says of work.
hipGraphNodeType typeOf(const Work &work);

} // namespace assay::amdhip
