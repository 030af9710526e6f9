#pragma once

#include "amdgpu/hip/Attributes.h"
#include "amdgpu/hip/UserObject.h"
#include "amdgpu/hip/Work.h"

#include <unordered_map>

namespace assay::amdhip {

class Graph;

// Types of nodes that HIP 5.2 does not have, in its way of counting.
constexpr auto nodeTypeMemAlloc = static_cast<hipGraphNodeType>(11);
constexpr auto nodeTypeMemFree = static_cast<hipGraphNodeType>(12);

struct Node {
  Work work;
  hipGraphNodeType type = hipGraphNodeTypeEmpty;
  /// Nodes of the same graph that come before it.
  std::vector<std::shared_ptr<Node>> after;
  /// What the node was made from, as the program gave it, for the functions that ask for it.
  std::variant<std::monostate, hipKernelNodeParams, hipMemcpy3DParms, hipMemsetParams, HIP_MEMCPY3D,
               DriverBox6, AllocationNode>
      parameters;
  /// Of kernels.
  LaunchAttributes attributes{LaunchAttributes::Owner::Node};
  /// Where parameters of kernels point to: each argument's value at its offset in the kernarg.
  std::vector<void *> argumentPointers;
  std::weak_ptr<Graph> graph;
};

using Nodes = std::vector<std::shared_ptr<Node>>;

/// Work with an order that is only partial. Thread-safe as HIP's graphs are: one thread at a time.
class Graph : public std::enable_shared_from_this<Graph> {
public:
  explicit Graph(const UserObjects &objects = {}) : objects(objects) {}
  ~Graph();
  /// The node is known by its handle in Runtime::nodes.
  std::shared_ptr<Node> add(Work work, hipGraphNodeType type, Nodes after);
  void remove(const std::shared_ptr<Node> &node);
  const Nodes &nodes() const { return all; }
  UserObjects objects;
  /// Nodes behind those they come after, otherwise as they were added; empty with a Status if the
  /// dependencies have a cycle.
  Status order(Nodes &ordered) const;
  std::shared_ptr<Graph> clone() const;
  /// In a clone, what each node of the original became.
  std::shared_ptr<Node> findClone(const Node *original) const;

private:
  static void forget(const Node &node);
  Nodes all;
  std::unordered_map<const Node *, std::weak_ptr<Node>> clones;
};

/// A graph as it was when it was instantiated: steps in an order that may be run as it is.
struct Executable {
  struct Step {
    /// The node that it comes from; of a child graph, the node that holds the graph.
    const Node *node = nullptr;
    Work work;
    bool isOfChild = false;
    /// Of kernels, copies and sets: whether it is done, or passed over.
    bool isEnabled = true;
  };
  std::vector<Step> steps;
  /// hipGraphInstantiateFlagAutoFreeOnLaunch, ...
  unsigned long long flags = 0;
  UserObjects objects;

  explicit Executable(const UserObjects &objects = {}) : objects(objects) {}

  static Status make(const Graph &graph, std::shared_ptr<Executable> &result);
  /// Replaces the work of the step that comes from a node.
  Status set(const Node *node, Work work);
  /// Null if there is none that may be passed over.
  Step *findOptional(const Node *node);
};

/// What hipGraphNodeGetType says of work.
hipGraphNodeType typeOf(const Work &work);
/// A type as programs know it: since HIP 6 they are counted from 0.
int numberOf(hipGraphNodeType type);

} // namespace assay::amdhip
